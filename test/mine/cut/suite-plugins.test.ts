import { describe, expect, it } from '@jest/globals';
import { outsideImports, requirementFor } from '../../../src/mine/cut/distributions.js';
import { outsideNeeds } from '../../../src/mine/cut/dependencies.js';
import { componentAround, lines, surveyOf, texts } from '../../support/mined.js';

const CORE = lines('async def f(): return 1');

describe('plug-ins that tests use without importing them', () => {
  it('are needed by their marks and fixtures', () => {
    const surveyed = surveyOf({
      'core.py': CORE,
      'test_core.py': lines(
        'import pytest',
        'from core import f',
        '@pytest.mark.trio',
        'async def test_f(mocker): assert await f() == 1',
      ),
    });
    expect(outsideImports(surveyed.graph.project)).toEqual(['pytest_asyncio', 'pytest_mock', 'pytest_trio']);
    const [test] = surveyed.tests.tests;
    const needs = outsideNeeds(surveyed.graph.project, test?.needs ?? [], surveyed.externalNeeds);
    expect(needs).toMatchObject({
      imports: ['pytest'],
      optionalImports: ['pytest_asyncio', 'pytest_mock', 'pytest_trio'],
    });
  });

  it('are required as the repository declares them', () => {
    const declared = { runtime: ['attrs>=20'], test: ['pytest-mock==3', 'PyYAML'] };
    expect(requirementFor('pytest_mock', undefined, declared)).toBe('pytest-mock==3');
    expect(requirementFor('yaml', undefined, declared)).toBe('PyYAML');
    expect(requirementFor('attr', undefined, declared)).toBe('attrs>=20');
    expect(requirementFor('numpy', undefined, declared)).toBeUndefined();
  });
});

describe('coroutines of a suite in which every coroutine is a test', () => {
  const carried = (config: string) =>
    texts(
      componentAround(
        {
          'pytest.ini': config,
          'core.py': CORE,
          'test_core.py': lines(
            'import pytest',
            'from core import f',
            '@pytest.fixture',
            'async def one(): return await f()',
            'async def test_f(one): assert one == 1',
            'class TestMore:',
            '    async def test_f(self): assert await f() == 1',
            '    @pytest.mark.asyncio(loop_scope="class")',
            '    async def test_g(self): assert await f() == 1',
          ),
        },
        'core.f',
      ).carriedTests.files,
    )['test_core.py'];

  it('say so themselves', () => {
    expect(carried('[pytest]\nasyncio_mode = auto\n')).toBe(
      lines(
        'import pytest',
        'import pytest_asyncio',
        'from core import f',
        '',
        '',
        '@pytest_asyncio.fixture',
        'async def one(): return await f()',
        '',
        '',
        '@pytest.mark.asyncio',
        'async def test_f(one): assert one == 1',
        '',
        '',
        'class TestMore:',
        '    @pytest.mark.asyncio',
        '    async def test_f(self): assert await f() == 1',
        '    @pytest.mark.asyncio(loop_scope="class")',
        '    async def test_g(self): assert await f() == 1',
      ),
    );
  });

  it('stay as they are in any other', () => {
    expect(carried('[pytest]\n')).not.toContain('pytest_asyncio');
  });
});

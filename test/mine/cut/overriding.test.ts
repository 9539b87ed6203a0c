import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts } from '../../support/mined.js';

const CODE = {
  'pkg/__init__.py': '',
  'pkg/core.py': lines('class Cache:', '    size = 1'),
  'conftest.py': lines(
    'import pytest',
    'from pkg.core import Cache',
    '@pytest.fixture',
    'def cache(): return Cache()',
    '@pytest.fixture',
    'def size(cache): return cache.size',
  ),
};

function carriedText(files: Readonly<Record<string, string>>): string {
  const cut = componentAround({ ...CODE, ...files }, 'pkg.core.Cache');
  expect(cut.leftOut).toEqual([]);
  return texts(cut.carriedTests.files)['tests/test_core.py'] ?? '';
}

describe('a fixture that overrides another of its name', () => {
  it('has the one it asks for under another name', () => {
    const text = carriedText({
      'tests/test_core.py': lines(
        'import pytest',
        '@pytest.fixture',
        'def cache(cache):',
        '    cache.size = 2',
        '    return [cache for _ in range(1)][0]',
        'def test_size(cache, size): assert cache.size == size == 2',
      ),
    });
    expect(text).toBe(
      lines(
        'import pytest',
        'from pkg.core import Cache',
        '',
        '',
        '@pytest.fixture',
        'def cache_of_conftest(): return Cache()',
        '',
        '',
        '@pytest.fixture',
        'def size(cache): return cache.size',
        '',
        '',
        '@pytest.fixture',
        'def cache(cache_of_conftest):',
        '    cache_of_conftest.size = 2',
        '    return [cache_of_conftest for _ in range(1)][0]',
        '',
        '',
        'def test_size(cache, size): assert cache.size == size == 2',
      ),
    );
  });

  it('does so through every level, by whatever name and way it is asked for', () => {
    const text = carriedText({
      'tests/conftest.py': lines(
        'import pytest',
        '@pytest.fixture(name="cache")',
        'def bigger(request):',
        '    return request.getfixturevalue("cache")',
      ),
      'tests/test_core.py': lines(
        'import pytest',
        '@pytest.fixture',
        'def cache(cache): return cache',
        'def test_size(cache): assert cache.size == 1',
      ),
    });
    expect(text).toContain('def cache_of_conftest():');
    expect(text).toContain('@pytest.fixture(name="cache_of_tests_conftest")');
    expect(text).toContain('return request.getfixturevalue("cache_of_conftest")');
    expect(text).toContain('def cache(cache_of_tests_conftest): return cache_of_tests_conftest');
  });

  it('takes its place where it does not ask for it, for farther fixtures too', () => {
    const text = carriedText({
      'tests/test_core.py': lines(
        'import pytest',
        'from pkg.core import Cache',
        '@pytest.fixture',
        'def cache():',
        '    return Cache',
        'def test_size(size): assert size == Cache.size',
      ),
    });
    expect(text.match(/def cache\b.*/g)).toEqual(['def cache():']);
    expect(text).toContain('    return Cache\n');
  });
});

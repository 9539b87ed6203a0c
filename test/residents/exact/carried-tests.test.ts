import { describe, expect, it } from '@jest/globals';
import { createExactResident } from '../../../src/residents/exact/exact-resident.js';
import { primitiveOf, type Texts } from '../../support/primitive-of.js';
import { bodyOf, requestFor, requirementFor } from '../../support/resident-requests.js';

const DONOR = 'def build(left: int, right: int):\n    return left - right\n';
/** Reorders: calls by `*` cannot be rewritten. */
const STUB = 'def make(right: int, left: int): ...\n';

async function carry(tests: Texts) {
  const primitive = primitiveOf({ module: 'kit', exports: ['build'], files: { 'kit.py': DONOR }, tests });
  return createExactResident().adapt(requestFor(primitive, requirementFor('app.core.new', STUB)));
}

function file(...lines: readonly string[]): string {
  return ['import pytest', 'from kit import build', '', ...lines, ''].join('\n');
}

describe('each carried test is accounted for', () => {
  it('as kept when its own text stays, as rewritten with what was done, as dropped with why', async () => {
    const proposal = await carry({
      'tests/test_build.py': file(
        'def helper(pair):',
        '    return build(*pair)',
        '',
        '',
        'def test_names():',
        '    assert build(left=3, right=1) == 2',
        '',
        '',
        'def test_order():',
        '    assert build(3, 1) == 2',
        '',
        '',
        'def test_star():',
        '    assert build(*[3, 1]) == 2',
        '',
        '',
        'def test_through_helper():',
        '    assert helper([3, 1]) == 2',
        '',
        '',
        'def test_nothing():',
        '    assert True',
      ),
    });
    expect(proposal.carriedTests).toEqual([
      {
        id: 'tests/test_build.py::test_names',
        status: 'rewritten',
        adaptedId: 'tests/carried/test_app_core_new.py::test_names',
        reason: 'renamed build to make',
      },
      {
        id: 'tests/test_build.py::test_order',
        status: 'rewritten',
        adaptedId: 'tests/carried/test_app_core_new.py::test_order',
        reason: 'renamed build to make; moved its arguments',
      },
      {
        id: 'tests/test_build.py::test_star',
        status: 'dropped',
        reason: 'a call of `make` passes `*` arguments, and the order of the parameters changes',
      },
      {
        id: 'tests/test_build.py::test_through_helper',
        status: 'dropped',
        reason: 'a call of `make` passes `*` arguments, and the order of the parameters changes',
      },
      {
        id: 'tests/test_build.py::test_nothing',
        status: 'kept',
        adaptedId: 'tests/carried/test_app_core_new.py::test_nothing',
        reason: 'its text is unchanged',
      },
    ]);
    expect(bodyOf(proposal, 'tests/carried/test_app_core_new.py')).toBe(
      [
        'import pytest',
        'from app.core.new import make',
        '',
        'def test_names():',
        '    assert make(left=3, right=1) == 2',
        '',
        '',
        'def test_order():',
        '    assert make(1, 3) == 2',
        '',
        '',
        'def test_nothing():',
        '    assert True',
        '',
      ].join('\n'),
    );
  });

  it('with what a fixture, a set-up or a base class takes along', async () => {
    const proposal = await carry({
      'tests/test_build.py': file(
        '@pytest.fixture',
        'def made():',
        '    return build(*[1, 2])',
        '',
        'def test_fixture(made):',
        '    assert made',
        '',
        'class TestSetUp:',
        '    def setup_method(self):',
        '        self.made = list(map(build, [1], [2]))',
        '',
        '    def test_a(self):',
        '        assert True',
        '',
        'class TestSome:',
        '    def make_one(self):',
        '        return build(*[1, 2])',
        '',
        '    def test_a(self):',
        '        assert self.make_one()',
        '',
        '    def test_b(self):',
        '        assert build(2, 1) == 1',
      ),
    });
    expect(proposal.carriedTests.map(({ id, status }) => [id.split('.py::')[1], status])).toEqual([
      ['test_fixture', 'dropped'],
      ['TestSetUp::test_a', 'dropped'],
      ['TestSome::test_a', 'dropped'],
      ['TestSome::test_b', 'rewritten'],
    ]);
    expect(bodyOf(proposal, 'tests/carried/test_app_core_new.py')).toBe(
      [
        'import pytest',
        'from app.core.new import make',
        '',
        'class TestSome:',
        '    def test_b(self):',
        '        assert make(1, 2) == 1',
        '',
      ].join('\n'),
    );
  });

  it('as a whole file when the file itself cannot be rewritten', async () => {
    const proposal = await carry({
      'tests/test_a.py': file(
        'PAIRS = [build(*p) for p in [(1, 2)]]',
        '',
        'def test_a():',
        '    assert PAIRS',
      ),
      'tests/test_b.py': file('def test_b():', '    assert build(2, 1) == 1'),
    });
    expect(proposal.carriedTests.map(({ status }) => status)).toEqual(['dropped', 'rewritten']);
    expect(proposal.testFiles.map(({ path }) => path)).toEqual(['tests/carried/test_app_core_new_b.py']);
  });

  it('and a mapping that leaves none is not proposed', async () => {
    const proposal = await carry({ 'tests/test_a.py': file('def test_a():', '    assert build(*[1, 2])') });
    expect(proposal.status).toBe('unsuccessful');
    expect(proposal.reason).toMatch(/^no mapping can be applied exactly: no carried test/);
  });
});

describe('a test that a class inherits', () => {
  it('goes with the method that is it', async () => {
    const text = file(
      'class Base:',
      '    def test_a(self):',
      '        assert build(*[1, 2]) == -1',
      '',
      '    def test_b(self):',
      '        assert build(2, 1) == 1',
      '',
      'class TestIt(Base):',
      '    def test_c(self):',
      '        assert True',
    );
    const primitive = primitiveOf({
      module: 'kit',
      exports: ['build'],
      files: { 'kit.py': DONOR },
      tests: { 'tests/test_a.py': text },
    });
    const tests = ['test_a', 'test_b', 'test_c'].map(name => ({
      id: `tests/test_a.py::TestIt::${name}`,
      path: 'tests/test_a.py',
      name,
    }));
    const listed = { ...primitive, carriedTests: { ...primitive.carriedTests, tests } };
    const proposal = await createExactResident().adapt(
      requestFor(listed, requirementFor('app.core.new', STUB)),
    );
    expect(proposal.carriedTests.map(({ status }) => status)).toEqual(['dropped', 'rewritten', 'kept']);
  });

  it('goes with a helper class that lost a method', async () => {
    const proposal = await carry({
      'tests/test_a.py': file(
        'class Helper:',
        '    def __init__(self):',
        '        self.made = build(*[1, 2])',
        '',
        'def test_helper():',
        '    assert Helper()',
        '',
        'def test_alone():',
        '    assert True',
      ),
    });
    expect(proposal.carriedTests.map(({ status }) => status)).toEqual(['dropped', 'kept']);
    expect(bodyOf(proposal, 'tests/carried/test_app_core_new.py')).not.toContain('Helper');
  });
});

describe('carried files', () => {
  it('have names of their own in the suite, and their data beside them', async () => {
    const text = 'def test_a():\n    assert True\n';
    const proposal = await carry({
      'tests/test_a.py': text,
      'tests/unit/test_a.py': text,
      'tests/unit/b_test.py': text,
      'tests/data/x.json': '{}',
    });
    expect(proposal.testFiles.map(({ path }) => path)).toEqual([
      'tests/carried/test_app_core_new_a.py',
      'tests/carried/test_app_core_new_a_2.py',
      'tests/carried/test_app_core_new_b.py',
      'tests/carried/data/x.json',
    ]);
  });
});

describe('what only tests need', () => {
  async function carryWith(distribution: string, text: string): Promise<string> {
    const primitive = primitiveOf({
      module: 'kit',
      exports: ['build'],
      files: { 'kit.py': DONOR },
      tests: { 'tests/test_a.py': text },
    });
    const needy = {
      ...primitive,
      dependencies: { ...primitive.dependencies, testDistributions: [distribution] },
    };
    const proposal = await createExactResident().adapt(requestFor(needy, requirementFor('app.new', STUB)));
    return bodyOf(proposal, 'tests/carried/test_app_new.py');
  }

  it('makes a test file skip itself where it is not installed', async () => {
    const text =
      'import os\nfrom freezegun import freeze_time\nimport pytest\nfrom kit import build\n\ndef test_a():\n    assert build\n';
    expect(await carryWith('freezegun>=1', text)).toBe(
      'import os\nimport pytest\n\npytest.importorskip("freezegun")\nfrom freezegun import freeze_time\nimport pytest\nfrom app.new import make\n\ndef test_a():\n    assert make\n',
    );
  });

  it('is a plugin that the file seems to use', async () => {
    const text = 'import pytest\nfrom kit import build\n\ndef test_a(mocker):\n    assert build\n';
    expect(await carryWith('pytest-mock', text)).toMatch(
      /^import pytest\n\npytest\.importorskip\("pytest_mock"\)\n?import pytest\nfrom app/,
    );
    expect(await carryWith('pytest-mock', text.replace('mocker', ''))).not.toContain('importorskip');
  });
});

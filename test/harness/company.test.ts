import { beforeAll, describe, expect, it } from '@jest/globals';
import { PREPARE_TIMEOUT_MS, suiteRunner, type SuiteRunner } from '../support/suites.js';

/** `b` puts something where `a` looks for it; `c` looks for what nobody puts there. */
const SUITE = {
  'shared.py': 'found = []\n',
  'tests/test_a.py': 'import shared\ndef test_leans(): assert shared.found == [1]\ndef test_own(): pass\n',
  'tests/test_b.py': 'import shared\nshared.found.append(1)\ndef test_b(): assert shared.found == [1]\n',
  'tests/test_c.py': 'import shared\ndef test_c(): assert shared.found == [2]\n',
};

describe('a file that fails alone', () => {
  let runner: SuiteRunner;
  beforeAll(async () => {
    runner = await suiteRunner();
  }, PREPARE_TIMEOUT_MS);

  const outcomes = async (files: Readonly<Record<string, string>>, options = {}) => {
    const execution = await runner.run(files, options);
    expect(execution.status).toBe('completed');
    return Object.fromEntries(execution.tests.map(({ id, outcome }) => [id.split('::')[1], outcome]));
  };

  it('passes where the others are imported as well, and says so', async () => {
    const { tests, status, exitCode } = await runner.run(SUITE);
    expect([status, exitCode]).toEqual(['completed', 1]);
    const [leans, own] = tests;
    expect(leans).toMatchObject({ outcome: 'passed', message: expect.stringContaining('only where') });
    expect(own).toMatchObject({ outcome: 'passed' });
    expect(own?.message).toBeUndefined();
    expect(tests.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'failed']);
  });

  it('may be one that cannot be collected alone', async () => {
    const collected = {
      ...SUITE,
      'tests/test_a.py': 'import shared\nshared.late\ndef test_a(): pass\n',
      'tests/__init__.py': '',
      'conftest.py': 'collect_ignore = []\n',
      'tests/test_0.py': 'import shared\nshared.late = 1\ndef test_0(): pass\n',
    };
    expect(await outcomes(collected)).toMatchObject({ test_a: 'passed', test_0: 'passed', test_c: 'failed' });
  });

  it('stays failed where its files are named', async () => {
    expect(await outcomes(SUITE, { targets: ['tests/test_a.py', 'tests/test_b.py'] })).toEqual({
      ...{ test_leans: 'failed', test_own: 'passed', test_b: 'passed' },
    });
  });

  it('gets no help from a file whose import hides failures', async () => {
    const hiding = {
      'tests/test_a.py': 'def test_a(): assert 1 == 2\n',
      'tests/test_b.py':
        'import _pytest.python as python\npython.Function.runtest = lambda self: None\ndef test_b(): pass\n',
    };
    const { status, tests } = await runner.run(hiding);
    const isGreen = status === 'completed' && tests.every(({ outcome }) => outcome === 'passed');
    expect(isGreen).toBe(false);
  });
});

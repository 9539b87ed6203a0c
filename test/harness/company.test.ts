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
    return Object.fromEntries(
      execution.tests.map(({ id, outcome }) => [id.split('::')[1] ?? id, outcome] as const),
    );
  };

  it('passes where the others are imported as well, and says so', async () => {
    const { tests, status, exitCode } = await runner.run(SUITE, { company: {} });
    expect([status, exitCode]).toEqual(['completed', 1]);
    const [leans, own] = tests;
    expect(leans).toMatchObject({ outcome: 'passed', message: expect.stringContaining('only where') });
    expect(own).toMatchObject({ outcome: 'passed' });
    expect(own?.message).toBeUndefined();
    expect(tests.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'failed']);
  });

  it('stays failed where nobody may keep it company, or nobody that helps', async () => {
    expect(await outcomes(SUITE)).toMatchObject({ test_leans: 'failed' });
    expect(await outcomes(SUITE, { company: { files: ['tests/test_c.py'] } })).toMatchObject({
      test_leans: 'failed',
    });
    expect(await outcomes(SUITE, { company: { tests: [] } })).toMatchObject({ test_leans: 'failed' });
    const company = { files: ['tests/test_b.py'], tests: ['tests/test_a.py::test_leans'] };
    expect(await outcomes(SUITE, { company })).toMatchObject({ test_leans: 'passed', test_c: 'failed' });
  });

  it('is read before a file that would rewrite it is imported', async () => {
    const rewriting = 'open("tests/test_c.py", "w").write("def test_c(): pass\\n")\ndef test_b(): pass\n';
    expect(await outcomes({ ...SUITE, 'tests/test_b.py': rewriting }, { company: {} })).toMatchObject({
      test_c: 'failed',
    });
  });

  it('gets no help from a file whose import hides failures', async () => {
    const hiding = {
      'tests/test_a.py': 'def test_a(): assert 1 == 2\n',
      'tests/test_b.py':
        'import _pytest.python as python\npython.Function.runtest = lambda self: None\ndef test_b(): pass\n',
    };
    const { status, tests } = await runner.run(hiding, { company: {} });
    const isGreen = status === 'completed' && tests.every(({ outcome }) => outcome === 'passed');
    expect(isGreen).toBe(false);
  });
});

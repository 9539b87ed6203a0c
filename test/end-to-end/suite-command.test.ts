import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SuiteReport } from '../../src/suite/suite-report.js';
import { buildProject, codeface } from '../support/command-line.js';
import { plainFolder, repositoryFolder, writeTexts } from '../support/git-folder.js';

const MINUTES = 60_000;
const PROJECT = {
  'pyproject.toml': '[project]\nname = "counting"\nversion = "1.2"\nrequires-python = ">=3.9"\n',
  'counting.py':
    'from importlib.metadata import version\n__version__ = version("counting")\n\ndef double(n):\n    return 2 * n\n',
  'tests/test_double.py': 'from counting import double\n\ndef test_double():\n    assert double(2) == 4\n',
  'tests/test_version.py':
    'import counting\n\ndef test_version():\n    assert counting.__version__ == "1.2"\n',
};

async function suite(folder: string, ...words: readonly string[]) {
  const { exitCode, stdout } = await codeface(['suite', folder, '--json', '--trust', ...words]);
  return { exitCode, report: JSON.parse(stdout) as SuiteReport };
}

describe('codeface suite', () => {
  beforeAll(() => buildProject(), 5 * MINUTES);

  it(
    'is green, tells every test, and says what it ran in',
    async () => {
      const { exitCode, report } = await suite(await plainFolder(PROJECT, 'counting'));
      expect(exitCode).toBe(0);
      expect(report).toMatchObject({
        verdict: 'green',
        ...{ collected: 2, passed: 2, failed: 0, errors: 0, skipped: 0, findings: [] },
        tests: [
          { id: 'tests/test_double.py::test_double', outcome: 'passed', was: null, reason: '' },
          { id: 'tests/test_version.py::test_version', outcome: 'passed', was: null, reason: '' },
        ],
        durationMs: { prepare: expect.any(Number), run: expect.any(Number), total: expect.any(Number) },
        replay: { seeds: { PYTHONHASHSEED: '0' } },
      });
      expect(report.interpreter).toMatch(/^3\./);
      const [first] = (await suite(await plainFolder(PROJECT, 'counting'), '--lines')).report.tests;
      expect(first?.lines).toContainEqual({ path: 'counting.py', ranges: expect.arrayContaining([[5, 5]]) });
    },
    5 * MINUTES,
  );

  it(
    'is red when a test fails, and when there is none',
    async () => {
      const failing = { ...PROJECT, 'counting.py': PROJECT['counting.py'].replace('2 * n', '3 * n') };
      const { exitCode, report } = await suite(await plainFolder(failing, 'counting'));
      expect([exitCode, report.verdict, report.failed]).toEqual([2, 'red', 1]);
      expect(report.tests[0]?.reason).toContain('assert 6 == 4');
      const none = await suite(await plainFolder({ 'counting.py': '' }, 'counting'));
      expect([none.exitCode, none.report.verdict]).toEqual([2, 'red']);
      expect(none.report.findings).toMatchObject([{ kind: 'nothing-shown' }]);
    },
    5 * MINUTES,
  );

  it(
    'names what the environment lacks, with the remedy',
    async () => {
      const covered = { ...PROJECT, 'pytest.ini': '[pytest]\naddopts = --benchmark-only\n' };
      const { exitCode, report } = await suite(await plainFolder(covered, 'counting'));
      expect([exitCode, report.verdict]).toEqual([2, 'environment-fault']);
      expect(report.findings[0]).toMatchObject({ kind: 'missing-pytest-plugin' });
      expect(`${report.findings[0]?.message} ${report.findings[0]?.remedy}`).toContain('pytest-benchmark');
    },
    5 * MINUTES,
  );

  it(
    'judges uncommitted work against a commit, by the tests of the commit',
    async () => {
      const folder = await repositoryFolder(PROJECT, 'counting');
      expect((await suite(folder, '--base', 'HEAD')).report).toMatchObject({ verdict: 'green' });
      await writeTexts(folder, { 'counting.py': PROJECT['counting.py'].replace('2 * n', '3 * n') });
      rmSync(join(folder, 'tests', 'test_double.py'));
      const { exitCode, report } = await suite(folder, '--base', 'HEAD');
      expect([exitCode, report.verdict]).toEqual([2, 'red']);
      expect(report.tests).toContainEqual(
        expect.objectContaining({
          id: 'tests/test_double.py::test_double',
          outcome: 'failed',
          was: 'passed',
          standing: 'newly-failing',
        }),
      );
      await writeTexts(folder, { 'conftest.py': 'import pytest\n' });
      expect((await suite(folder, '--base', 'HEAD')).report.verdict).toBe('untrusted');
    },
    5 * MINUTES,
  );

  it('says when it cannot be run', async () => {
    const gone = await codeface(['suite', '/no/such/folder', '--json', '--trust']);
    expect([gone.exitCode, JSON.parse(gone.stdout)]).toMatchObject([1, { error: { code: 'not-found' } }]);
    const folder = await plainFolder(PROJECT, 'counting');
    const plain = await codeface(['suite', folder, '--base', 'HEAD', '--json', '--trust']);
    expect([plain.exitCode, JSON.parse(plain.stdout)]).toMatchObject([1, { error: { code: 'bad-input' } }]);
  });
});

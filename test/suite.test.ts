import { describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../src/domain/errors.js';
import type { RepositorySnapshot } from '../src/domain/mined.js';
import { judgeSuite } from '../src/suite.js';
import { createFakeClock } from './fakes/fake-clock.js';
import { createFakeHarness, type Told } from './fakes/fake-harness.js';
import { createFakeSandbox } from './fakes/fake-sandbox.js';
import { createSilentProgress } from './fakes/silent-progress.js';
import { test, treeOfTexts } from './support/values.js';

const ID = 'tests/test_a.py::test_a';
const BASE = {
  'app.py': 'x = 1\n',
  'tests/test_a.py': 'import app\n',
  'pyproject.toml': '[project]\nname = "app"\n',
};

const snapshot = (texts: Readonly<Record<string, string>>): RepositorySnapshot => ({
  repository: 'acme/app',
  commit: 'c',
  files: treeOfTexts(texts),
});

/** A suite whose outcome depends on what `app.py` says. */
function services(tell: (app: string) => Told, broken: ReadonlySet<string> = new Set()) {
  const harness = createFakeHarness(({ files }) => tell(Buffer.from(files.get('app.py') ?? []).toString()));
  const sandbox = createFakeSandbox(broken);
  return { harness, sandbox, clock: createFakeClock(), progress: createSilentProgress() };
}
const passing = (): Told => ({ tests: [test(ID)] });
const failsWhenChanged = (app: string): Told => ({
  tests: [test(ID, app === BASE['app.py'] ? 'passed' : 'failed')],
});

describe('judging a suite alone', () => {
  it('is green when everything passes, and tells what it ran in', async () => {
    const report = await judgeSuite(services(passing), { tree: snapshot(BASE) });
    expect(report).toMatchObject({ verdict: 'green', collected: 1, passed: 1, failed: 0, findings: [] });
    expect(report.tests).toEqual([{ id: ID, outcome: 'passed', was: null, durationMs: 1, reason: '' }]);
    expect(report.replay.digest).toBe('sha256:1');
  });

  it('counts every failure and every file that cannot be collected', async () => {
    const error = { path: 'tests/test_b.py', errorType: 'SyntaxError', message: 'invalid syntax', trace: [] };
    const failing = services(() => ({
      tests: [test(ID, 'failed', { message: 'no' })],
      collectionErrors: [error],
    }));
    const report = await judgeSuite(failing, { tree: snapshot(BASE) });
    expect(report).toMatchObject({ verdict: 'red', failed: 1, errors: 1 });
    expect(report.tests.map(({ id, outcome }) => [id, outcome])).toEqual([
      [ID, 'failed'],
      ['tests/test_b.py', 'error'],
    ]);
  });

  it('is red, and says why, when no test was collected', async () => {
    const report = await judgeSuite(
      services(() => ({ tests: [] })),
      { tree: snapshot(BASE) },
    );
    expect(report.verdict).toBe('red');
    expect(report.findings).toMatchObject([{ kind: 'nothing-shown' }]);
  });

  it('judges nothing by settings that cannot be read', async () => {
    const tree = snapshot({ ...BASE, '.codeface.yml': 'nonsense: 1\n' });
    await expect(judgeSuite(services(passing), { tree })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('nonsense'),
    });
  });
});

describe('judging a suite against a base', () => {
  const changed = snapshot({ ...BASE, 'app.py': 'x = 2\n' });
  const base = snapshot(BASE);

  it('is green when nothing got worse', async () => {
    const report = await judgeSuite(services(passing), { tree: changed, base });
    expect(report).toMatchObject({ verdict: 'green', tests: [{ was: 'passed', standing: 'passing' }] });
  });

  it('leaves aside what failed at the base too', async () => {
    const other = test('tests/test_b.py::test_b', 'failed');
    const report = await judgeSuite(
      services(() => ({ tests: [test(ID), other] })),
      { tree: changed, base },
    );
    expect(report).toMatchObject({ verdict: 'green', failed: 1 });
    expect(report.findings).toMatchObject([{ kind: 'already-failing' }]);
  });

  it('is red when a test got worse', async () => {
    const report = await judgeSuite(services(failsWhenChanged), { tree: changed, base });
    expect(report).toMatchObject({
      verdict: 'red',
      tests: [{ id: ID, outcome: 'failed', was: 'passed', standing: 'newly-failing' }],
    });
  });

  it('runs the tests of the base, whatever became of them', async () => {
    const { 'tests/test_a.py': _gone, ...rest } = BASE;
    const all = services(passing);
    const report = await judgeSuite(all, { tree: snapshot(rest), base });
    expect(all.harness.requests.every(({ files }) => files.has('tests/test_a.py'))).toBe(true);
    expect(report.findings).toMatchObject([{ kind: 'restored' }]);
  });

  it('is untrusted when the change plants what could sway the verdict', async () => {
    const tree = snapshot({ ...BASE, 'conftest.py': '' });
    const report = await judgeSuite(services(passing), { tree, base });
    expect(report.verdict).toBe('untrusted');
    expect(report.findings).toMatchObject([{ kind: 'refused' }]);
  });

  it('compares nothing with a base whose suite does not complete', async () => {
    const crashes = services(() => ({ status: 'crashed', detail: 'It left.' }));
    const report = await judgeSuite(crashes, { tree: changed, base });
    expect(report).toMatchObject({ verdict: 'red', findings: [{ kind: 'incomplete-base' }] });
    expect(crashes.harness.requests).toHaveLength(1);
  });
});

describe('an environment that cannot be made', () => {
  it('is a verdict when what is declared is at fault', async () => {
    const tree = snapshot({
      ...BASE,
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["gone"]\n',
    });
    const all = services(passing);
    const prepare = async () => {
      throw new CodefaceError('sandbox', 'There is no gone.', { fault: 'installation' });
    };
    const report = await judgeSuite({ ...all, sandbox: { ...all.sandbox, prepare } }, { tree });
    expect(report).toMatchObject({
      verdict: 'environment-fault',
      collected: 0,
      findings: [
        { kind: 'installation', message: 'There is no gone.', remedy: expect.stringMatching(/install/) },
      ],
    });
  });

  it('is an error when the driver failed', async () => {
    await expect(
      judgeSuite(services(passing, new Set(['*'])), { tree: snapshot(BASE) }),
    ).rejects.toMatchObject({ code: 'sandbox' });
  });
});

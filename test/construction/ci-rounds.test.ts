import { beforeEach, describe, expect, it } from '@jest/globals';
import { construct } from '../../src/construction.js';
import { executeByCi } from '../../src/construction/ci-rounds.js';
import type {
  ConstructionInput,
  ConstructionServices,
} from '../../src/construction/construction-services.js';
import { openRun } from '../../src/construction/open-run.js';
import type { CheckOutcome } from '../../src/domain/commit-checks.js';
import { decodeUtf8 } from '../../src/domain/files.js';
import { executionOfChecks } from '../../src/execute/execution-of-checks.js';
import { createFakeClock, type FakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { FakeRepositoryHost } from '../fakes/fake-repository-host.js';
import { test } from '../support/values.js';
import { createWaitingServices, STUB, TARGET, WAITING } from '../support/waiting-shop.js';

const MINUTE = 60_000;
type Said = Readonly<Record<string, CheckOutcome>>;
/** What CI says of a tree, so long after it was first asked; the module is undefined on the untouched commit. */
type Ci = (module: string | undefined, afterMs: number) => Said;

const isRight = (module: string | undefined) => module?.includes('unit * 2') === true;
const plainly: Ci = module => ({ lint: 'passed', tests: isRight(module) ? 'passed' : 'failed' });

/** A repository whose CI looks at whatever commit it is asked about. */
class HostWithCi extends FakeRepositoryHost {
  private readonly firstAsked = new Map<string, number>();

  constructor(
    private readonly clock: FakeClock,
    private readonly ci: Ci,
  ) {
    super('acme/shop', { ...TARGET, '.codeface.yml': 'judge: ci\n' });
  }

  override async checksOf(commit: string) {
    const asked = this.firstAsked.get(commit) ?? this.clock.elapsed();
    this.firstAsked.set(commit, asked);
    const module = this.commits.get(commit)?.files.get(WAITING);
    const said = this.ci(module && decodeUtf8(module), this.clock.elapsed() - asked);
    for (const [name, outcome] of Object.entries(said)) this.reportCheck(commit, name, outcome);
    return super.checksOf(commit);
  }
}

describe("rounds judged by the target's own CI", () => {
  let clock: FakeClock;
  let host: HostWithCi;
  let harness: ReturnType<typeof createFakeHarness>;
  let services: ConstructionServices;
  let aborting: AbortController;
  let stopping: AbortController;
  let issue: number;

  beforeEach(async () => {
    clock = createFakeClock();
    harness = createFakeHarness(({ targets }) => ({ tests: targets.map(id => test(id)) }));
    aborting = new AbortController();
    stopping = new AbortController();
    services = await createWaitingServices({ clock, harness });
  });

  const withCi = (ci: Ci) => {
    host = new HostWithCi(clock, ci);
    issue = host.addIssue('Wait', STUB).number;
  };
  const inputOf = (over: Partial<ConstructionInput> = {}): ConstructionInput => ({
    key: 'job-1',
    host,
    request: { repository: 'acme/shop', issue, title: 'Wait', body: STUB, requestedBy: 'ada' },
    budget: { rounds: 5, wallTimeMs: 180 * MINUTE, tokens: 0, costUsd: 0 },
    branch: `codeface/issue-${issue}`,
    rules: { excludeSameRepository: false },
    stopping: stopping.signal,
    signal: aborting.signal,
    ...over,
  });
  const build = (over: Partial<ConstructionInput> = {}) => construct(services, inputOf(over));
  const bodies = (kind: string) =>
    host.comments.filter(({ body }) => body.includes(`codeface:${kind}`)).map(({ body }) => body);

  it('are red, then green, and the suite never runs in the sandbox', async () => {
    withCi(plainly);
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'green', deliveredRound: 2 });
    expect(outcome.baseline).toMatchObject({ execution: { driver: 'ci' }, requiredTests: ['ci::tests'] });
    expect(outcome.rounds.map(({ judgement }) => judgement.requiredPassing)).toEqual([[], ['ci::tests']]);
    expect(outcome.rounds.map(({ execution }) => execution.tests.map(({ id }) => id))).toEqual([
      ['ci::lint', 'ci::tests'],
      ['ci::lint', 'ci::tests'],
    ]);
    expect(host.pullRequests).toMatchObject([{ draft: false }]);
    // Carried tests alone: none of the requests holds a file of the target.
    expect(harness.requests.length).toBeGreaterThan(0);
    expect(harness.requests.some(({ files }) => files.has('shop/cart.py'))).toBe(false);
  });

  it('say in the status that CI judges, and what is required', async () => {
    withCi(plainly);
    await build();
    const [status] = bodies('status');
    expect(status).toContain('your own CI is green');
    expect(status).toMatch(/Rounds are judged by the repository's own CI alone .*`judge: ci`/);
    expect(status).toMatch(/Required are the checks that fail.*`ci::tests`.*cannot tell/);
  });

  it('wait for what is pending, and for the jobs that CI adds when others have ended', async () => {
    withCi((module, afterMs) => {
      if (module === undefined) return plainly(module, afterMs);
      if (afterMs < 5 * MINUTE) return {};
      if (afterMs < 8 * MINUTE) return { lint: 'pending' };
      return afterMs < 12 * MINUTE ? { lint: 'passed' } : plainly(module, afterMs);
    });
    const outcome = await build();
    expect(outcome.outcome).toBe('green');
    expect(outcome.rounds.map(({ execution }) => execution.durationMs)).toEqual([12 * MINUTE, 12 * MINUTE]);
  });

  it('end as a draft that says so when nothing in CI failed before', async () => {
    withCi(() => ({ lint: 'passed', tests: 'passed', deploy: 'skipped' }));
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'stopped-short', reason: 'nothing-shown', deliveredRound: 1 });
    expect(outcome.detail).toBe(
      "The repository's own CI passes; nothing in it failed before, so nothing shows that the request is met.",
    );
    expect(host.pullRequests).toMatchObject([{ draft: true }]);
    expect(bodies('conclusion')[0]).toContain('nothing shows that the request is met');
  });

  it('go on where CI passed before and the change breaks it', async () => {
    withCi(module => ({ tests: module === undefined || isRight(module) ? 'passed' : 'failed' }));
    const outcome = await build();
    expect(outcome.rounds.map(({ judgement }) => judgement.newlyFailing)).toEqual([['ci::tests'], []]);
    expect(outcome).toMatchObject({ reason: 'nothing-shown', deliveredRound: 2 });
  });

  it('never begin where the untouched commit has no check', async () => {
    withCi(() => ({}));
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'environment-fault', rounds: [], commits: [], durationMs: 0 });
    expect(outcome.detail).toMatch(/no check of it appeared on \w{12}\. Have it run .* take `judge: ci` out/);
  });

  it('end when no check appears on the change within ten minutes', async () => {
    withCi((module, afterMs) => (module === undefined ? plainly(module, afterMs) : {}));
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'environment-fault', durationMs: 10 * MINUTE });
    expect(outcome.detail).toMatch(/no check of it appeared on \w{12} within 10 min\..*pull requests/);
  });

  it('time out after an hour, naming what is pending, and end after two that did', async () => {
    withCi((module, afterMs) => ({ ...plainly(module, afterMs), ...(module && { tests: 'pending' }) }));
    const outcome = await build();
    expect(outcome.rounds[0]?.execution).toMatchObject({
      status: 'timed-out',
      durationMs: 60 * MINUTE,
      detail: expect.stringContaining('within 60 min: `tests` had not') as unknown,
      tests: [{ id: 'ci::lint' }],
    });
    expect(outcome.outcome).toBe('stopped-short');
    expect(host.pullRequests).toMatchObject([{ draft: true }]);
  });

  it('wait no longer than the run may take', async () => {
    withCi((module, afterMs) => (module === undefined ? plainly(module, afterMs) : { tests: 'pending' }));
    const budget = { rounds: 5, wallTimeMs: 7.25 * MINUTE, tokens: 0, costUsd: 0 };
    expect(await build({ budget })).toMatchObject({ reason: 'budget-spent', durationMs: 7.25 * MINUTE });
  });

  it('are not green while a check that ran before does not run now, and name it', async () => {
    withCi(module => ({
      ...plainly(isRight(module) ? module : 'unit * 2', 0),
      ...(!module && { docs: 'failed' }),
    }));
    const outcome = await build();
    expect(outcome.rounds[0]?.judgement).toMatchObject({ green: false });
    expect(bodies('diagnosis')[0]).toMatch(/`ci::docs` ran on the untouched commit and did not appear/);
    expect(host.pullRequests).toMatchObject([{ draft: true }]);
  });

  it('end between two looks when somebody asks for it, and leave the commit without a verdict', async () => {
    withCi((module, afterMs) => {
      if (module !== undefined && afterMs >= 2 * MINUTE) stopping.abort();
      return module === undefined ? plainly(module, afterMs) : { tests: 'pending' };
    });
    const outcome = await build();
    expect(outcome).toMatchObject({ reason: 'stopped-by-request', rounds: [], durationMs: 2.5 * MINUTE });
    expect(host.checkRuns).toMatchObject([{ conclusion: 'neutral' }]);
  });

  it('believe no check of a commit that touches what decides over it', async () => {
    withCi(() => ({ tests: 'passed' }));
    const run = await openRun(services, inputOf());
    const changed = new Map([...run.target.files, ['tests/conftest.py', new Uint8Array()]]);
    const execution = executionOfChecks(run.target.commit, {
      ...{ status: 'completed', detail: '', durationMs: 0, isComplete: true },
      checks: [{ name: 'tests', outcome: 'failed', detail: '', url: '' }],
    });
    const baseline = { execution, flaky: [], findings: [], requiredTests: ['ci::tests'] };
    const round = { index: 1, commit: run.target.commit, changed, baseline };
    expect(await executeByCi(services, run, round)).toMatchObject({
      execution: { status: 'untrusted', detail: expect.stringContaining('tests/conftest.py'), tests: [] },
      findings: [{ kind: 'refused', subject: 'tests/conftest.py' }],
    });
    expect(host.calls).not.toContain('checksOf');
  });

  it('go on waiting for the same commit when the job is taken up again', async () => {
    let isLost = false;
    withCi((module, afterMs) => {
      if (module === undefined || afterMs >= MINUTE) return plainly(module, afterMs);
      if (!isLost) aborting.abort(new Error('The lease is lost.'));
      isLost = true;
      return { tests: 'pending' };
    });
    await expect(build()).rejects.toThrow('The lease is lost.');
    aborting = new AbortController();
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'green', deliveredRound: 2 });
    expect(outcome.commits).toHaveLength(2);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { abandon, construct } from '../src/construction.js';
import type { ConstructionInput, ConstructionServices } from '../src/construction/construction-services.js';
import { CodefaceError } from '../src/domain/errors.js';
import { decodeUtf8 } from '../src/domain/files.js';
import type { SuiteRequest } from '../src/harness/harness.js';
import { createHoldSet } from '../src/library/hold/hold-set.js';
import { createExactResident } from '../src/residents/exact/exact-resident.js';
import type { Resident, ResidentInput } from '../src/residents/resident.js';
import { createFakeClock } from './fakes/fake-clock.js';
import { createFakeHarness, type Told } from './fakes/fake-harness.js';
import { FakeRepositoryHost } from './fakes/fake-repository-host.js';
import { test } from './support/values.js';
import { createWaitingServices, DONOR, STUB, TARGET, WAITING } from './support/waiting-shop.js';

/** The target's suite, told by what the delivered module computes; carried tests pass. */
function suite(accepts: (module: string) => boolean) {
  return ({ files, targets }: SuiteRequest): Told => {
    if (targets.length > 0) return { tests: targets.map(id => test(id)) };
    const module = files.get(WAITING);
    const total = test('tests/test_cart.py::test_total');
    if (module === undefined) {
      const message = "No module named 'shop.waiting'";
      const error = { path: 'tests/test_waiting.py', errorType: 'ModuleNotFoundError', message, trace: [] };
      return { tests: [total], collectionErrors: [error] };
    }
    const isRight = accepts(decodeUtf8(module) ?? '');
    const failure = { errorType: 'AssertionError', message: 'PLANTED-IN-A-TEST' };
    return {
      tests: [
        total,
        test('tests/test_waiting.py::test_pause', isRight ? 'passed' : 'failed', isRight ? {} : failure),
      ],
    };
  };
}
const onlySwapped = (module: string) => module.includes('unit * 2');

describe('construct', () => {
  let host: FakeRepositoryHost;
  let issue: number;
  let inputs: ResidentInput[];
  let services: ConstructionServices;

  beforeEach(async () => {
    host = new FakeRepositoryHost('acme/shop', TARGET);
    issue = host.addIssue('Wait', STUB).number;
    inputs = [];
    services = await servicesWith(suite(onlySwapped));
  });

  async function servicesWith(tell: Parameters<typeof createFakeHarness>[0]): Promise<ConstructionServices> {
    const exact = createExactResident();
    const recording: Resident = {
      name: 'exact',
      assess: input => (inputs.push(input), exact.assess(input)),
      adapt: input => (inputs.push(input), exact.adapt(input)),
    };
    const harness = createFakeHarness(tell);
    const made = await createWaitingServices({ clock: createFakeClock(), harness });
    return { ...made, residents: [recording] };
  }

  const inputOf = (key: string, body: string): ConstructionInput => ({
    key,
    host,
    request: { repository: 'acme/shop', issue, title: 'Wait', body, requestedBy: 'ada' },
    budget: { rounds: 5, wallTimeMs: 3_600_000, tokens: 0, costUsd: 0 },
    branch: `codeface/issue-${issue}`,
    rules: { excludeSameRepository: false },
    signal: new AbortController().signal,
  });
  const build = (key = 'job-1', body = STUB) => construct(services, inputOf(key, body));
  const fileAt = (commit: string | undefined, path: string) =>
    decodeUtf8(host.commits.get(commit ?? '')?.files.get(path) ?? new Uint8Array());
  const bodies = (kind: string) =>
    host.comments.filter(comment => comment.body.includes(`codeface:${kind}`)).map(one => one.body);

  it('is red, then green, with a commit, a check run and a verdict each round', async () => {
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'green', deliveredRound: 2, pullRequest: expect.any(String) });
    expect(outcome.rounds.map(round => round.judgement.requiredPassing.length)).toEqual([0, 1]);
    expect(fileAt(outcome.commits[0], WAITING)).toContain('limit * 2');
    expect(fileAt(outcome.commits[1], WAITING)).toContain('unit * 2');
    expect(host.checkRuns.map(run => [run.commit, run.conclusion])).toEqual([
      [outcome.commits[0], 'failure'],
      [outcome.commits[1], 'success'],
    ]);
    expect(host.pullRequests).toMatchObject([{ draft: false }]);
    expect(bodies('diagnosis')).toEqual([expect.stringContaining('`shop.waiting` from cf-00000000aaaa')]);
  });

  it('refuses a target that is held back, with a sentence, and runs nothing', async () => {
    const holdSet = createHoldSet([
      {
        repositories: ['Acme/Shop'],
        names: [],
        descriptions: [],
        paths: [],
        contents: [],
        why: 'an evaluation',
      },
    ]);
    services = { ...services, holdSet };
    expect(await build()).toMatchObject({
      outcome: 'nothing-to-build',
      detail:
        'Nothing is built here. acme/shop is in the hold set, a part or a copy of Acme/Shop: it is that repository (an evaluation).',
      rounds: [],
    });
    expect(inputs).toEqual([]);
  });

  it("tells a resident nothing of the target's tests, only that its mapping was refused", async () => {
    await build();
    expect(inputs.length).toBeGreaterThan(2);
    expect(JSON.stringify(inputs)).not.toContain('PLANTED');
    expect(JSON.stringify(inputs)).not.toContain('test_pause');
    expect(inputs.at(-1)?.attempts).toEqual([
      { mapping: expect.anything(), outcome: 'refused', diagnostics: [] },
    ]);
  });

  it('delivers the best round and says why when every mapping is refused', async () => {
    services = await servicesWith(suite(() => false));
    const outcome = await build();
    expect(outcome).toMatchObject({
      outcome: 'stopped-short',
      reason: 'nothing-left-to-try',
      deliveredRound: 1,
    });
    expect(outcome.detail).toMatch(
      /`shop\.waiting` is uncovered: .*cf-00000000aaaa: Every mapping that fits was refused/,
    );
    // The second round was no better: a last commit brings the first one's tree back, and no history is lost.
    expect(outcome.commits).toHaveLength(3);
    expect(fileAt(outcome.commits[2], WAITING)).toBe(fileAt(outcome.commits[0], WAITING));
    expect(host.commits.get(outcome.commits[2] ?? '')?.parent).toBe(outcome.commits[1]);
    expect(host.pullRequests).toMatchObject([{ draft: true }]);
    expect(bodies('conclusion')[0]).toMatch(/stopped short.*refused/);
  });

  it('ends as an environment fault when the sandbox fails in the middle, and keeps what was done', async () => {
    let runs = 0;
    const tell = suite(() => false);
    services = await servicesWith(request => {
      // The baseline takes two.
      if (request.targets.length === 0 && (runs += 1) === 4)
        throw new CodefaceError('sandbox', 'The engine went away.');
      return tell(request);
    });
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'environment-fault', detail: 'The engine went away.' });
    expect(outcome.rounds).toHaveLength(1);
    expect(host.pullRequests).toMatchObject([{ draft: true }]);
    // Round 2 got no verdict; round 1, the best so far, is what the branch holds.
    expect(host.checkRuns.map(run => run.conclusion)).toEqual(['failure', 'neutral', 'failure']);
    expect(outcome.commits).toHaveLength(3);
    expect(bodies('status')[0]).toContain('stopped, and not because of your code. The engine went away.');
    // Done again after the end, the same run answers the same.
    expect(await build()).toEqual(outcome);
  });

  it('ends with the remedy when the suite cannot be begun on the untouched commit', async () => {
    const detail = 'error: unrecognized arguments: --cov=shop';
    services = await servicesWith(() => ({ status: 'environment-fault', detail }));
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'environment-fault', reason: 'environment-fault', rounds: [] });
    expect(outcome.detail).toMatch(/untouched commit: error: unrecognized arguments.*`pytest-cov`.*Declare/);
    expect(bodies('status')[0]).toContain('not because of your code');
  });

  it('says how CI can judge instead when an index of the target wants credentials', async () => {
    const message = 'The index pkg.example wants credentials.';
    const prepare = () => Promise.reject(new CodefaceError('sandbox', message, { fault: 'private-index' }));
    services = { ...services, sandbox: { ...services.sandbox, prepare } };
    const outcome = await build();
    expect(outcome.outcome).toBe('environment-fault');
    expect(outcome.detail).toContain(`${message} Or set \`judge: ci\` in \`.codeface.yml\``);
  });

  it('ends where the suite cannot be believed on the untouched commit', async () => {
    services = await servicesWith(() => ({ status: 'untrusted', detail: 'A canary passed.' }));
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'stopped-short', reason: 'untrusted', rounds: [] });
    expect(outcome.detail).toMatch(/cannot be believed: A canary passed\./);
  });

  it('is never green in a round that cannot be believed, and says why', async () => {
    const tell = suite(() => true);
    services = await servicesWith(request => {
      const isRound = request.targets.length === 0 && request.files.has(WAITING);
      return isRound ? { ...tell(request), status: 'untrusted', detail: 'A canary passed.' } : tell(request);
    });
    const outcome = await build();
    expect(outcome.outcome).toBe('stopped-short');
    expect(outcome.rounds.every(round => !round.judgement.green)).toBe(true);
    expect(bodies('diagnosis')[0]).toContain('cannot be believed: A canary passed.');
    expect(host.checkRuns[0]).toMatchObject({ conclusion: 'failure', title: 'No verdict can be trusted' });
    expect(host.pullRequests).toMatchObject([{ draft: true }]);
  });

  it('excuses a test that fails by chance, and tells of it and of what the suite lacks', async () => {
    let chance = 0;
    const tell = suite(() => true);
    services = await servicesWith(request => {
      const lacking = test('tests/test_x.py::test_x', 'error', { message: "fixture 'mocker' not found" });
      const isCart = request.targets.includes('tests/test_cart.py');
      if (isCart) return { tests: [test('tests/test_cart.py::test_total')] };
      const told = tell(request);
      const isRound = request.targets.length === 0 && request.files.has(WAITING);
      const fails = isRound && (chance += 1) === 1;
      const tests = (told.tests ?? []).map(one =>
        fails && one.id.startsWith('tests/test_cart') ? test(one.id, 'failed') : one,
      );
      return request.targets.length > 0 ? told : { ...told, tests: [...tests, lacking] };
    });
    const outcome = await build();
    expect(outcome.rounds[0]?.judgement).toMatchObject({
      green: true,
      flaky: ['tests/test_cart.py::test_total'],
      alreadyFailing: ['tests/test_x.py::test_x'],
    });
    expect(bodies('status')[0]).toMatch(/pytest-mock.*not installed/);
  });

  it.each(['commit', 'putPullRequest', 'putCheckRun', 'putComment'])(
    'loses no round and repeats none when the host fails at %s and the job is taken up again',
    async call => {
      for (const nth of [1, 2, 3]) {
        host = new FakeRepositoryHost('acme/shop', TARGET);
        issue = host.addIssue('Wait', STUB).number;
        services = await servicesWith(suite(onlySwapped));
        let seen = 0;
        const failing = new Proxy(host, {
          get(target, name, receiver) {
            const value: unknown = Reflect.get(target, name, receiver);
            if (typeof value !== 'function') return value;
            return (...words: unknown[]) => {
              if (name === call && (seen += 1) === nth)
                throw new CodefaceError('repository-host', 'GitHub is down.', { retryable: true });
              return (value as (...all: unknown[]) => unknown).apply(target, words);
            };
          },
        });
        const honest = host;
        host = failing;
        const first = await build().catch((error: unknown) => error);
        host = honest;
        const outcome = await build();
        if (!(first instanceof CodefaceError)) expect(outcome).toEqual(first);
        expect(outcome).toMatchObject({ outcome: 'green', deliveredRound: 2 });
        expect(honest.pullRequests).toMatchObject([{ draft: false }]);
        expect(outcome.commits).toHaveLength(2);
        expect(honest.branches.get(`codeface/issue-${issue}`)).toBe(outcome.commits[1]);
        expect(bodies('status')).toHaveLength(1);
        expect(bodies('diagnosis')).toHaveLength(1);
      }
    },
  );

  it('ends at once, without writing over it, when somebody pushes to its branch', async () => {
    const tell = suite(() => false);
    services = await servicesWith(request => {
      const branch = `codeface/issue-${issue}`;
      if (request.files.has(WAITING) && host.branches.has(branch))
        host.push(branch, { 'mine.txt': 'mine' }, 'Mine');
      return tell(request);
    });
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'stopped-short', reason: 'host-refused' });
    expect(host.commits.get(host.branches.get(`codeface/issue-${issue}`) ?? '')?.message).toBe('Mine');
    expect(bodies('status')[0]).toContain('stopped short');
    expect(bodies('conclusion')).toHaveLength(1);
  });

  it('goes on with what was asked when it began, on the branch it began with, when it is taken up again', async () => {
    const tell = suite(onlySwapped);
    let isDown = true;
    services = await servicesWith(request => {
      if (request.files.has(WAITING) && isDown) throw new Error('killed');
      return tell(request);
    });
    await expect(build()).rejects.toThrow('killed');
    isDown = false;
    const outcome = await build('job-1', 'Nothing any more.');
    expect(outcome).toMatchObject({ outcome: 'green', branch: `codeface/issue-${issue}` });
    expect(host.pullRequests).toHaveLength(1);
  });

  it('says that it is given up, and leaves no status that looks alive', async () => {
    services = await servicesWith(() => {
      throw new Error('killed');
    });
    await expect(build()).rejects.toThrow('killed');
    const outcome = await abandon(services, inputOf('job-1', STUB), 'It was begun too often.');
    expect(outcome).toMatchObject({ outcome: 'stopped-short', reason: 'given-up' });
    expect(bodies('status')[0]).toContain('stopped short. It was begun too often.');
  });

  it('stops before the next round when it is asked to', async () => {
    const tell = suite(onlySwapped);
    services = await servicesWith(request => {
      if (request.files.has(WAITING)) void services.runs.requestStop('acme/shop', issue);
      return tell(request);
    });
    expect(await build()).toMatchObject({
      outcome: 'stopped-short',
      reason: 'stopped-by-request',
      deliveredRound: 1,
    });
  });

  it('goes on with what is covered and lists what is not', async () => {
    const more = '```python\n# shop/astrology.py\nasync def cast(sign: str) -> dict: ...\n```\n';
    const outcome = await build('job-1', STUB + more);
    expect(outcome.outcome).toBe('stopped-short');
    expect(outcome.rounds.at(-1)?.judgement).toMatchObject({ green: false, requiredFailing: [] });
    expect(outcome.detail).toContain('`shop.astrology` is uncovered');
    expect(host.pullRequests).toMatchObject([{ draft: true }]);
  });

  it('says what is needed and makes no branch when nothing is asked for', async () => {
    host = new FakeRepositoryHost('acme/shop', { LICENSE: 'MIT License', 'shop/cart.py': 'x = 1\n' });
    issue = host.addIssue('Better', 'Please.').number;
    expect(await build('job-1', 'Please.')).toMatchObject({ outcome: 'nothing-to-build', commits: [] });
    expect([...host.branches.keys()]).toEqual(['main']);
    expect(bodies('status')[0]).toContain('# src/shop/prices.py');
  });

  it('takes a branch of its own when an earlier run of the issue holds the wanted one', async () => {
    const first = await build('job-1');
    const second = await build('job-2');
    expect([first.branch, second.branch]).toEqual([`codeface/issue-${issue}`, `codeface/issue-${issue}-2`]);
  });

  it('uses no primitive that may not flow into the target', async () => {
    await services.library.replaceRepository('acme/kit', 'c2', [
      { ...DONOR, id: 'cf-00000000bbbb', provenance: { ...DONOR.provenance, licence: 'GPL-3.0-only' } },
    ]);
    const outcome = await build();
    expect(outcome).toMatchObject({ outcome: 'stopped-short', commits: [] });
    expect(outcome.detail).toContain('`shop.waiting` is uncovered');
  });
});

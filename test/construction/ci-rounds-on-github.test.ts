import { expect, it } from '@jest/globals';
import { construct } from '../../src/construction.js';
import { hostsOf } from '../adapters/github/github-world.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { startGitHubServer } from '../support/github-server/server.js';
import { test } from '../support/values.js';
import { createWaitingServices, STUB, TARGET } from '../support/waiting-shop.js';

it('waits on GitHub for the checks of each round, and is ready when the one that failed before passes', async () => {
  const server = await startGitHubServer();
  try {
    const files = { ...TARGET, '.codeface.yml': 'judge: ci\n' };
    const { fullName, head } = await server.createRepository({ owner: 'acme', name: 'shop', files });
    const issue = await server.createIssue(fullName, { title: 'Wait', body: STUB, user: 'ada' });
    server.reportCheck(fullName, head!, { name: 'tests', conclusion: 'failure' });
    server.reportStatus(fullName, head!, { context: 'lint', state: 'success' });
    const branch = `codeface/issue-${issue}`;
    const fake = createFakeClock();
    const clock = {
      ...fake,
      // CI comes to its verdict while nobody looks: the second round mends what failed.
      sleep: async (ms: number) => {
        fake.advance(ms);
        const commits = (await server.state()).commits.get(branch) ?? [];
        const conclusion = commits.length > 2 ? 'success' : 'failure';
        server.reportCheck(fullName, commits[0]!.sha, { name: 'tests', conclusion });
        server.reportStatus(fullName, commits[0]!.sha, { context: 'lint', state: 'success' });
      },
    };
    const harness = createFakeHarness(({ targets }) => ({ tests: targets.map(id => test(id)) }));
    const outcome = await construct(await createWaitingServices({ clock, harness }), {
      key: 'job-1',
      host: await hostsOf(server).open(server.installationId, fullName),
      request: { repository: fullName, issue, title: 'Wait', body: STUB, requestedBy: 'ada' },
      budget: { rounds: 5, wallTimeMs: 3_600_000, tokens: 0, costUsd: 0 },
      branch,
      rules: { excludeSameRepository: false },
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({ outcome: 'green', deliveredRound: 2 });
    const { pulls, checkRuns } = await server.state();
    expect(pulls).toMatchObject([{ draft: false, headSha: outcome.commits[1] }]);
    const own = checkRuns.filter(({ name }) => name === 'Codeface suite');
    expect(own.map(({ conclusion }) => conclusion)).toEqual(['failure', 'success']);
    server.assertNoViolations();
  } finally {
    await server.close();
  }
});

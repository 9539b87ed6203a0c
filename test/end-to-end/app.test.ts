import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createComposition } from '../../src/compose.js';
import { parseMarker } from '../../src/publish/markers.js';
import { buildProject } from '../support/command-line.js';
import { startApp, type AppProcesses } from '../support/app-processes.js';
import { readFixtureRequest, readFixtureTree, temporaryFolder } from '../support/fixture-repositories.js';
import type { GitHubServer } from '../support/github-server/github-server.js';
import { startGitHubServer } from '../support/github-server/server.js';
import { describeWithDriver } from '../support/sandboxes.js';

const MINUTES = 60_000;
const LEASE_SECONDS = 3;
const TARGET = 'acme/orderdesk';

/** The App never runs strangers' code without isolation, so neither do its tests. */
const composition = createComposition(process.env, {
  trustsCode: false,
  showsProgress: false,
  colour: false,
});
const [docker, bubblewrap] = await composition.probeSandboxes();
const sandbox = docker?.available === true ? docker : bubblewrap;

describeWithDriver(sandbox!, () =>
  describe('the App, from a signed delivery to a ready pull request', () => {
    let github: GitHubServer;
    let app: AppProcesses;

    beforeAll(async () => {
      buildProject();
      github = await startGitHubServer();
      for (const name of ['steadykit', 'wordforms', 'orderdesk'] as const) {
        await github.createRepository({ owner: 'acme', name, files: readFixtureTree(name) });
      }
      github.setPermission(TARGET, 'ada', 'write');
      github.setPermission(TARGET, 'eve', 'read');
      app = await startApp({
        APP_ID: String(github.app.id),
        PRIVATE_KEY: github.app.privateKey,
        WEBHOOK_SECRET: github.app.webhookSecret,
        GITHUB_API_URL: github.url,
        CODEFACE_DATABASE: join(temporaryFolder(), 'codeface.db'),
        CODEFACE_SANDBOX: sandbox!.driver,
        CODEFACE_LEASE_SECONDS: String(LEASE_SECONDS),
        LOG_LEVEL: 'info',
      });
      github.deliverTo(app.webhookUrl);
      app.startWorker();
    }, 3 * MINUTES);

    afterAll(async () => {
      await app?.stop();
      await github?.close();
    });

    /** Waits for something to become true, and shows the App's log when it does not. */
    async function until<T>(
      what: string,
      look: () => Promise<T | undefined | false>,
      withinMs = 3 * MINUTES,
    ): Promise<T> {
      const deadline = Date.now() + withinMs;
      for (;;) {
        const found = await look();
        if (found !== undefined && found !== false) return found;
        if (Date.now() > deadline)
          throw new Error(`Waited in vain for ${what}. The App wrote:\n${app.output().slice(-8000)}`);
        await new Promise(resolve => setTimeout(resolve, 200));
      }
    }

    const jobsDone = (kind: string) =>
      app
        .output()
        .split('\n')
        .filter(line => line.includes('A job is done') && line.includes(`"kind":"${kind}"`)).length;

    it(
      'offers mining on installation, and mines on a push to the default branch',
      async () => {
        await github.install();
        await until('the offer', async () => (await github.state('acme/steadykit')).issues.length === 1);
        for (const name of ['steadykit', 'wordforms'])
          await github.push(`acme/${name}`, 'main', { 'CHANGES.md': 'New.\n' });
        await until('two minings', async () => jobsDone('mine') === 2);
      },
      4 * MINUTES,
    );

    it(
      'answers somebody who may not push in one line, and does nothing',
      async () => {
        const issue = await github.createIssue(TARGET, {
          title: 'Mine',
          body: readFixtureRequest('orderdesk'),
          user: 'eve',
        });
        await github.commentOn(TARGET, issue, '/codeface build', 'eve');
        await until('the job', async () => jobsDone('build') === 1);
        const { comments, pulls, refs } = await github.state(TARGET);
        const answers = comments.filter(
          comment => comment.issue === issue && comment.user.startsWith('codeface'),
        );
        expect(answers.map(comment => parseMarker(comment.body))).toEqual([{ kind: 'refusal' }]);
        expect(pulls).toEqual([]);
        expect([...refs.keys()]).toEqual(['refs/heads/main']);
      },
      2 * MINUTES,
    );

    it(
      'builds once, in two rounds, though the delivery comes twice and the worker is killed',
      async () => {
        const issue = await github.createIssue(TARGET, {
          title: 'Let the shop start again',
          body: readFixtureRequest('orderdesk'),
          user: 'ada',
        });
        const { commentId, delivery } = await github.commentOn(TARGET, issue, '/codeface build', 'ada');
        await github.redeliver(delivery?.id ?? '');

        // In the middle: the first round's commit is there and its suite is running, or has just run.
        const branch = `codeface/issue-${issue}`;
        await until(
          'the first round',
          async () => ((await github.state(TARGET)).commits.get(branch)?.length ?? 0) > 1,
        );
        await app.killWorker();
        expect((await github.state(TARGET)).pulls.every(pull => pull.draft)).toBe(true);
        app.startWorker();

        const pull = await until('a ready pull request', async () =>
          (await github.state(TARGET)).pulls.find(one => !one.draft),
        );
        await until('the end of the job', async () => jobsDone('build') === 2);
        await github.redeliver(delivery?.id ?? '');

        const { comments, pulls, commits, checkRuns } = await github.state(TARGET);
        expect(pulls).toHaveLength(1);
        expect(pull.body).toContain(`Closes #${issue}`);
        expect(pull.body).toMatch(
          /`orderdesk\.platform\.waiting`.*`acme\/steadykit@[0-9a-f]{7}`.*`Apache-2\.0`/,
        );
        expect(pull.body).toMatch(/`orderdesk\.catalogue\.handles`.*`acme\/wordforms@[0-9a-f]{7}`.*`MIT`/);

        // No lost round: two commits, each once, each with its check run.
        const rounds = (commits.get(branch) ?? [])
          .filter(commit => commit.message.includes('Codeface-Round:'))
          .reverse();
        expect(rounds.map(commit => /Codeface-Round: .*\/(.*)/.exec(commit.message)?.[1])).toEqual([
          '1',
          '2',
        ]);
        expect(
          rounds.map(commit =>
            checkRuns.filter(run => run.headSha === commit.sha).map(run => run.conclusion),
          ),
        ).toEqual([['failure'], ['success']]);

        // One status comment, edited in place; one diagnosis, for the red round, that names the component.
        const own = comments.filter(comment => comment.user.startsWith('codeface'));
        const onIssue = own.filter(comment => comment.issue === issue);
        expect(onIssue.map(comment => parseMarker(comment.body))).toEqual([{ kind: 'status' }]);
        expect(onIssue[0]?.edited).toBe(true);
        expect(onIssue[0]?.body).toContain('ready for review');
        const onPull = own.filter(comment => comment.issue === pull.number);
        expect(onPull.map(comment => parseMarker(comment.body)?.kind)).toEqual(['diagnosis']);
        expect(onPull[0]?.body).toContain('orderdesk.platform.waiting');
        expect(
          comments.find(comment => comment.id === commentId)?.reactions.map(reaction => reaction.content),
        ).toEqual(['eyes']);

        github.assertNoViolations();
        expect(app.output()).not.toContain(github.app.webhookSecret);
      },
      8 * MINUTES,
    );

    it(
      'says what is needed when an issue asks for nothing, without a branch',
      async () => {
        const issue = await github.createIssue('acme/steadykit', {
          title: 'Make it better',
          body: 'Please.',
          user: 'acme',
        });
        github.setPermission('acme/steadykit', 'ada', 'write');
        await github.commentOn('acme/steadykit', issue, '/codeface build', 'ada');
        await until('the end of the job', async () => jobsDone('build') === 3);
        const { comments, refs } = await github.state('acme/steadykit');
        expect(comments.filter(comment => comment.issue === issue).at(-1)?.body).toContain(
          '# src/shop/prices.py',
        );
        expect([...refs.keys()]).toEqual(['refs/heads/main']);
        github.assertNoViolations();
      },
      2 * MINUTES,
    );
  }),
);

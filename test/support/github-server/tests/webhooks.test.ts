import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import type { GitHubServer } from '../github-server.js';
import { installationClient } from '../octokit.js';
import { startGitHubServer } from '../server.js';
import { startWebhookReceiver } from '../webhook-receiver.js';
import type { WebhookReceiver } from '../webhook-receiver.js';

const shop = { owner: 'acme', repo: 'shop' };
let receiver: WebhookReceiver;
let server: GitHubServer;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  server = await startGitHubServer({ webhookUrl: receiver.url });
  await server.createRepository({ owner: 'acme', name: 'shop', files: { 'a.py': 'a = 1\n' } });
});
afterEach(async () => {
  await server.close();
  await receiver.close();
});

async function openIssue(): Promise<number> {
  return server.createIssue('acme/shop', { title: 'Build it', body: 'Please.', user: 'ann' });
}

describe('a delivery', () => {
  it('is signed, and carries who said what where for which installation', async () => {
    const number = await openIssue();
    const { commentId, delivery } = await server.commentOn('acme/shop', number, '/codeface build', 'ann');
    expect(delivery?.statuses).toEqual([202]);
    const { headers, body } = receiver.received.at(-1)!;
    expect(headers).toMatchObject({ 'x-github-event': 'issue_comment', 'x-github-delivery': delivery?.id });
    expect(delivery?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const signature = headers['x-hub-signature-256'] ?? '';
    expect(await verify(server.app.webhookSecret, body, signature)).toBe(true);
    expect(await verify('another secret', body, signature)).toBe(false);
    expect(JSON.parse(body)).toMatchObject({
      action: 'created',
      issue: { number, title: 'Build it' },
      comment: { id: commentId, body: '/codeface build', user: { login: 'ann', type: 'User' } },
      repository: { full_name: 'acme/shop', default_branch: 'main' },
      installation: { id: server.installationId },
      sender: { login: 'ann', type: 'User' },
    });
    server.assertNoViolations();
  });

  it('comes again with the same id and the same words', async () => {
    const { delivery } = await server.commentOn('acme/shop', await openIssue(), 'Hello', 'ann');
    await server.redeliver(delivery!.id);
    const [first, again] = receiver.received.slice(-2);
    expect(again?.body).toBe(first?.body);
    expect(again?.headers['x-github-delivery']).toBe(first?.headers['x-github-delivery']);
    expect(delivery?.statuses).toEqual([202, 202]);
  });

  it('keeps what the App answered, or that it did not', async () => {
    receiver.answerWith(500);
    const number = await openIssue();
    expect((await server.commentOn('acme/shop', number, 'One', 'ann')).delivery?.statuses).toEqual([500]);
    server.deliverTo('http://127.0.0.1:9/');
    expect((await server.commentOn('acme/shop', number, 'Two', 'ann')).delivery?.statuses).toEqual([0]);
  });

  it('is made only of events the App subscribes to', async () => {
    const quiet = await startGitHubServer({ webhookUrl: receiver.url, events: ['push'] });
    await quiet.createRepository({ owner: 'acme', name: 'shop', files: { a: 'a' } });
    const number = await quiet.createIssue('acme/shop', { title: 'x', body: 'y', user: 'ann' });
    expect((await quiet.commentOn('acme/shop', number, 'z', 'ann')).delivery).toBeUndefined();
    expect((await quiet.install())?.statuses).toEqual([202]);
    expect(receiver.received.map(each => each.headers['x-github-event'])).toEqual(['installation']);
    await quiet.close();
  });
});

describe('what is announced', () => {
  it('is an installation with its repositories', async () => {
    await server.install();
    expect(server.deliveries.at(-1)).toMatchObject({
      event: 'installation',
      payload: { action: 'created', repositories: [{ full_name: 'acme/shop' }] },
    });
    server.assertNoViolations();
  });

  it('is a push with its commits', async () => {
    const before = (await server.state()).refs.get('refs/heads/main');
    const after = await server.push('acme/shop', 'main', { 'b.py': 'b = 1\n' }, ['a.py']);
    expect(server.deliveries.at(-1)).toMatchObject({
      event: 'push',
      payload: {
        ref: 'refs/heads/main',
        before,
        after,
        created: false,
        forced: false,
        commits: [{ id: after, added: ['b.py'], removed: ['a.py'], modified: [] }],
      },
    });
    server.assertNoViolations();
  });

  it('is what the App itself does, too', async () => {
    const octokit = installationClient(server);
    const number = await openIssue();
    const { data } = await octokit.rest.issues.createComment({ ...shop, issue_number: number, body: 'Hi' });
    await octokit.rest.issues.updateComment({ ...shop, comment_id: data.id, body: 'Hello' });
    await server.deliveriesSettled();
    expect(server.deliveries.slice(-2)).toMatchObject([
      { payload: { action: 'created', sender: { login: 'codeface[bot]', type: 'Bot' } }, statuses: [202] },
      { payload: { action: 'edited', changes: { body: { from: 'Hi' } } }, statuses: [202] },
    ]);
    server.assertNoViolations();
  });

  it('is the life of a pull request', async () => {
    const octokit = installationClient(server);
    const topic = { ...shop, title: 'T', head: 'topic', base: 'main', draft: true };
    await server.push('acme/shop', 'topic', { 'b.py': 'b = 1\n' });
    const { data: pull } = await octokit.rest.pulls.create(topic);
    await server.push('acme/shop', 'topic', { 'b.py': 'b = 2\n' });
    await octokit.rest.pulls.update({ ...shop, pull_number: pull.number, body: 'New' });
    await octokit.graphql(
      'mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }',
      { id: pull.node_id },
    );
    await server.deliveriesSettled();
    await server.merge('acme/shop', pull.number, 'ann');
    const pulls = server.deliveries.filter(each => each.event === 'pull_request');
    expect(pulls.map(each => (each.payload as { action: string }).action)).toEqual([
      'opened',
      'synchronize',
      'edited',
      'ready_for_review',
      'closed',
    ]);
    expect(pulls.at(-1)?.payload).toMatchObject({ pull_request: { merged: true, draft: false } });
    server.assertNoViolations();
  });
});

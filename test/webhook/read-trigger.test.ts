import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTrigger } from '../../src/webhook/read-trigger.js';
import { webhookFixture } from '../support/webhook-fixture.js';

const readingOf = (fixture: string) => readTrigger(fixture.split('/')[0]!, webhookFixture(fixture));
const ofMaria = {
  installationId: 5131,
  repository: 'acme/widgets',
  issue: 7,
  commentId: 90_210,
  requestedBy: 'maria',
};

describe('readTrigger', () => {
  it.each([
    ['issue_comment/build', { kind: 'build', ...ofMaria }],
    ['issue_comment/stop', { kind: 'stop', ...ofMaria }],
    ['issue_comment/build-on-pull-request', { kind: 'build', ...ofMaria }],
    ['issue_comment/build-on-closed-issue', { kind: 'build', ...ofMaria }],
    ['push/default-branch', { kind: 'mine', installationId: 5131, repository: 'acme/widgets' }],
    [
      'installation/created',
      { kind: 'welcome', installationId: 5131, repositories: ['acme/widgets', 'acme/gadgets'] },
    ],
    [
      'installation_repositories/added',
      { kind: 'welcome', installationId: 5131, repositories: ['acme/sprockets'] },
    ],
    [
      'installation_repositories/removed',
      { kind: 'forget', installationId: 5131, repositories: ['acme/widgets'] },
    ],
  ])('reads %s', (fixture, trigger) => {
    expect(readingOf(fixture)).toEqual({ trigger });
  });

  it.each([
    ['issue_comment/build-by-bot', 'helper[bot] is a bot; only people give commands.'],
    ['issue_comment/build-edited', 'The comment was edited; only a new one is a command.'],
    ['issue_comment/quoted-command', 'The comment holds no command.'],
    ['push/other-branch', 'The push was to refs/heads/feature/retry, not to the default branch.'],
    ['push/tag', 'The push was to refs/tags/main, not to the default branch.'],
    ['push/default-branch-deleted', 'The default branch was deleted.'],
    ['installation/deleted', 'The installation was deleted, not created.'],
  ])('ignores %s and says why', (fixture, reason) => {
    expect(readingOf(fixture)).toEqual({ ignored: reason });
  });

  it('takes mining on request as the mining of the newest commit, with who asked', () => {
    const payload = webhookFixture('issue_comment/build');
    const comment = { ...(payload['comment'] as object), body: '/codeface mine' };
    const reading = readTrigger('issue_comment', { ...payload, comment });
    expect(reading).toMatchObject({ trigger: { kind: 'mine', asked: { issue: expect.any(Number) } } });
  });

  it('names the commands there are when it does not know one', () => {
    const payload = webhookFixture('issue_comment/build');
    const comment = { ...(payload['comment'] as object), body: '/codeface deploy' };
    expect(readTrigger('issue_comment', { ...payload, comment })).toEqual({
      ignored: '"deploy" is no command; there are /codeface build, /codeface mine, /codeface stop.',
    });
  });

  it('ignores an installation without a repository', () => {
    const { repositories: _, ...payload } = webhookFixture('installation/created');
    expect(readTrigger('installation', payload)).toEqual({
      ignored: 'The installation has no repository yet.',
    });
  });

  it('ignores an event it does nothing on', () => {
    expect(readTrigger('star', {})).toEqual({ ignored: 'Nothing is done on the event star.' });
  });

  it.each([
    ['a repository outside GitHub names', { repository: { full_name: '../../etc/passwd' } }, 'repository'],
    ['no installation', { installation: undefined }, 'installation'],
    ['a number that is text', { issue: { number: '7' } }, 'issue.number'],
    ['a login with white space', { sender: { login: 'a b', type: 'User' } }, 'sender.login'],
  ])('ignores %s as malformed and says where', (_, part, where) => {
    const reading = readTrigger('issue_comment', { ...webhookFixture('issue_comment/build'), ...part });
    expect(reading).toEqual({
      ignored: expect.stringContaining(`issue_comment payload is malformed (${where}`),
    });
  });

  it('never throws, whatever the event and the payload', () => {
    const events = [
      'issue_comment',
      'push',
      'repository',
      'installation',
      'installation_repositories',
      'toString',
    ];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...events), fc.string()), fc.jsonValue(), (event, payload) => {
        const reading = readTrigger(event, payload);
        expect('trigger' in reading || reading.ignored.length > 0).toBe(true);
      }),
    );
  });

  it('never throws on a real payload with any part replaced', () => {
    const payload = webhookFixture('issue_comment/build');
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(payload)), fc.jsonValue(), (part, value) => {
        readTrigger('issue_comment', { ...payload, [part]: value });
      }),
    );
  });
});

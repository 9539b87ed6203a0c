import { describe, expect, it } from '@jest/globals';
import { readTrigger } from '../../src/webhook/read-trigger.js';
import { webhookFixture } from '../support/webhook-fixture.js';

/** A `repository` event of acme/widgets, as GitHub words it. */
function reading(action: string, changes?: object) {
  const { repository, installation, sender, organization } = webhookFixture('push/default-branch');
  return readTrigger('repository', { action, repository, installation, sender, organization, changes });
}
const mining = { kind: 'mine', installationId: 5131, repository: 'acme/widgets' };

describe('what happened to a repository', () => {
  it.each<readonly [string, string, object | undefined, object]>([
    [
      'was renamed',
      'renamed',
      { repository: { name: { from: 'gadgets' } } },
      { ...mining, formerly: 'acme/gadgets' },
    ],
    [
      'was transferred by an organisation',
      'transferred',
      { owner: { from: { organization: { login: 'initech', id: 1 }, user: null } } },
      { ...mining, formerly: 'initech/widgets' },
    ],
    [
      'was transferred by a person',
      'transferred',
      { owner: { from: { user: { login: 'maria', id: 1 } } } },
      { ...mining, formerly: 'maria/widgets' },
    ],
    ['was made private', 'privatized', undefined, { ...mining, formerly: 'acme/widgets' }],
    ['was made public', 'publicized', undefined, mining],
    ['has another default branch', 'edited', { default_branch: { from: 'master' } }, mining],
    [
      'was deleted',
      'deleted',
      undefined,
      { kind: 'forget', installationId: 5131, repositories: ['acme/widgets'] },
    ],
  ])('is read: it %s', (_, action, changes, trigger) => {
    expect(reading(action, changes)).toEqual({ trigger });
  });

  it.each<readonly [string, object | undefined, string]>([
    ['edited', { description: { from: 'Old' } }, 'Something else of the repository'],
    ['archived', undefined, 'Nothing is done when a repository was archived.'],
    ['renamed', undefined, 'The repository was renamed, and nothing says from what.'],
    ['renamed', { repository: { name: { from: '../secrets' } } }, 'payload is malformed (changes.repository'],
  ])('is ignored when it says nothing of the library: %s %j', (action, changes, reason) => {
    expect(reading(action, changes)).toEqual({ ignored: expect.stringContaining(reason) });
  });
});

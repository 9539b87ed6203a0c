import type { z } from 'zod';
import type { Reading } from '../domain/trigger.js';
import type { repositoryPayload } from './payloads.js';

/**
 * What becomes of a repository that was renamed, transferred, deleted, opened or closed to others, or has another
 * default branch (https://docs.github.com/webhooks/webhook-events-and-payloads#repository). What the library says of
 * it must not outlive its truth: who may read it before all.
 */
export function readRepositoryEvent(delivery: z.output<typeof repositoryPayload>): Reading {
  const { action, installation, repository, changes } = delivery;
  const installationId = installation.id;
  const name = repository.full_name;
  const mining = { kind: 'mine', installationId, repository: name } as const;
  switch (action) {
    case 'deleted':
      return { trigger: { kind: 'forget', installationId, repositories: [name] } };
    case 'renamed':
    case 'transferred': {
      const formerly = formerName(name, changes);
      return formerly === undefined
        ? { ignored: `The repository was ${action}, and nothing says from what.` }
        : { trigger: { ...mining, formerly } };
    }
    case 'privatized':
      return { trigger: { ...mining, formerly: name } };
    case 'publicized':
      return { trigger: mining };
    case 'edited':
      return changes?.default_branch === undefined
        ? { ignored: 'Something else of the repository than its default branch was edited.' }
        : { trigger: mining };
    default:
      return { ignored: `Nothing is done when a repository was ${action.slice(0, 40)}.` };
  }
}

function formerName(
  name: string,
  changes: z.output<typeof repositoryPayload>['changes'],
): string | undefined {
  const [owner, repository] = name.split('/');
  const from = changes?.owner?.from;
  const formerOwner = from?.organization?.login ?? from?.user?.login;
  const formerRepository = changes?.repository?.name.from;
  if (formerOwner === undefined && formerRepository === undefined) return undefined;
  return `${formerOwner ?? owner}/${formerRepository ?? repository}`;
}

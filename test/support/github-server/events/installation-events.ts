import { accountOf } from '../representations/account.js';
import { installationOf } from '../representations/app.js';
import { fullName, nodeId } from '../site.js';
import type { Site } from '../site.js';

/** Payload of `installation` with action `created`, by the organisation's own hand. */
export function installationCreated(site: Site): object {
  return {
    action: 'created',
    installation: installationOf(site),
    repositories: site.repositories.map(repository => ({
      id: repository.id,
      node_id: nodeId('R', repository.id),
      name: repository.name,
      full_name: fullName(repository),
      private: repository.private,
    })),
    requester: null,
    sender: accountOf(site, site.accountOf('octocat')),
  };
}

import type { Account, RepositoryRecord } from '../records.js';
import { accountOf } from '../representations/account.js';
import { repositoryOf } from '../representations/repository.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';

/** What every event of a repository carries: where, for which installation, and who did it. */
export function envelope(site: Site, repository: RepositoryRecord, sender: Account) {
  return {
    repository: repositoryOf(site, repository),
    ...organisation(site, repository.owner),
    installation: { id: site.installationId, node_id: nodeId('MDI', site.installationId) },
    sender: accountOf(site, sender),
  };
}

function organisation(site: Site, owner: Account): object {
  if (owner.type !== 'Organization') return {};
  const url = `${site.api}/orgs/${owner.login}`;
  const { login, id, node_id, avatar_url } = accountOf(site, owner);
  return {
    organization: {
      login,
      id,
      node_id,
      url,
      repos_url: `${url}/repos`,
      events_url: `${url}/events`,
      hooks_url: `${url}/hooks`,
      issues_url: `${url}/issues`,
      members_url: `${url}/members{/member}`,
      public_members_url: `${url}/public_members{/member}`,
      avatar_url,
      description: null,
    },
  };
}

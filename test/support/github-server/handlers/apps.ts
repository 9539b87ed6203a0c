import { notFound, unprocessable } from '../api-error.js';
import { maySee, page, repositoryOf } from '../call.js';
import type { Call, Handlers } from '../call.js';
import { fullName } from '../site.js';
import type { AppPermissions, Site } from '../site.js';
import { appOf, installationOf } from '../representations/app.js';
import { repositoryOf as represent } from '../representations/repository.js';

/** The App, its installation and the tokens that act for it. */
export const appHandlers: Handlers<
  | 'apps/get-authenticated'
  | 'apps/list-installations'
  | 'apps/get-installation'
  | 'apps/get-repo-installation'
  | 'apps/create-installation-access-token'
  | 'apps/list-repos-accessible-to-installation'
> = {
  'apps/get-authenticated': ({ site }) => ({ status: 200, body: appOf(site) }),

  'apps/list-installations': call => {
    const { items, headers } = page(call, [installationOf(call.site)]);
    return { status: 200, body: items, headers };
  },

  'apps/get-installation': ({ site, path }) => {
    requireInstallation(site, path.installation_id);
    return { status: 200, body: installationOf(site) };
  },

  'apps/get-repo-installation': call => {
    repositoryOf(call);
    return { status: 200, body: installationOf(call.site) };
  },

  'apps/create-installation-access-token': call => {
    requireInstallation(call.site, call.path.installation_id);
    const permissions = grantedPermissions(call);
    const repositories = grantedRepositories(call);
    const token = call.tokens.issue({ permissions, repositories });
    const expires_at = new Date(token.expiresAtMs).toISOString();
    const repository_selection = repositories === undefined ? 'all' : 'selected';
    return { status: 201, body: { token: token.value, expires_at, permissions, repository_selection } };
  },

  'apps/list-repos-accessible-to-installation': call => {
    const visible = call.site.repositories.filter(repository => maySee(call.caller, repository));
    const { items, headers } = page(call, visible);
    const repositories = items.map(repository => represent(call.site, repository));
    const body = { total_count: visible.length, repositories, repository_selection: 'all' };
    return { status: 200, body, headers };
  },
};

function requireInstallation(site: Site, id: number): void {
  if (id !== site.installationId) throw notFound();
}

/** A token may be narrowed to some of the App's permissions, never widened. */
function grantedPermissions(call: Call<'apps/create-installation-access-token'>): AppPermissions {
  const all: AppPermissions = { metadata: 'read', ...call.site.app.permissions };
  const wanted = call.body?.permissions;
  if (wanted === undefined) return all;
  const granted: Record<string, 'read' | 'write'> = { metadata: 'read' };
  for (const [name, level] of Object.entries(wanted)) {
    if (all[name] !== level && all[name] !== 'write')
      throw unprocessable('The permissions requested are not granted to this installation.');
    granted[name] = level === 'write' ? 'write' : 'read';
  }
  return granted;
}

function grantedRepositories(
  call: Call<'apps/create-installation-access-token'>,
): readonly string[] | undefined {
  const { repositories: names, repository_ids: ids } = call.body ?? {};
  if (names === undefined && ids === undefined) return undefined;
  const granted = call.site.repositories.filter(
    repository => (names ?? []).includes(repository.name) || (ids ?? []).includes(repository.id),
  );
  if (granted.length < (names?.length ?? 0) + (ids?.length ?? 0))
    throw unprocessable(
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    );
  return granted.map(fullName);
}

import { nodeId } from '../site.js';
import type { Site } from '../site.js';
import { accountOf } from './account.js';
import type { Schema } from './schemas.js';

export function appOf(site: Site): NonNullable<Schema<'integration'>> {
  const { app } = site;
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('A', app.id),
    owner: accountOf(site, site.account),
    name: app.slug,
    description: null,
    external_url: `${site.origin}/apps/${app.slug}`,
    html_url: `${site.origin}/apps/${app.slug}`,
    created_at: site.createdAt,
    updated_at: site.createdAt,
    permissions: { ...app.permissions },
    events: [...app.events],
  };
}

export function installationOf(site: Site): Schema<'installation'> {
  const url = `${site.api}/app/installations/${site.installationId}`;
  return {
    id: site.installationId,
    account: accountOf(site, site.account),
    repository_selection: 'all',
    access_tokens_url: `${url}/access_tokens`,
    repositories_url: `${site.api}/installation/repositories`,
    html_url: `${site.origin}/organizations/${site.account.login}/settings/installations/${site.installationId}`,
    app_id: site.app.id,
    app_slug: site.app.slug,
    target_id: site.account.id,
    target_type: site.account.type,
    permissions: { ...site.app.permissions },
    events: [...site.app.events],
    created_at: site.createdAt,
    updated_at: site.createdAt,
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  };
}

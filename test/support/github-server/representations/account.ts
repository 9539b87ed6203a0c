import type { Account } from '../records.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';
import type { Schema } from './schemas.js';

export function accountOf(site: Site, account: Account): Schema<'simple-user'> & { type: Account['type'] } {
  const path = account.type === 'Bot' ? encodeURIComponent(account.login) : account.login;
  const url = `${site.api}/users/${path}`;
  const page = account.type === 'Bot' ? `apps/${account.login.replace('[bot]', '')}` : account.login;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId('U', account.id),
    avatar_url: `${site.origin}/avatars/u/${account.id}`,
    gravatar_id: '',
    url,
    html_url: `${site.origin}/${page}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    site_admin: false,
  };
}

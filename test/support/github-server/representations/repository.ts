import licences from 'spdx-license-list';
import type { RepositoryRecord } from '../records.js';
import { fullName, nodeId } from '../site.js';
import type { Site } from '../site.js';
import { accountOf } from './account.js';
import type { Schema } from './schemas.js';

/** Where a repository's resource lies in the REST API. */
export function repositoryUrl(site: Site, repository: RepositoryRecord, path = ''): string {
  return `${site.api}/repos/${fullName(repository)}${path}`;
}

/** Where a person reads it. */
export function repositoryPage(site: Site, repository: RepositoryRecord, path = ''): string {
  return `${site.origin}/${fullName(repository)}${path}`;
}

/** A repository as lists, pull requests and webhooks show it. */
export function repositoryOf(site: Site, repository: RepositoryRecord): Schema<'repository'> {
  const openIssues = [...repository.issues.values()].filter(issue => issue.state === 'open').length;
  const page = repositoryPage(site, repository);
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: fullName(repository),
    license: licenceOf(site, repository.licence),
    owner: accountOf(site, repository.owner),
    private: repository.private,
    visibility: repository.private ? 'private' : 'public',
    html_url: page,
    description: null,
    fork: false,
    ...resourceUrls(repositoryUrl(site, repository)),
    clone_url: `${page}.git`,
    git_url: `git://${page.replace(/^\w+:\/\//, '')}.git`,
    ssh_url: `git@${new URL(site.origin).hostname}:${fullName(repository)}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: null,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 0,
    default_branch: repository.defaultBranch,
    open_issues: openIssues,
    open_issues_count: openIssues,
    topics: [],
    has_issues: true,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    archived: false,
    disabled: false,
    is_template: false,
    allow_forking: true,
    web_commit_signoff_required: false,
    pushed_at: repository.pushedAt,
    created_at: repository.createdAt,
    updated_at: repository.pushedAt,
  };
}

/** A repository as its own resource shows it. */
export function fullRepositoryOf(site: Site, repository: RepositoryRecord): Schema<'full-repository'> {
  const { has_downloads: _downloads, ...shown } = repositoryOf(site, repository);
  return {
    ...shown,
    pushed_at: repository.pushedAt,
    created_at: repository.createdAt,
    updated_at: repository.pushedAt,
    has_discussions: false,
    subscribers_count: 0,
    network_count: 0,
  };
}

/** GitHub knows a repository's licence by the file it read. */
function licenceOf(site: Site, spdxId: string | undefined): Schema<'nullable-license-simple'> {
  if (spdxId === undefined) return null;
  const key = spdxId.toLowerCase();
  return {
    key,
    name: licences[spdxId]?.name ?? spdxId,
    spdx_id: spdxId,
    url: `${site.api}/licenses/${key}`,
    node_id: nodeId('L', key),
  };
}

function resourceUrls(url: string) {
  return {
    url,
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    hooks_url: `${url}/hooks`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
  };
}

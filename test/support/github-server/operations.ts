import type { operations } from '@octokit/openapi-types';

/** `app`: the App's own token is needed. Else the permission, and its level, that the installation's token needs. */
export type Need = 'app' | readonly [permission: string, level: 'read' | 'write'];

/**
 * Every operation the server answers, with what GitHub's documentation says an App needs for it. Comments, labels
 * and reactions are also open to Apps that may write pull requests; the App here asks for both, so one is enough.
 */
export const OPERATIONS = {
  'apps/get-authenticated': 'app',
  'apps/list-installations': 'app',
  'apps/get-installation': 'app',
  'apps/create-installation-access-token': 'app',
  'apps/get-repo-installation': 'app',
  'apps/list-repos-accessible-to-installation': ['metadata', 'read'],
  'repos/get': ['metadata', 'read'],
  'repos/get-collaborator-permission-level': ['metadata', 'read'],
  'repos/get-content': ['contents', 'read'],
  'repos/get-branch': ['contents', 'read'],
  'repos/get-commit': ['contents', 'read'],
  'repos/list-commits': ['contents', 'read'],
  'repos/compare-commits-with-basehead': ['contents', 'read'],
  'git/get-ref': ['contents', 'read'],
  'git/create-ref': ['contents', 'write'],
  'git/update-ref': ['contents', 'write'],
  'git/delete-ref': ['contents', 'write'],
  'git/get-commit': ['contents', 'read'],
  'git/create-commit': ['contents', 'write'],
  'git/get-tree': ['contents', 'read'],
  'git/create-tree': ['contents', 'write'],
  'git/get-blob': ['contents', 'read'],
  'git/create-blob': ['contents', 'write'],
  'issues/get': ['issues', 'read'],
  'issues/create': ['issues', 'write'],
  'issues/list-for-repo': ['issues', 'read'],
  'issues/update': ['issues', 'write'],
  'issues/add-labels': ['issues', 'write'],
  'issues/get-comment': ['issues', 'read'],
  'issues/list-comments': ['issues', 'read'],
  'issues/create-comment': ['issues', 'write'],
  'issues/update-comment': ['issues', 'write'],
  'issues/delete-comment': ['issues', 'write'],
  'reactions/create-for-issue-comment': ['issues', 'write'],
  'reactions/list-for-issue-comment': ['issues', 'read'],
  'pulls/get': ['pull_requests', 'read'],
  'pulls/create': ['pull_requests', 'write'],
  'pulls/list': ['pull_requests', 'read'],
  'pulls/update': ['pull_requests', 'write'],
  'pulls/list-files': ['pull_requests', 'read'],
  'pulls/create-review': ['pull_requests', 'write'],
  'pulls/list-reviews': ['pull_requests', 'read'],
  'checks/create': ['checks', 'write'],
  'checks/update': ['checks', 'write'],
  'checks/list-for-ref': ['checks', 'read'],
  'repos/get-combined-status-for-ref': ['statuses', 'read'],
} satisfies Partial<Record<keyof operations, Need>>;

export type ServedOperation = keyof typeof OPERATIONS;

/** Webhooks the server sends of its own accord, by the name the description gives them. */
export const WEBHOOKS = [
  'repository-renamed',
  'repository-edited',
  'repository-privatized',
  'repository-deleted',
  'installation-created',
  'issues-opened',
  'issue-comment-created',
  'issue-comment-edited',
  'issue-comment-deleted',
  'pull-request-opened',
  'pull-request-edited',
  'pull-request-closed',
  'pull-request-ready-for-review',
  'pull-request-synchronize',
  'push',
] as const;

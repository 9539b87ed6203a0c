import { setTimeout } from 'node:timers/promises';
import { CodefaceError } from '../../domain/errors.js';
import type { Clock } from '../../ports/clock.js';
import type { RepositoryHosts } from '../../ports/repository-host.js';
import type { Workspace } from '../../ports/workspace.js';
import { GitHubHost } from './github-host.js';
import { createInstallationOctokit, type GitHubApp } from './github-repository.js';

export interface GitHubHostsOptions extends GitHubApp {
  readonly clone: Workspace['clone'];
  /** Times the waits between tries; the machine's own clock when absent. */
  readonly clock?: Pick<Clock, 'sleep'>;
  /** Waits before the second, third, … try of a call that failed for a passing reason: 1, 4 and 9 s when absent. */
  readonly retryAfterMs?: readonly number[];
}

/** The repositories of the App's installations. Nothing is asked of GitHub before a host's first call. */
export function createGitHubHosts(options: GitHubHostsOptions): RepositoryHosts {
  const octokits = new Map<number, ReturnType<typeof createInstallationOctokit>>();
  return {
    async open(installationId, repository) {
      const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(repository) ?? [];
      if (owner === undefined || repo === undefined)
        throw new CodefaceError('repository-host', `${repository} is not a repository; name it owner/name.`);
      const octokit = octokits.get(installationId) ?? createInstallationOctokit(options, installationId);
      octokits.set(installationId, octokit);
      return new GitHubHost(
        { octokit, appId: options.appId, owner, repo },
        {
          clone: options.clone,
          sleep: ms => options.clock?.sleep(ms) ?? setTimeout(ms),
          retryAfterMs: options.retryAfterMs ?? [1_000, 4_000, 9_000],
        },
      );
    },
  };
}

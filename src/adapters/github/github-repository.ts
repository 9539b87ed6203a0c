import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from 'octokit';
import type { Logger } from '../../ports/logger.js';

/** How the App proves itself, and how it treats GitHub. */
export interface GitHubApp {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  /** Of the REST API, e.g. `https://api.github.com` or `https://HOST/api/v3`. */
  readonly baseUrl: string;
  /** GitHub asks for a second between writes, three between comments. On unless a test turns it off. */
  readonly throttle?: { readonly enabled: boolean };
  /** Hears of limits that were hit; silent when absent. */
  readonly logger?: Logger;
}

/** One repository as the App's installation sees it. */
export interface GitHubRepository {
  readonly octokit: Octokit;
  readonly appId: number;
  readonly owner: string;
  readonly repo: string;
}

/** Says whether a request that met a limit is to be sent again after the wait. */
type LimitHandler = (
  afterSeconds: number,
  request: { readonly method: string; readonly url: string },
  octokit: unknown,
  count: number,
) => boolean;

/**
 * An Octokit that acts as the installation and renews its token by itself. It does not try again on its own: the
 * calls of the port are idempotent as a whole, single requests are not.
 */
export function createInstallationOctokit(app: GitHubApp, installationId: number): Octokit {
  const { appId, privateKey, baseUrl, throttle, logger } = app;
  const onLimit: LimitHandler = (afterSeconds, { method, url }, _, count) => {
    logger?.warn('GitHub asks to slow down; waiting once before going on.', { method, url, afterSeconds });
    return count === 0;
  };
  return new Octokit({
    authStrategy: createAppAuth,
    auth: { appId, privateKey, installationId },
    baseUrl,
    userAgent: 'codeface',
    retry: { enabled: false },
    throttle: {
      enabled: throttle?.enabled ?? true,
      id: String(installationId),
      onRateLimit: onLimit,
      onSecondaryRateLimit: onLimit,
    },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
}

/** Octokit's own lines repeat what errors say, without our care for what may be said. */
function quiet(): void {}

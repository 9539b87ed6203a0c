import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from 'octokit';
import type { GitHubServer } from './github-server.js';

/** A log that keeps still: failures reach the test as errors. */
const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The real client, with neither its waits between writes nor its retries. */
const Client = Octokit.defaults({ throttle: { enabled: false }, retry: { enabled: false }, log: QUIET });

/** Octokit as the App's installation. */
export function installationClient(server: GitHubServer): Octokit {
  return new Client({
    baseUrl: server.url,
    authStrategy: createAppAuth,
    auth: {
      appId: server.app.id,
      privateKey: server.app.privateKey,
      installationId: server.installationId,
    },
  });
}

/** Octokit as the App itself. */
export function appClient(server: GitHubServer): Octokit {
  const { id: appId, privateKey } = server.app;
  return new Client({ baseUrl: server.url, authStrategy: createAppAuth, auth: { appId, privateKey } });
}

/** Octokit with a token, or with none. */
export function tokenClient(server: GitHubServer, token?: string): Octokit {
  return new Client({ baseUrl: server.url, ...(token === undefined ? {} : { auth: token }) });
}

import { CodefaceError } from '../../domain/errors.js';
import { gitIn } from './git.js';
import type { GitSettings } from './git.js';

const FETCH_TIMEOUT_MS = 900_000;
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/;
/** What git says when the network or the server is at fault, not the address or the token. */
const PASSING = /could not resolve host|connection|timed out|early EOF|RPC failed|hung up|error: 5\d\d/i;
const PROTOCOLS = ['https', 'http', 'file'];

/**
 * Fetches one commit (the default branch's head unless named), without history, into a bare repository in the
 * folder; nothing is checked out. Returns its id, or undefined when the remote has no commit at all.
 */
export async function fetchCommit(
  folder: string,
  source: { readonly url: string; readonly token?: string; readonly commit?: string },
): Promise<string | undefined> {
  const { url, token, commit } = source;
  if (!/^(https?|file):\/\//.test(url) || !URL.canParse(url))
    throw new CodefaceError('bad-input', 'A repository is cloned from an https, http or file address only.');
  if (commit !== undefined && !COMMIT.test(commit))
    throw new CodefaceError('bad-input', `${commit} is not a full commit id.`);
  const git = gitIn(folder);
  await git.text(['init', '--quiet', '--bare', '.']);
  const settings: GitSettings = {
    protocols: PROTOCOLS,
    timeoutMs: FETCH_TIMEOUT_MS,
    configuration: token === undefined ? {} : authorisation(url, token),
  };
  const fetch = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--', url];
  try {
    await git.text([...fetch, commit ?? 'HEAD'], settings);
  } catch (error) {
    if (commit === undefined && /couldn't find remote ref HEAD/.test(String(error))) return undefined;
    throw cloneError(error, url, token);
  }
  return git.text(['rev-parse', '--verify', 'FETCH_HEAD^{commit}']);
}

/** The header GitHub takes an installation token in, for this server only. */
function authorisation(url: string, token: string): Readonly<Record<string, string>> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  return { [`http.${new URL(url).origin}/.extraheader`]: `Authorization: Basic ${credentials}` };
}

/** git's words without the token, in whatever form a server may have sent it back. */
function cloneError(error: unknown, url: string, token: string | undefined): CodefaceError {
  if (!(error instanceof CodefaceError)) throw error;
  const secrets =
    token === undefined ? [] : [token, Buffer.from(`x-access-token:${token}`).toString('base64')];
  const clean = (text: string) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
      .replace(/\/\/[^/@\s]*@/g, '//');
  return new CodefaceError('workspace', clean(`Could not clone ${url}. ${error.message}`), {
    retryable: error.retryable || PASSING.test(error.message),
  });
}

import { CodefaceError } from '../../domain/errors.js';

interface HttpError {
  readonly status: number;
  readonly message: string;
  readonly response?: { readonly headers: Readonly<Record<string, string | number | undefined>> };
}

/** The HTTP status of what Octokit threw; undefined for anything else. A request without an answer has 500. */
export function statusOf(error: unknown): number | undefined {
  return isHttpError(error) ? error.status : undefined;
}

/**
 * What GitHub refused as a sentence with what to do, the original as its cause. `attempt` completes "Could not …".
 * What is not GitHub's is returned as it is.
 */
export function translateError(attempt: string, error: unknown): unknown {
  if (isGraphqlError(error)) return refusal('repository-host', attempt, error, 'GitHub refused it');
  if (!isHttpError(error)) return error;
  const { status } = error;
  if (status === 401)
    return refusal(
      'permission',
      attempt,
      error,
      'GitHub does not accept the App; check APP_ID, PRIVATE_KEY and the clock of this machine',
    );
  if (status === 429 || (status === 403 && isRateLimit(error)))
    return refusal('repository-host', attempt, error, 'the rate limit of GitHub is spent; try later', true);
  if (status === 403)
    return refusal(
      'permission',
      attempt,
      error,
      'the App may not; accept its permissions on the page of its installation',
    );
  if (status === 404 || status === 410)
    return refusal(
      'repository-host',
      attempt,
      error,
      'it is not there, or not part of the installation; add the repository to the installation if it should be',
    );
  if (status >= 500)
    return refusal('repository-host', attempt, error, 'GitHub cannot be reached or fails; try later', true);
  return refusal('repository-host', attempt, error, 'GitHub refused it');
}

function refusal(
  code: 'repository-host' | 'permission',
  attempt: string,
  cause: { readonly message: string },
  meaning: string,
  retryable = false,
): CodefaceError {
  const said = withoutTokens(cause.message).slice(0, 500);
  return new CodefaceError(code, `Could not ${attempt}: ${meaning} (${said}).`, { cause, retryable });
}

/** Installation and personal tokens, JSON web tokens, and the password of a URL. */
function withoutTokens(text: string): string {
  return text
    .replaceAll(/\b(gh[a-z]_\w+|github_pat_\w+|v1\.[0-9a-f]{40}|eyJ[\w-]+\.[\w-]+\.[\w-]+)/g, '[token]')
    .replaceAll(/\/\/[^/@\s]+@/g, '//');
}

function isRateLimit({ message, response }: HttpError): boolean {
  const headers = response?.headers ?? {};
  return (
    String(headers['x-ratelimit-remaining']) === '0' ||
    headers['retry-after'] !== undefined ||
    /rate limit/i.test(message)
  );
}

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && error.name === 'HttpError' && 'status' in error;
}

function isGraphqlError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'GraphqlResponseError';
}

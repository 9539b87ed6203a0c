import { describe, expect, it } from '@jest/globals';
import { RequestError } from 'octokit';
import { translateError } from '../../../src/adapters/github/translate-error.js';
import { CodefaceError } from '../../../src/domain/errors.js';

const request = { method: 'GET' as const, url: 'https://api.github.com/', headers: {} };
const messageOf = (message: string): string => {
  const translated = translateError('read a/b', new RequestError(message, 422, { request }));
  return translated instanceof CodefaceError ? translated.message : '';
};

describe('translateError', () => {
  it('says what was attempted, what it means and what GitHub said', () => {
    expect(messageOf('Validation Failed')).toBe('Could not read a/b: GitHub refused it (Validation Failed).');
  });

  it.each([
    `ghs_${'a1B2'.repeat(9)}`,
    `github_pat_${'a1_B2'.repeat(9)}`,
    `v1.${'0123456789'.repeat(4)}`,
    'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiI0MiJ9.c2lnbmF0dXJl',
  ])('never repeats the token %s', token => {
    expect(messageOf(`Bad credentials: ${token}!`)).not.toContain(token);
  });

  it('never repeats the password of an address', () => {
    expect(messageOf('cannot fetch https://x-access-token:hunter2@github.com/a/b')).toContain(
      'https://github.com/a/b',
    );
  });

  it('takes 401 for credentials that somebody must mend', () => {
    const error = new RequestError('Bad credentials', 401, { request });
    expect(translateError('read a/b', error)).toMatchObject({ code: 'permission', retryable: false });
  });

  it('tells a spent rate limit from a lack of permission', () => {
    const headers = { 'x-ratelimit-remaining': '0' };
    const response = { status: 403, url: request.url, headers, data: {}, retryCount: 0 };
    const error = new RequestError('Forbidden', 403, { request, response });
    expect(translateError('read a/b', error)).toMatchObject({ code: 'repository-host', retryable: true });
  });

  it('returns what is not of GitHub as it is', () => {
    const ours = new CodefaceError('workspace', 'git failed.');
    expect(translateError('read a/b', ours)).toBe(ours);
  });
});

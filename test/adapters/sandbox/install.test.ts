import { describe, expect, it } from '@jest/globals';
import {
  indexSettings,
  installationFailure,
  normaliseRequirements,
  parseInspection,
  readCertificates,
} from '../../../src/adapters/sandbox/install.js';

describe('index settings', () => {
  it('are what pip needs to reach its index, and nothing else of the host', () => {
    expect(
      indexSettings({
        PIP_INDEX_URL: 'https://index.example/simple',
        PIP_EXTRA_INDEX_URL: 'file:///srv/simple https://more.example/simple',
        PIP_FIND_LINKS: '/srv/wheels',
        PIP_CERT: '',
        SSL_CERT_FILE: '/etc/authorities.pem',
        https_proxy: 'http://proxy.example:3128',
        GITHUB_TOKEN: 'secret',
        PATH: '/bin',
      }),
    ).toEqual({
      variables: {
        PIP_INDEX_URL: 'https://index.example/simple',
        PIP_EXTRA_INDEX_URL: 'https://more.example/simple',
        https_proxy: 'http://proxy.example:3128',
      },
      certificateFile: '/etc/authorities.pem',
    });
    expect(indexSettings({ PIP_INDEX_URL: 'file:///srv/simple' })).toEqual({ variables: {} });
  });

  it('name a certificate file that must be readable', async () => {
    expect(await readCertificates({ variables: {} })).toBeUndefined();
    await expect(
      readCertificates({ variables: {}, certificateFile: '/nonexistent.pem' }),
    ).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('/nonexistent.pem'),
    });
  });
});

describe('requirements', () => {
  it('are sorted, each once', () => {
    expect(
      normaliseRequirements([' six', 'attrs>=23', 'six', 'pkg[extra]~=1.0; python_version<"3.12"']),
    ).toEqual(['attrs>=23', 'pkg[extra]~=1.0; python_version<"3.12"', 'six']);
    expect(normaliseRequirements(['a @ https://example.org/a-1.0-py3-none-any.whl', 'b (>=1)'])).toHaveLength(
      2,
    );
  });

  it.each([
    '-e .',
    '--pre',
    '.',
    '/srv/a.whl',
    '../a',
    'a b',
    'a @ file:///a',
    'a@git+file:///a',
    'a\n--pre',
  ])('are not %j', text => {
    expect(() => normaliseRequirements([text])).toThrow('not a requirement');
  });
});

describe('an installation that failed', () => {
  const said = {
    timedOut: false,
    stdout: '',
    stderr: 'ERROR: https://user:token@index.example/simple said no',
  };

  it('names what was asked for and what pip said last, without credentials', () => {
    const error = installationFailure(['left-pad==1'], said);
    expect(error).toMatchObject({ code: 'sandbox', retryable: false });
    expect(error.message).toContain('left-pad==1');
    expect(error.message).toContain('said no');
    expect(error.message).not.toContain('token');
  });

  it('may be tried again when it took too long', () => {
    expect(installationFailure([], { ...said, timedOut: true })).toMatchObject({ retryable: true });
  });
});

it('an inspection is read from its last line, whatever came before', () => {
  expect(parseInspection('noise\n{"interpreter": "3.11.2", "distributions": ["a==1"]}\n')).toEqual({
    interpreter: '3.11.2',
    distributions: ['a==1'],
  });
  expect(() => parseInspection('{"interpreter": 3}')).toThrow('could not be inspected');
  expect(() => parseInspection('')).toThrow('could not be inspected');
});

import { describe, expect, it } from '@jest/globals';
import {
  indexSettings,
  indexesFor,
  readCertificates,
} from '../../../../src/adapters/sandbox/installation/index-settings.js';

describe('index settings', () => {
  it('are what pip needs to reach its index, and nothing else of the host', () => {
    expect(
      indexSettings({
        PIP_INDEX_URL: 'https://user:token@index.example/simple',
        PIP_EXTRA_INDEX_URL: 'file:///srv/simple https://:token@more.example/simple',
        PIP_FIND_LINKS: '/srv/wheels',
        PIP_RETRIES: '2',
        PIP_CERT: '',
        SSL_CERT_FILE: '/etc/authorities.pem',
        https_proxy: 'http://proxy.example:3128',
        NO_PROXY: 'more.example',
        GITHUB_TOKEN: 'secret',
        PATH: '/bin',
      }),
    ).toEqual({
      indexes: ['https://index.example/simple', 'https://more.example/simple'],
      variables: { PIP_RETRIES: '2' },
      proxies: { https: 'http://proxy.example:3128', none: 'more.example' },
      certificateFile: '/etc/authorities.pem',
    });
    expect(indexSettings({ PIP_INDEX_URL: 'file:///srv/simple' }).indexes).toEqual([
      'https://pypi.org/simple',
    ]);
  });

  it('name a certificate file that must be readable', async () => {
    const settings = { indexes: [], variables: {} };
    expect(await readCertificates(settings)).toBeUndefined();
    await expect(
      readCertificates({ ...settings, certificateFile: '/nonexistent.pem' }),
    ).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('/nonexistent.pem'),
    });
  });
});

describe('the indexes of an installation', () => {
  const settings = {
    ...indexSettings({ PIP_INDEX_URL: 'http://index.example:8080/simple' }),
    credentials: [
      { repository: 'Owner/name', url: 'https://user:token@private.example/simple' },
      { repository: 'other/*', url: 'https://user:token@other.example/simple' },
    ],
    hosts: ['files.example', 'cdn.example:8443'],
  };

  it('are those of everybody for a repository that none are scoped to', () => {
    for (const repository of [undefined, 'owner/name2', 'owner', 'x/owner/name', '']) {
      const choice = indexesFor(settings, repository);
      expect(choice.variables).toEqual({ PIP_INDEX_URL: 'http://index.example:8080/simple' });
      expect(choice.allowed).toEqual([
        { host: 'index.example', port: 8080 },
        { host: 'files.example', port: 443 },
        { host: 'cdn.example', port: 8443 },
      ]);
    }
  });

  it('are further ones for those that they are scoped to, with a key that tells no credentials', () => {
    const choice = indexesFor(settings, 'owner/NAME');
    expect(choice.variables.PIP_EXTRA_INDEX_URL).toBe('https://user:token@private.example/simple');
    expect(choice.allowed).toContainEqual({ host: 'private.example', port: 443 });
    expect(choice.key).toEqual([
      'http://index.example:8080/simple',
      'owner/name=https://private.example/simple',
    ]);
    expect(indexesFor(settings, 'other/any').allowed).toContainEqual({ host: 'other.example', port: 443 });
  });

  it('of PyPI are where its files lie, too', () => {
    expect(indexesFor(indexSettings({}), undefined).allowed).toEqual([
      { host: 'pypi.org', port: 443 },
      { host: 'files.pythonhosted.org', port: 443 },
    ]);
  });
});

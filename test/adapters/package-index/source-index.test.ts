import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSourceIndex } from '../../../src/adapters/package-index/source-index.js';
import { tarGz, zip } from '../../support/archives.js';
import { startPackageIndex, type PackageIndexServer } from '../../support/package-index-server.js';

const archive = (version: string) =>
  tarGz([{ path: `kit-${version}/kit.py`, content: `version = "${version}"\n` }]);
const sdist = (version: string, name = 'kit') => ({
  filename: `${name}-${version}.tar.gz`,
  content: archive(version),
});

describe.each(['json', 'html'] as const)('a source distribution from an index of %s pages', format => {
  let server: PackageIndexServer;
  const read = (name: string, version?: string) =>
    createSourceIndex(server.settings).sourceDistribution(name, version);
  beforeEach(async () => {
    server = await startPackageIndex(format);
  });
  afterEach(() => server.close());

  it('is read in memory, with the digest of its archive and how it came here', async () => {
    server.offer('my-kit', sdist('1.0', 'My_Kit'), {
      filename: 'my_kit-2.0-py3-none-any.whl',
      content: archive('2'),
    });
    const { files, ...snapshot } = await read('My.Kit', '1.0');
    const digest = createHash('sha256').update(archive('1.0')).digest('hex');
    expect(snapshot).toEqual({
      repository: 'pypi:my-kit',
      commit: `1.0/sha256:${digest}`,
      channel: 'web-sourced',
      visibility: 'private',
    });
    expect([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual([
      ['kit.py', 'version = "1.0"\n'],
    ]);
    expect(server.requests[0]).toMatch(/^\/simple\/my-kit\/ application\/vnd\.pypi\.simple\.v1\+json/);
  });

  it.each<readonly [string, readonly string[], readonly string[], string]>([
    ['the newest final one', ['1.9', '1.10', '2.0rc1', '1.10.dev3'], [], '1.10'],
    ['one that was not yanked', ['1.0', '2.0'], ['2.0'], '1.0'],
    ['a pre-release when there is nothing else', ['1.0a1', '1.0a2'], [], '1.0a2'],
    ['a post-release', ['1.0', '1.0.post1'], [], '1.0.post1'],
  ])('without a version is %s', async (_title, versions, yanked, expected) => {
    server.offer(
      'kit',
      ...versions.map(one => ({ ...sdist(one), ...(yanked.includes(one) && { yanked: 'broken' }) })),
    );
    expect((await read('kit')).commit).toMatch(new RegExp(`^${expected}/`));
  });

  it('may be yanked when it is named, may be a zip, and is found by any spelling of its version', async () => {
    server.offer(
      'kit',
      { ...sdist('1.0'), yanked: '' },
      { filename: 'kit-2.0.0.zip', content: zip([{ path: 'kit-2.0.0/a.py' }]) },
    );
    expect((await read('kit', '1.0.0')).commit).toMatch(/^1\.0\//);
    expect([...(await read('kit', 'v2')).files.keys()]).toEqual(['a.py']);
  });

  it.each<readonly [string, string, string | undefined, string, RegExp]>([
    ['another project', 'kitten', undefined, 'not-found', /^No package kitten in 127\.0\.0\.1/],
    ['another version', 'kit', '9', 'not-found', /has no kit 9\. It has 1\.0\.$/],
    ['a version with wheels alone', 'kit', '2.0', 'not-found', /only wheels/],
    ['a project with wheels alone', 'wheely', undefined, 'not-found', /no source distribution/],
    [
      'a project whose releases were all yanked',
      'gone',
      undefined,
      'not-found',
      /yanked \(unsafe\).*gone==1\.0/,
    ],
    ['no name', '../kit', undefined, 'bad-input', /no name of a package/],
    ['no version', 'kit', '>=1', 'bad-input', /no version/],
  ])('is told of when it is %s', async (_title, name, version, code, message) => {
    const wheel = (project: string) => ({
      filename: `${project}-2.0-py3-none-any.whl`,
      content: archive('2'),
    });
    server.offer('kit', sdist('1.0'), wheel('kit'));
    server.offer('wheely', wheel('wheely'));
    server.offer('gone', { ...sdist('1.0', 'gone'), yanked: 'unsafe' });
    await expect(read(name, version)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('is not believed when it is not what the index says, or when nobody can say', async () => {
    const untrusted = { code: 'package-index' };
    server.offer('kit', { ...sdist('1.0'), sha256: '0'.repeat(64) });
    await expect(read('kit')).rejects.toMatchObject({
      ...untrusted,
      message: expect.stringContaining('its sha256 differs') as unknown,
    });
    server.offer('kit', { ...sdist('1.0'), sha256: '' });
    await expect(read('kit')).rejects.toMatchObject({
      ...untrusted,
      message: expect.stringContaining('no hash') as unknown,
    });
  });

  it('is fetched from the configured places alone, redirects included', async () => {
    const elsewhere = await startPackageIndex(format);
    try {
      server.offer('kit', { ...sdist('1.0'), url: `${elsewhere.address}/files/kit-1.0.tar.gz` });
      const refusal = {
        code: 'package-index',
        message: expect.stringContaining('CODEFACE_INDEX_HOSTS') as unknown,
      };
      await expect(read('kit')).rejects.toMatchObject(refusal);
      server.answer('/simple/moved/', 302, '', { location: `${elsewhere.address}/simple/moved/` });
      await expect(read('moved')).rejects.toMatchObject(refusal);
      expect(elsewhere.requests).toEqual([]);
      elsewhere.offer('kit', sdist('1.0'));
      const allowed = { ...server.settings, hosts: [new URL(elsewhere.address).host] };
      expect((await createSourceIndex(allowed).sourceDistribution('kit')).commit).toMatch(/^1\.0\//);
    } finally {
      elsewhere.close();
    }
  });

  it('follows a redirect to the page, and not without end', async () => {
    server.offer('kit', sdist('1.0'));
    server.answer('/simple/old/', 301, '', { location: '/simple/kit/' });
    await expect(read('old')).rejects.toMatchObject({ code: 'not-found' });
    server.answer('/simple/round/', 302, '', { location: '/simple/round/' });
    await expect(read('round')).rejects.toThrow(/redirects without end/);
  });

  it.each<readonly [number, string, RegExp]>([
    [200, 'hello', /gave no page of a package index/],
    [401, '', /wants credentials/],
    [503, '', /status 503/],
  ])('is not found on a page that answers %i %s', async (status, body, message) => {
    server.answer('/simple/kit/', status, body);
    await expect(read('kit')).rejects.toMatchObject({
      code: 'package-index',
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('is taken from the first index that has the project, whatever the others offer', async () => {
    const other = await startPackageIndex(format);
    try {
      server.offer('kit', sdist('1.0'));
      other.offer('kit', sdist('9.0'));
      other.offer('spare', sdist('1.0', 'spare'));
      const both = createSourceIndex({
        indexes: [server.address, other.address].map(one => `${one}/simple`),
        variables: {},
      });
      expect((await both.sourceDistribution('kit')).commit).toMatch(/^1\.0\//);
      expect((await both.sourceDistribution('spare')).repository).toBe('pypi:spare');
    } finally {
      other.close();
    }
  });

  it('is told of when nothing listens', async () => {
    server.close();
    await expect(read('kit')).rejects.toMatchObject({ code: 'package-index', retryable: true });
  });
});

import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { readArchive } from '../../../src/adapters/package-index/read-archive.js';
import { tarGz, zip, type ArchiveEntry } from '../../support/archives.js';

const LIMITS = { packedBytes: 1000, totalBytes: 4000, fileBytes: 1000, entries: 20 };
const PACKERS = { 'a.tar.gz': tarGz, 'a.zip': zip };

async function unpacked(name: keyof typeof PACKERS, entries: readonly ArchiveEntry[]) {
  const { files, notRead } = await readArchive(name, PACKERS[name](entries), LIMITS);
  return { files: [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]), notRead };
}

describe.each(['a.tar.gz', 'a.zip'] as const)('the files of %s', name => {
  it('lie below the one folder that it holds', async () => {
    const { files, notRead } = await unpacked(name, [
      { path: 'a-1.0/', type: 'Directory' },
      { path: 'a-1.0/setup.py', content: 'x = 1\n' },
      { path: 'a-1.0/a/é.py', content: '' },
    ]);
    expect(files).toEqual([
      ['a/é.py', ''],
      ['setup.py', 'x = 1\n'],
    ]);
    expect(notRead).toEqual([]);
  });

  it('stay where they are when there are several folders, or one file beside', async () => {
    const { files } = await unpacked(name, [{ path: 'a/x.py' }, { path: 'b/y.py' }]);
    expect(files.map(([path]) => path)).toEqual(['a/x.py', 'b/y.py']);
    expect((await unpacked(name, [{ path: 'x.py' }])).files).toEqual([['x.py', '']]);
  });

  it('are plain files inside of it, and nothing else', async () => {
    const { files, notRead } = await unpacked(name, [
      { path: 'a/../../etc/passwd', content: 'root' },
      { path: '/etc/shadow', content: 'root' },
      { path: 'a\\..\\b.py' },
      { path: 'a/.git/config', content: '[core]' },
      { path: 'a/link.py', type: 'SymbolicLink', linksTo: '/etc/passwd' },
      { path: 'a/large.py', content: 'x'.repeat(1001) },
      { path: 'a/one.py', content: '1' },
      { path: 'a/./one.py', content: '2' },
    ]);
    expect(files).toEqual([['one.py', '1']]);
    expect(notRead).toHaveLength(7);
    expect(notRead.map(({ reason }) => reason.split(/[;,]/)[0])).toEqual([
      ...Array<string>(4).fill('its path leaves the archive'),
      'it is a link or a device',
      'it is larger than 0 MiB',
      'the archive holds another file of that name',
    ]);
  });

  it('are not taken when there is more than the limits allow', async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ path: `a/${index}.py` }));
    const heavy = Array.from({ length: 5 }, (_, index) => ({ path: `a/${index}`, content: 'x'.repeat(900) }));
    const refusal = { name: 'CodefaceError', code: 'bad-input' };
    await expect(unpacked(name, many)).rejects.toMatchObject(refusal);
    await expect(unpacked(name, heavy)).rejects.toMatchObject(refusal);
  });

  it('are not guessed from what is damaged', async () => {
    const whole = PACKERS[name]([{ path: 'a/x.py', content: 'y'.repeat(900) }]);
    for (const bytes of [whole.subarray(0, 60), Buffer.from('no archive'), new Uint8Array()])
      await expect(readArchive(name, bytes, LIMITS)).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('is damaged') as unknown,
      });
  });
});

describe('a tar archive', () => {
  it('gives no hard link, device or pipe', async () => {
    const { files, notRead } = await unpacked('a.tar.gz', [
      { path: 'a/hard.py', type: 'Link', linksTo: 'a/x.py' },
      { path: 'a/null', type: 'CharacterDevice' },
      { path: 'a/pipe', type: 'FIFO' },
      { path: 'a/x.py' },
    ]);
    expect(files).toEqual([['x.py', '']]);
    expect(notRead.map(({ name }) => name)).toEqual(['hard.py', 'null', 'pipe']);
  });

  it('is not unpacked without end, whatever its files claim', async () => {
    const zeros = gzipSync(Buffer.concat([Buffer.from(tarGz([])), Buffer.alloc(100_000)]));
    await expect(readArchive('a.tar.gz', zeros, LIMITS)).rejects.toMatchObject({ code: 'bad-input' });
    const large = tarGz([{ path: 'a/large', content: Buffer.alloc(100_000) }]);
    await expect(readArchive('a.tar.gz', large, LIMITS)).rejects.toThrow(/more than/);
    await expect(readArchive('a.tar.gz', gzipSync(large), LIMITS)).rejects.toThrow(/packed twice/);
  });
});

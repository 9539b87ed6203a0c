import { chmod, mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { createGitWorkspace } from '../../../src/adapters/git/workspace.js';
import { currentOwner } from '../../../src/adapters/sandbox/owner.js';
import { textsOf, workspaceContract } from '../../contracts/workspace-contract.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { temporaryFolder } from '../../support/fixture-repositories.js';
import { commitAll, git, plainFolder, repositoryFolder, writeTexts } from '../../support/git-folder.js';

const logger = createSilentLogger();
const workspace = createGitWorkspace({ logger });

workspaceContract('git', async () => ({
  workspace,
  plain: async (name, texts) => plainFolder(texts, name),
  repository: async (name, texts) => {
    const folder = await repositoryFolder(texts, name);
    const commit = Object.keys(texts).length > 0 ? await git(folder, 'rev-parse', 'HEAD') : undefined;
    return { folder, url: `file://${folder}`, commit };
  },
}));

describe('reading a git work tree', () => {
  it('reads what is committed, not what lies there', async () => {
    const folder = await repositoryFolder({ 'a.py': 'committed\n', '.gitignore': 'ignored.py\n' });
    await writeTexts(folder, { 'a.py': 'edited\n', 'new.py': '', 'ignored.py': '' });
    expect(textsOf(await workspace.read(folder))).toEqual({
      'a.py': 'committed\n',
      '.gitignore': 'ignored.py\n',
    });
  });

  it('reads what lies there and is not ignored, committed or not', async () => {
    const folder = await repositoryFolder({ 'a.py': 'committed\n', 'b.py': '', '.gitignore': 'ignored*\n' });
    await writeTexts(folder, { 'a.py': 'edited\n', 'new.py': '', 'ignored.py': '', 'ignored/x.py': '' });
    await rm(join(folder, 'b.py'));
    const before = await workspace.readUncommitted(folder);
    expect(textsOf(before)).toEqual({ 'a.py': 'edited\n', '.gitignore': 'ignored*\n', 'new.py': '' });
    expect(before.commit).toMatch(/^sha256:/);
    const part = await repositoryFolder({ 'libs/one.py': '1\n', 'two.py': '' });
    await writeTexts(part, { 'libs/three.py': '3\n' });
    expect(textsOf(await workspace.readUncommitted(join(part, 'libs')))).toEqual({
      'one.py': '1\n',
      'three.py': '3\n',
    });
    expect(textsOf(await workspace.readRevision(join(part, 'libs'), 'HEAD'))).toEqual({ 'one.py': '1\n' });
  });

  it('tells where a folder lies that has no origin to be called after', async () => {
    const plain = await plainFolder({ 'a.py': '' }, 'lib');
    expect((await workspace.read(plain)).place).toEqual({ folder: await realpath(plain), isNamed: false });
    const folder = await repositoryFolder({ 'a.py': '' }, 'lib');
    await git(folder, 'remote', 'add', 'origin', '/srv/git/lib.git');
    expect((await workspace.read(folder)).place).toEqual({ folder: await realpath(folder), isNamed: false });
    await git(folder, 'remote', 'set-url', 'origin', 'git@github.com:acme/lib.git');
    expect((await workspace.read(folder)).place).toBeUndefined();
  });

  it('is named after its origin, else after its project, else after its folder', async () => {
    const folder = await repositoryFolder({ 'pyproject.toml': '[project]\nname = "nice-tools"\n' });
    expect((await workspace.read(folder)).repository).toBe('nice-tools');
    await git(folder, 'remote', 'add', 'origin', 'git@git.example.test:acme/tools.git');
    expect((await workspace.read(folder)).repository).toBe('acme/tools');
  });

  it('reads a tracked folder of a larger repository under a name of its own', async () => {
    const folder = await repositoryFolder({ 'top.py': '', 'libs/slugs/slug.py': 's = 1\n' });
    await git(folder, 'remote', 'add', 'origin', 'https://git.example.test/acme/mono');
    const part = await workspace.read(join(folder, 'libs', 'slugs'));
    expect(part).toMatchObject({
      repository: 'acme/mono/libs/slugs',
      commit: await git(folder, 'rev-parse', 'HEAD'),
    });
    expect(textsOf(part)).toEqual({ 'slug.py': 's = 1\n' });
  });

  it('reads an untracked folder in somebody’s checkout as a plain one', async () => {
    const folder = await repositoryFolder({ 'top.py': '' });
    await writeTexts(folder, {
      'work/tools-1.0/PKG-INFO': 'Metadata-Version: 2.1\nName: tools\nVersion: 1.0\n\nName: body\n',
      'work/tools-1.0/tools.py': 't = 1\n',
    });
    const snapshot = await workspace.read(join(folder, 'work', 'tools-1.0'));
    expect(snapshot.repository).toBe('tools');
    expect(snapshot.commit).toMatch(/^sha256:/);
    expect([...snapshot.files.keys()]).toEqual(['PKG-INFO', 'tools.py']);
  });

  it('reads a linked worktree', async () => {
    const folder = await repositoryFolder({ 'a.py': 'main\n' });
    const other = join(temporaryFolder(), 'other');
    await git(folder, 'worktree', 'add', '--quiet', '-b', 'side', other);
    await writeTexts(other, { 'a.py': 'side\n' });
    await commitAll(other, 'Side');
    expect(textsOf(await workspace.read(other))).toEqual({ 'a.py': 'side\n' });
  });

  it('reads a link to a file of the tree as that file and leaves other links and submodules out', async () => {
    const folder = await repositoryFolder({ LICENSE: 'MIT\n', 'pkg/a.py': '' });
    await symlink('../LICENSE', join(folder, 'pkg', 'LICENSE'));
    await symlink('LICENSE', join(folder, 'pkg', 'COPYING'));
    await symlink('/etc/passwd', join(folder, 'passwd'));
    await symlink('../outside', join(folder, 'outside'));
    await symlink('loop', join(folder, 'loop'));
    await symlink('pkg', join(folder, 'alias'));
    await git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},sub`);
    await git(folder, 'add', 'pkg', 'passwd', 'outside', 'loop', 'alias');
    await git(folder, 'commit', '--quiet', '--message', 'Links');
    const snapshot = await workspace.read(folder);
    expect(textsOf(snapshot)).toEqual({
      LICENSE: 'MIT\n',
      'pkg/COPYING': 'MIT\n',
      'pkg/LICENSE': 'MIT\n',
      'pkg/a.py': '',
    });
    expect(snapshot.notRead).toEqual([
      { name: 'alias', reason: 'a link to a folder, which is read where it lies' },
      { name: 'loop', reason: 'a link that leads in a circle, or through too many others' },
      { name: 'outside', reason: 'a link that leads out of the repository' },
      { name: 'passwd', reason: 'a link that leads out of the repository' },
      { name: 'sub', reason: 'a submodule; mine the repository that it points to' },
    ]);
    expect(logger.lines.at(-1)?.fields).toMatchObject({ count: 5 });
  });

  it('keeps bytes as they are: names, line ends and binary content', async () => {
    const folder = await repositoryFolder({
      'ünï code\n.py': '# $Id$\n',
      '.gitattributes': '*.py text eol=crlf ident\n',
    });
    await writeFile(join(folder, 'raw.bin'), Uint8Array.of(0, 255, 10, 13, 10));
    await commitAll(folder, 'Binary');
    const { files } = await workspace.read(folder);
    expect([...files.keys()].sort()).toEqual(['.gitattributes', 'raw.bin', 'ünï code\n.py']);
    expect(Buffer.from(files.get('ünï code\n.py') ?? []).toString()).toBe('# $Id$\n');
    expect([...(files.get('raw.bin') ?? [])]).toEqual([0, 255, 10, 13, 10]);
  });

  it('runs nothing that the repository configures', async () => {
    const folder = await repositoryFolder({
      'a.py': 'x\n',
      '.gitattributes': '*.py filter=evil diff=evil\n',
    });
    const proof = join(folder, 'ran');
    const program = join(folder, 'evil.sh');
    await writeFile(program, `#!/bin/sh\ntouch ${proof}\ncat\n`);
    await chmod(program, 0o755);
    for (const key of [
      'filter.evil.smudge',
      'filter.evil.clean',
      'diff.evil.textconv',
      'core.fsmonitor',
      'core.sshCommand',
      'core.pager',
      'uploadpack.packObjectsHook',
    ])
      await git(folder, 'config', key, program);
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
      await writeFile(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    expect((await workspace.read(folder)).files.size).toBe(2);
    expect((await workspace.clone({ url: `file://${folder}`, repository: 'x' })).files.size).toBe(2);
    expect(await readdir(folder)).not.toContain('ran');
  });

  it('says so when the repository is damaged', async () => {
    const folder = await repositoryFolder({ 'a.py': 'x\n' });
    await writeFile(join(folder, '.git', 'config'), '[core\n');
    await expect(workspace.read(folder)).rejects.toMatchObject({ name: 'CodefaceError', code: 'workspace' });
  });
});

describe('reading a plain folder', () => {
  it('leaves out what tools made, and keeps what names a distribution', async () => {
    const folder = await plainFolder({
      'a.py': '',
      '__pycache__/a.pyc': '',
      'node_modules/x/x.py': '',
      '.venv/lib/x.py': '',
      'env-of-ada/pyvenv.cfg': '',
      'env-of-ada/lib/x.py': '',
      'tools.egg-info/PKG-INFO': 'Name: tools\n',
    });
    expect([...(await workspace.read(folder)).files.keys()]).toEqual(['a.py', 'tools.egg-info/PKG-INFO']);
  });

  it('does not follow links out of the folder', async () => {
    const outside = await plainFolder({ 'secret.py': 'secret\n' });
    const folder = await plainFolder({ 'a.py': 'a\n', 'docs/index.md': '' });
    await symlink(outside, join(folder, 'folder'));
    await symlink(join(outside, 'secret.py'), join(folder, 'absolute.py'));
    await symlink('../a.py', join(folder, 'docs', 'a.py'));
    await symlink('docs', join(folder, 'alias'));
    const snapshot = await workspace.read(folder);
    expect(textsOf(snapshot)).toEqual({
      'a.py': 'a\n',
      'docs/index.md': '',
      'docs/a.py': 'a\n',
    });
    expect(snapshot.notRead).toEqual([
      { name: 'absolute.py', reason: 'a link that leads out of the repository' },
      { name: 'alias', reason: 'a link to a folder, which is read where it lies' },
      { name: 'folder', reason: 'a link that leads out of the repository' },
    ]);
  });

  it('refuses a file', async () => {
    const folder = await plainFolder({ 'a.py': '' });
    await expect(workspace.read(join(folder, 'a.py'))).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('limits', () => {
  const small = createGitWorkspace({ logger, limits: { fileBytes: 10, totalBytes: 25, files: 3 } });
  const makers = { plainFolder, repositoryFolder };

  it.each(['plainFolder', 'repositoryFolder'] as const)('leave a large file out: %s', async maker => {
    const folder = await makers[maker]({ 'a.py': 'x = 1\n', 'large.csv': '1'.repeat(11) });
    const snapshot = await small.read(folder);
    expect(textsOf(snapshot)).toEqual({ 'a.py': 'x = 1\n' });
    expect(snapshot.leftOut).toEqual(['large.csv']);
    expect(snapshot.notRead?.[0]?.reason).toBe(
      'it is larger than 10 bytes; keep data apart from the code that reads it',
    );
    expect((await workspace.read(folder)).leftOut).toBeUndefined();
  });

  it.each(['plainFolder', 'repositoryFolder'] as const)('refuse too much: %s', async maker => {
    const many = await makers[maker]({ a: '', b: '', c: '', d: '' });
    const heavy = await makers[maker]({ a: '1'.repeat(9), b: '2'.repeat(9), c: '3'.repeat(9) });
    const refusal = { name: 'CodefaceError', code: 'bad-input' };
    await expect(small.read(many)).rejects.toMatchObject(refusal);
    await expect(small.read(heavy)).rejects.toMatchObject(refusal);
  });
});

describe('what cannot be read', () => {
  it('is told, in a plain folder and in a git tree: names that are no UTF-8', async () => {
    for (const folder of [await plainFolder({ 'a.py': '' }), await repositoryFolder({ 'a.py': '' })]) {
      for (const byte of [0xfe, 0xff])
        await writeFile(
          Buffer.concat([Buffer.from(`${folder}/test_`), Buffer.from([byte]), Buffer.from('.py')]),
          '',
        );
      if ((await readdir(folder)).includes('.git')) await commitAll(folder, 'Names');
      const { files, leftOut, notRead } = await workspace.read(folder);
      expect([...files.keys()]).toEqual(['a.py']);
      expect(notRead?.map(({ reason }) => reason)).toEqual(Array(2).fill('its name is not UTF-8; rename it'));
      expect(leftOut).toEqual(['test_\ufffd.py', 'test_\ufffd.py']);
    }
  });

  it('is told of files that refuse to be read or have no end', async () => {
    const { files, leftOut = [] } = await workspace.read('/proc/self/attr');
    expect([...files.keys(), ...leftOut].sort()).toEqual((await readdir('/proc/self/attr')).sort());
    const small = createGitWorkspace({ logger, limits: { fileBytes: 10, totalBytes: 1000, files: 1000 } });
    expect((await small.read('/proc/self/fdinfo')).leftOut?.length).toBeGreaterThan(0);
  });
});

describe('cloning', () => {
  it('reads an older commit that is named, and leaves nothing behind', async () => {
    const folder = await repositoryFolder({ 'a.py': 'old\n' });
    const old = await git(folder, 'rev-parse', 'HEAD');
    await writeTexts(folder, { 'a.py': 'new\n' });
    await commitAll(folder, 'New');
    const tempFolder = temporaryFolder();
    const gone = currentOwner().replace(/\.\d+$/, '.1');
    await mkdir(join(tempFolder, `codeface-clone-${gone}-x`, '.git'), { recursive: true });
    const cloner = createGitWorkspace({ logger, tempFolder });
    const source = { url: `file://${folder}`, repository: 'acme/tools' };
    expect(textsOf(await cloner.clone({ ...source, commit: old }))).toEqual({ 'a.py': 'old\n' });
    await expect(cloner.clone({ ...source, url: `${source.url}-gone` })).rejects.toThrow();
    expect(await readdir(tempFolder)).toEqual([]);
  });

  it.each(['ext::sh -c "touch /tmp/x"', '--upload-pack=evil', 'ssh://-oProxyCommand=evil/x', '/etc', ''])(
    'refuses %j as an address',
    async url => {
      await expect(workspace.clone({ url, repository: 'x' })).rejects.toMatchObject({ code: 'bad-input' });
    },
  );

  it('refuses what is no commit id', async () => {
    const url = `file://${await repositoryFolder({ a: '' })}`;
    await expect(workspace.clone({ url, repository: 'x', commit: '--all' })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('sends the token in a header, and keeps it out of errors', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(403).end(`denied to ${request.headers.authorization}`);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const token = 'ghs_verysecretverysecret';
    const failure = await workspace
      .clone({ url: `http://127.0.0.1:${port}/acme/tools`, repository: 'acme/tools', token })
      .catch((error: unknown) => error);
    server.close();
    const encoded = Buffer.from(`x-access-token:${token}`).toString('base64');
    expect(seen[0]).toBe(`Basic ${encoded}`);
    expect(failure).toMatchObject({ name: 'CodefaceError', code: 'workspace' });
    const told = String(failure) + JSON.stringify(failure) + String((failure as Error).stack);
    expect(told).not.toContain(token);
    expect(told).not.toContain(encoded);
  });
});

it('makes no lock and no index in a person’s repository', async () => {
  const folder = await repositoryFolder({ 'a.py': '' });
  await mkdir(join(folder, 'sub'));
  const before = await readdir(join(folder, '.git'), { recursive: true });
  await workspace.read(folder);
  expect(await readdir(join(folder, '.git'), { recursive: true })).toEqual(before);
});

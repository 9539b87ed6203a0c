import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from '@jest/globals';

import { createLocalHost } from '../../../src/adapters/local/local-host.js';
import type { CommitRequest, RepositoryHost } from '../../../src/ports/repository-host.js';
import { createFakeClock } from '../../fakes/fake-clock.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { temporaryFolder } from '../../support/fixture-repositories.js';
import { commitAll, git, plainFolder, repositoryFolder, writeTexts } from '../../support/git-folder.js';

const BRANCH = 'codeface/issue-1';

describe('a local host', () => {
  const logger = createSilentLogger();
  let folder: string;
  let outputFolder: string;
  let head: string;
  let host: RepositoryHost;
  const open = () => createLocalHost({ folder, outputFolder, clock: createFakeClock(), logger });
  const request = (): CommitRequest => ({
    branch: BRANCH,
    base: head,
    parent: head,
    changeSet: {
      writes: [{ path: 'src/new.py', encoding: 'utf8', content: 'n = 1\n' }],
      deletes: ['old.py'],
    },
    message: 'Round 1: build it',
    trailer: 'Codeface-Round: run-1/1',
  });

  beforeEach(async () => {
    folder = await repositoryFolder({ 'README.md': 'widgets\n', 'old.py': 'old = 1\n' });
    outputFolder = join(temporaryFolder(), 'output');
    head = await git(folder, 'rev-parse', 'HEAD');
    host = await open();
  });

  it('leaves the person’s branch, index and files as they are', async () => {
    await writeTexts(folder, { 'old.py': 'edited\n', 'staged.py': 's\n', 'untracked.py': 'u\n' });
    await git(folder, 'add', 'staged.py');
    const before = await Promise.all([
      git(folder, 'status', '--porcelain=v2', '--branch'),
      git(folder, 'diff'),
      git(folder, 'diff', '--cached'),
      git(folder, 'reflog'),
      git(folder, 'stash', 'list'),
    ]);
    await host.commit(request());
    const after = await Promise.all([
      git(folder, 'status', '--porcelain=v2', '--branch'),
      git(folder, 'diff'),
      git(folder, 'diff', '--cached'),
      git(folder, 'reflog'),
      git(folder, 'stash', 'list'),
    ]);
    expect(after).toEqual(before);
    expect((await host.snapshot()).commit).toBe(head);
  });

  it('commits as Codeface, at the injected time, unsigned and without hooks', async () => {
    const proof = join(folder, 'ran');
    const program = join(folder, 'evil.sh');
    await writeFile(program, `#!/bin/sh\ntouch ${proof}\ncat\n`);
    await chmod(program, 0o755);
    for (const hook of ['commit-msg', 'post-commit', 'post-checkout', 'reference-transaction', 'pre-commit'])
      await writeFile(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    for (const [key, value] of [
      ['commit.gpgSign', 'true'],
      ['gpg.program', program],
      ['core.fsmonitor', program],
      ['filter.evil.smudge', program],
      ['filter.evil.clean', program],
      ['filter.evil.required', 'true'],
    ] as const)
      await git(folder, 'config', key, value);
    const { changeSet } = request();
    const writes = [
      ...changeSet.writes,
      { path: '.gitattributes', encoding: 'utf8' as const, content: '* filter=evil\n' },
    ];
    const commit = await host.commit({ ...request(), changeSet: { ...changeSet, writes } });
    expect(await readdir(folder)).not.toContain('ran');
    expect(
      await git(folder, '-c', 'log.showSignature=false', 'show', '-s', '--format=%an <%ae> %at %G?', commit),
    ).toBe(`Codeface <codeface@users.noreply.github.com> ${Date.UTC(2030, 0, 1) / 1000} N`);
  });

  it('shows the newest commit in a worktree and leaves the branch free', async () => {
    const worktree = join(outputFolder, 'worktree');
    const first = await host.commit(request());
    expect((await readdir(worktree)).sort()).toEqual(['.git', 'README.md', 'src']);
    const second = await host.commit({
      ...request(),
      parent: first,
      changeSet: { writes: [], deletes: ['README.md'] },
      trailer: 'Codeface-Round: run-1/2',
    });
    expect((await readdir(worktree)).sort()).toEqual(['.git', 'old.py']);
    expect(await git(worktree, 'rev-parse', 'HEAD')).toBe(second);
    await git(folder, 'checkout', '--quiet', BRANCH);
  });

  it('makes the worktree again when it was removed by hand', async () => {
    const first = await host.commit(request());
    await rm(join(outputFolder, 'worktree'), { recursive: true });
    await host.commit({ ...request(), parent: first, trailer: 'Codeface-Round: run-1/2' });
    expect(await readdir(join(outputFolder, 'worktree'))).toContain('README.md');
  });

  it('keeps what the person changed in the worktree, and says so', async () => {
    const first = await host.commit(request());
    const edited = join(outputFolder, 'worktree', 'README.md');
    await writeFile(edited, 'mine\n');
    await host.commit({
      ...request(),
      parent: first,
      changeSet: { writes: [], deletes: ['README.md'] },
      trailer: 'Codeface-Round: run-1/2',
    });
    expect(await readFile(edited, 'utf8')).toBe('mine\n');
    expect(logger.lines.at(-1)).toMatchObject({ level: 'warn' });
  });

  it('refuses a branch that somebody has checked out', async () => {
    const parent = await host.commit(request());
    await git(folder, 'checkout', '--quiet', BRANCH);
    const next = host.commit({ ...request(), parent, trailer: 'Codeface-Round: run-1/2' });
    await expect(next).rejects.toMatchObject({
      code: 'repository-host',
      message: expect.stringContaining(folder) as unknown,
    });
    expect(await git(folder, 'rev-parse', BRANCH)).toBe(parent);
  });

  it('refuses a path that leads out, and a name that is none', async () => {
    const refusal = { name: 'CodefaceError', code: 'repository-host' };
    for (const path of ['../out.py', '/etc/out.py', '.git/config', 'a//b.py']) {
      const changeSet = { writes: [{ path, encoding: 'utf8' as const, content: '' }], deletes: [] };
      await expect(host.commit({ ...request(), changeSet })).rejects.toMatchObject(refusal);
    }
    for (const branch of ['', '..', 'a b', '../../heads/main', 'x.lock'])
      await expect(host.commit({ ...request(), branch })).rejects.toMatchObject(refusal);
    expect(await git(folder, 'branch', '--list')).toBe('* main');
  });

  it('keeps a file executable, and puts a folder where a file was', async () => {
    await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 });
    const base = await commitAll(folder, 'Script');
    const text = (path: string) => ({ path, encoding: 'utf8' as const, content: 'x\n' });
    const commit = await host.commit({
      ...request(),
      base,
      parent: base,
      changeSet: { writes: [text('run.sh'), text('old.py/inner.py')], deletes: ['never-there.py'] },
    });
    expect(await git(folder, 'ls-tree', '-r', '--format=%(objectmode) %(path)', commit)).toBe(
      ['100644 README.md', '100644 old.py/inner.py', '100755 run.sh'].join('\n'),
    );
  });

  it('works on a tracked folder of a larger repository', async () => {
    await writeTexts(folder, {
      'libs/slugs/slug.py': 's = 1\n',
      'libs/slugs/pyproject.toml': '[project]\nname = "slugs"\n',
    });
    const base = await commitAll(folder, 'Library');
    const part = await createLocalHost({
      folder: join(folder, 'libs', 'slugs'),
      outputFolder,
      clock: createFakeClock(),
      logger,
    });
    expect(part.repository).toBe('slugs');
    const commit = await part.commit({
      ...request(),
      base,
      parent: base,
      changeSet: { writes: [{ path: 'new.py', encoding: 'utf8', content: '' }], deletes: ['slug.py'] },
    });
    expect([...(await part.snapshot(commit)).files.keys()]).toEqual(['new.py', 'pyproject.toml']);
    expect(await git(folder, 'diff', '--name-status', base, commit, '--no-renames')).toBe(
      'A\tlibs/slugs/new.py\nD\tlibs/slugs/slug.py',
    );
  });

  it('keeps the pull request as a page with its state', async () => {
    await host.commit(request());
    const opened = await host.putPullRequest(BRANCH, {
      title: 'Build: "it"',
      body: '# What\n\n---\nx: 1\n---\n',
    });
    expect(opened).toEqual({ number: 1, url: join(outputFolder, 'pull-request.md'), draft: true });
    expect(await readFile(opened.url, 'utf8')).toBe(
      `---\ntitle: 'Build: "it"'\nbranch: codeface/issue-1\ndraft: true\n---\n\n# What\n\n---\nx: 1\n---\n`,
    );
    await host.markReady(opened);
    expect((await host.issue(1)).body).toBe('# What\n\n---\nx: 1\n---\n');
    expect((await (await open()).putPullRequest(BRANCH, { title: 'T', body: '' })).draft).toBe(false);
  });

  it('keeps one page a comment and an issue, edited in place', async () => {
    const marker = '<!-- codeface:round-1 -->';
    await host.putComment(0, { marker, body: `${marker}\nred` });
    await (await open()).putComment(0, { marker, body: `${marker}\ngreen` });
    await host.putComment(0, { marker: '<!-- ../../up -->', body: 'confined' });
    await host.putIssue('Welcome', { marker, body: 'first' });
    await host.putIssue('Welcome', { marker, body: 'second' });
    const comments = join(outputFolder, 'comments');
    expect(await readdir(comments)).toEqual(['codeface-round-1.md', 'up.md']);
    expect(await readFile(join(comments, 'codeface-round-1.md'), 'utf8')).toBe(`${marker}\ngreen`);
    expect(await readFile(join(outputFolder, 'issues', 'codeface-round-1.md'), 'utf8')).toBe(
      '---\ntitle: Welcome\n---\n\nfirst',
    );
  });

  it('keeps its output out of the checkout it lies in', async () => {
    outputFolder = join(folder, '.codeface', 'run-1');
    host = await open();
    await host.commit(request());
    await host.putComment(0, { marker: 'm', body: '' });
    expect(await git(folder, 'status', '--porcelain')).toBe('');
  });

  it('never writes into a folder that was there before what a person did not ask for', async () => {
    outputFolder = folder;
    await open();
    await expect(stat(join(folder, '.gitignore'))).rejects.toThrow();
  });

  it('lets its owner do anything, and has no CI and no issue', async () => {
    expect(await host.permissionOf('anyone')).toBe('admin');
    await host.acknowledge(1);
    await expect(host.checksOf('HEAD')).rejects.toMatchObject({
      name: 'CodefaceError',
      code: 'configuration',
      message: expect.stringMatching(/no CI.*`judge: ci`.*GitHub/) as unknown,
    });
    await expect(host.issue(1)).rejects.toMatchObject({ name: 'CodefaceError', code: 'not-found' });
  });
});

describe('a folder that has no history', () => {
  it.each([
    ['a plain folder', () => plainFolder({ 'a.py': '' })],
    ['a repository without a commit', () => repositoryFolder({})],
  ])('is refused with what to do: %s', async (_, make) => {
    const outputFolder = join(temporaryFolder(), 'output');
    const opened = createLocalHost({
      folder: await make(),
      outputFolder,
      clock: createFakeClock(),
      logger: createSilentLogger(),
    });
    await expect(opened).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('git init') as unknown,
    });
    await expect(stat(outputFolder)).rejects.toThrow();
  });
});

import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { temporaryFolder, writeTree } from './fixture-repositories.js';

const run = promisify(execFile);

export type Texts = Readonly<Record<string, string>>;

/** git as a person runs it, without anybody's configuration; returns what it printed. */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const person = (role: string) => ({
    [`GIT_${role}_NAME`]: 'Ada',
    [`GIT_${role}_EMAIL`]: 'ada@example.test',
  });
  const { stdout } = await run('git', args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...person('AUTHOR'),
      ...person('COMMITTER'),
    },
  });
  return stdout.trim();
}

/** A folder with these texts, removed when the test file is done. */
export async function plainFolder(texts: Texts, name = 'project'): Promise<string> {
  const folder = join(temporaryFolder(), name);
  mkdirSync(folder, { recursive: true });
  await writeTexts(folder, texts);
  return folder;
}

/** A git repository with these texts in one commit on `main`; without texts it has no commit. */
export async function repositoryFolder(texts: Texts, name = 'project'): Promise<string> {
  const folder = await plainFolder(texts, name);
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  if (Object.keys(texts).length > 0) await commitAll(folder, 'Begin');
  return folder;
}

/** Commits all that lies there; returns the commit. */
export async function commitAll(folder: string, message: string): Promise<string> {
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', message);
  return git(folder, 'rev-parse', 'HEAD');
}

export async function writeTexts(folder: string, texts: Texts): Promise<void> {
  await writeTree(folder, new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)])));
}

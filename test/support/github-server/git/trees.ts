import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitRepository } from './git-repository.js';

export interface TreeEntry {
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
  readonly sha: string;
  /** Bytes of a blob. */
  readonly size: number | undefined;
  readonly path: string;
}

/** One path of a new tree; no `sha` takes the path out of it. */
export interface TreeChange {
  readonly path: string;
  readonly mode: string;
  readonly sha: string | undefined;
}

/** Entries of a tree; of the trees below it too when `recursive`; with a path, that entry alone or none. */
export async function listTree(
  repository: GitRepository,
  tree: string,
  recursive: boolean,
  path?: string,
): Promise<readonly TreeEntry[]> {
  const below = recursive ? ['-r', '-t'] : [];
  const args = ['ls-tree', '-z', '--long', ...below, tree, ...(path === undefined ? [] : ['--', path])];
  const entries = (await repository.run(args)).toString().split('\0');
  return entries.filter(entry => entry !== '').map(readTreeEntry);
}

/** A tree with these changes on top of another, or of nothing. */
export async function writeTree(
  repository: GitRepository,
  base: string | undefined,
  changes: readonly TreeChange[],
): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'github-server-index-'));
  const env = { GIT_INDEX_FILE: join(scratch, 'index') };
  try {
    await repository.run(base === undefined ? ['read-tree', '--empty'] : ['read-tree', base], { env });
    const present = (await repository.run(['ls-files', '-z'], { env })).toString().split('\0');
    const lines: string[] = [];
    for (const { path, mode, sha } of changes) {
      const replaced = present.filter(file => file === path || file.startsWith(`${path}/`));
      lines.push(...replaced.map(file => indexLine('0', '', file)));
      if (sha !== undefined && mode === '040000') {
        for (const entry of await listTree(repository, sha, true))
          if (entry.type !== 'tree') lines.push(indexLine(entry.mode, entry.sha, `${path}/${entry.path}`));
      } else if (sha !== undefined) lines.push(indexLine(mode, sha, path));
    }
    const input = lines.join('');
    await repository.run(['update-index', '--add', '--replace', '-z', '--index-info'], { env, input });
    return (await repository.run(['write-tree'], { env })).toString().trim();
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function indexLine(mode: string, sha: string, path: string): string {
  return `${mode} ${sha.padStart(40, '0')}\t${path}\0`;
}

function readTreeEntry(entry: string): TreeEntry {
  const tab = entry.indexOf('\t');
  const [mode = '', type = '', sha = '', size = '-'] = entry.slice(0, tab).split(/ +/);
  return {
    mode,
    type: type as TreeEntry['type'],
    sha,
    size: size === '-' ? undefined : Number(size),
    path: entry.slice(tab + 1),
  };
}

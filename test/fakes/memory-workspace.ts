import { createHash } from 'node:crypto';

import { CodefaceError } from '../../src/domain/errors.js';
import type { FileTree } from '../../src/domain/files.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import type { Workspace } from '../../src/ports/workspace.js';

/** Repositories that lie nowhere but in a map, by folder and by address. */
export interface MemoryWorkspace extends Workspace {
  /** Puts a folder there; without a commit its content stands for one. */
  put(folder: string, snapshot: Omit<RepositorySnapshot, 'commit'> & { readonly commit?: string }): void;
}

export function createMemoryWorkspace(): MemoryWorkspace {
  const folders = new Map<string, RepositorySnapshot>();
  const read = (folder: string): RepositorySnapshot => {
    const snapshot = folders.get(folder);
    if (snapshot === undefined) throw new CodefaceError('not-found', `There is no folder ${folder}.`);
    return { ...snapshot, files: new Map(snapshot.files) };
  };
  return {
    put: (folder, snapshot) =>
      void folders.set(folder, { ...snapshot, commit: snapshot.commit ?? digestOf(snapshot.files) }),
    read: async folder => read(folder),
    readUncommitted: async folder => read(folder),
    readRevision: async (folder, revision) => {
      const snapshot = read(folder);
      if (snapshot.commit === revision) return snapshot;
      throw new CodefaceError('not-found', `${folder} has no commit ${revision}.`);
    },
    clone: async ({ url, repository, commit }) => {
      const snapshot = folders.get(url.replace(/^file:\/\//, ''));
      if (snapshot === undefined || (commit !== undefined && commit !== snapshot.commit))
        throw new CodefaceError('workspace', `Could not clone ${url}.`);
      return { ...snapshot, repository, files: new Map(snapshot.files) };
    },
  };
}

function digestOf(files: FileTree): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(JSON.stringify([path, bytes.length])).update(bytes);
  return `sha256:${hash.digest('hex')}`;
}

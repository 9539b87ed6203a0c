import { basename, posix } from 'node:path';

import { parse } from 'smol-toml';
import { z } from 'zod';

import { decodeUtf8 } from '../../domain/files.js';
import type { FileTree } from '../../domain/files.js';

/** Characters of a distribution's name (https://packaging.python.org/specifications/name-normalization). */
const PROJECT_NAME = /^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/;
/** `https://host/owner/name.git`, `ssh://git@host/owner/name`, `git@host:owner/name.git`. */
const REMOTE = /^(?:(?:https?|ssh|git):\/\/(?:[^/@]*@)?[^/]+\/|[\w.-]+@[\w.-]+:)([\w.~/-]+?)(?:\.git)?\/*$/;

const projectTable = z.object({
  project: z.object({ name: z.string() }).optional(),
  tool: z.object({ poetry: z.object({ name: z.string() }).optional() }).optional(),
});

/** The files in which a project may name itself. */
export const NAMING_FILES = ['pyproject.toml', 'PKG-INFO', 'setup.cfg'] as const;

/**
 * What a folder's repository is called: after its origin, else as its project calls itself, else like the folder.
 * A folder of a larger repository, at `prefix`, must not pass for the whole of it.
 */
export function repositoryName(
  folder: string,
  files: FileTree,
  origin: { readonly remoteUrl?: string; readonly prefix: string } = { prefix: '' },
): string {
  const remote = remoteRepository(origin.remoteUrl ?? '');
  if (remote === undefined) return projectName(files) ?? basename(folder);
  return posix.join(remote, origin.prefix).replace(/\/$/, '');
}

/** `owner/name` of a remote's address; undefined for a path on this machine. */
export function remoteRepository(url: string): string | undefined {
  return REMOTE.exec(url)?.[1];
}

/** The name a project gives itself in `pyproject.toml`, `PKG-INFO` or `setup.cfg`, in that order. */
export function projectName(files: FileTree): string | undefined {
  const text = (path: (typeof NAMING_FILES)[number]) => decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '';
  const names = [
    pyprojectName(text('pyproject.toml')),
    /^Name:[ \t]*(\S+)[ \t]*$/m.exec(text('PKG-INFO'))?.[1],
    /^\[metadata\](?:\r?\n(?!\[).*)*?\r?\nname[ \t]*=[ \t]*(\S+)[ \t]*$/m.exec(text('setup.cfg'))?.[1],
  ];
  return names.find(name => name !== undefined && PROJECT_NAME.test(name));
}

function pyprojectName(text: string): string | undefined {
  try {
    const { project, tool } = projectTable.parse(parse(text));
    return project?.name ?? tool?.poetry?.name;
  } catch {
    // A file that does not parse names nothing; whoever reads it for more than a name reports it.
    return undefined;
  }
}

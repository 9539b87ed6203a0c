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

/** `owner/name` of a remote's address; undefined for a path on this machine. */
export function remoteRepository(url: string): string | undefined {
  return REMOTE.exec(url)?.[1];
}

/** The name a project gives itself in `pyproject.toml`, `PKG-INFO` or `setup.cfg`, in that order. */
export function projectName(files: FileTree): string | undefined {
  const text = (path: string) => decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '';
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

import { confinePath, type StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import { withProvenance } from '../exact/provenance-header.js';
import type { ReplyFile } from './replies.js';

/** Files as they are to be written, or everything that is wrong with where they go and come from. */
export interface PlacedFiles {
  readonly files: readonly StoredFile[];
  readonly problems: readonly string[];
}

/**
 * Puts the files of a reply at their paths in the target, each after a file of the primitive, which its first lines
 * then name as the source. Whether the component may write there is for the harness to judge.
 */
export function placeFiles(replied: readonly ReplyFile[], primitive: Primitive): PlacedFiles {
  const own = [...primitive.implementation, ...primitive.carriedTests.files];
  const donors = new Map(own.map(file => [file.path, file]));
  const files: StoredFile[] = [];
  const problems: string[] = [];
  for (const { path: asked, from, content } of replied) {
    const path = confinePath(asked);
    const donor = donors.get(from);
    if (path === undefined) problems.push(`${quote(asked)} is no path inside the target`);
    else if (donor === undefined) problems.push(`${quote(from)} is no file of the primitive`);
    else
      files.push(withSource(content === null ? { ...donor, path } : text(path, content), donor, primitive));
  }
  return { files, problems };
}

function text(path: string, content: string): StoredFile {
  return { path, encoding: 'utf8', content };
}

function withSource(file: StoredFile, donor: StoredFile, primitive: Primitive): StoredFile {
  if (!file.path.endsWith('.py') || file.encoding !== 'utf8') return file;
  return { ...file, content: withProvenance(file.content, donor.path, primitive) };
}

/** A name out of a reply as it may stand in a reason: on one line, at most 80 characters. */
function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 79)}…` : name);
}

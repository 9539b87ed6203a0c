import { createHash } from 'node:crypto';

import type { FileTree } from '../../domain/files.js';

/** `sha256:…` of a tree's paths and bytes, whatever the order they came in: what stands for a commit where there is none. */
export function contentDigest(files: FileTree): string {
  const hash = createHash('sha256');
  for (const path of [...files.keys()].sort()) {
    const bytes = files.get(path) ?? new Uint8Array();
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return `sha256:${hash.digest('hex')}`;
}

import { posix } from 'node:path';

/** The folders above a path, the nearest first; the root, which is empty, is none of them. */
export function foldersAbove(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

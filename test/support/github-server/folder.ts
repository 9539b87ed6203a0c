import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderFile {
  /** Relative POSIX path. */
  readonly path: string;
  /** As git names it: plain, executable or link. */
  readonly mode: '100644' | '100755' | '120000';
  readonly bytes: Uint8Array;
}

/** Everything below a folder that git would keep, in the order of its paths. */
export async function readFolder(folder: string, below = ''): Promise<readonly FolderFile[]> {
  const files: FolderFile[] = [];
  for (const name of (await readdir(join(folder, below))).sort()) {
    if (name === '.git' || name === '__pycache__') continue;
    const path = below === '' ? name : `${below}/${name}`;
    const place = join(folder, path);
    const stat = await lstat(place);
    if (stat.isDirectory()) files.push(...(await readFolder(folder, path)));
    else if (stat.isSymbolicLink())
      files.push({ path, mode: '120000', bytes: Buffer.from(await readlink(place)) });
    else files.push({ path, mode: stat.mode & 0o100 ? '100755' : '100644', bytes: await readFile(place) });
  }
  return files;
}

import { statfs } from 'node:fs/promises';
import type { Clock } from '../../../ports/clock.js';
import { runChild } from '../child.js';
import type { DiskUsage } from './watch-disk.js';

/** What lies in a folder, by du(1), which does not stop for what vanishes meanwhile. */
export async function folderUsage(folder: string, clock: Clock): Promise<DiskUsage> {
  const total = async (...options: readonly string[]) => {
    const command = ['du', '-s', ...options, '--', folder];
    const { stdout } = await runChild(
      { command, cwd: '/', input: [], wallTimeMs: 60_000, outputBytes: 4096 },
      clock,
    );
    return Number.parseInt(stdout, 10) || 0;
  };
  const [kibibytes, files] = await Promise.all([total('-k'), total('--inodes')]);
  return { bytes: kibibytes * 1024, files };
}

/** What can still be written to the file system of a folder: nothing when it has no inode left, whatever the blocks say. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return files > 0 && ffree === 0 ? 0 : bavail * bsize;
}

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CodefaceError } from '../domain/errors.js';

/**
 * Makes sure that a report can be written to a file: one that cannot is told before an hour of mining, not after it.
 * Ends in `bad-input` when the file is a folder or what should be its folder is none, else as the system refuses it.
 */
export async function checkReportFile(file: string): Promise<void> {
  const folder = dirname(resolve(file));
  await access(folder, constants.W_OK);
  if (!(await stat(folder)).isDirectory())
    throw new CodefaceError('bad-input', `${folder} is no folder: name another place for --report.`);
  const there = await stat(file).catch(() => undefined);
  if (there === undefined) return;
  if (there.isDirectory())
    throw new CodefaceError('bad-input', `${file} is a folder: name a file in it for --report.`);
  await access(file, constants.W_OK);
}

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createGitWorkspace } from '../../src/adapters/git/workspace.js';
import type { FileTree } from '../../src/domain/files.js';

const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};

/** A folder's files as `codeface` reads them. */
export async function treeOf(folder: string): Promise<FileTree> {
  return (await createGitWorkspace({ logger: SILENT }).readUncommitted(folder)).files;
}

/** A new temporary folder with these texts. */
export async function folderOf(texts: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'codeface-bench-'));
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

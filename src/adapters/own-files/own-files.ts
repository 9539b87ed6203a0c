import { readFile, readdir } from 'node:fs/promises';
import type { StoredFile } from '../../domain/files.js';

/** The Python that runs in the sandbox; it lies beside the harness, also when compiled. */
export async function readHarnessProgram(): Promise<readonly StoredFile[]> {
  const folder = new URL('../../harness/', import.meta.url);
  const names = (await readdir(folder)).filter(name => name.endsWith('.py')).sort();
  return Promise.all(
    names.map(async path => ({
      path,
      encoding: 'utf8' as const,
      content: await readFile(new URL(path, folder), 'utf8'),
    })),
  );
}

/** The texts of templates/, each under the key of its path. */
export async function readTemplates<K extends string>(
  paths: Readonly<Record<K, string>>,
): Promise<Readonly<Record<K, string>>> {
  const folder = new URL('../../../templates/', import.meta.url);
  const entries = Object.entries<string>(paths).map(
    async ([key, path]) => [key, await readFile(new URL(path, folder), 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<K, string>;
}

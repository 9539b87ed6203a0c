import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

/**
 * Stores a blob the way git does (gitformat-loose(5)) and returns its id. A process for each file of a repository
 * would be most of the time a test takes.
 */
export async function writeLooseBlob(folder: string, content: Uint8Array): Promise<string> {
  const object = Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]);
  const sha = createHash('sha1').update(object).digest('hex');
  const objects = join(folder, 'objects');
  const partial = join(objects, `partial-${randomUUID()}`);
  await mkdir(join(objects, sha.slice(0, 2)), { recursive: true });
  await writeFile(partial, deflateSync(object));
  await rename(partial, join(objects, sha.slice(0, 2), sha.slice(2)));
  return sha;
}

import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SIMPLE_INDEX = 'https://pypi.org/simple';

/** Downloads are kept here between benches, outside of any checkout. */
export const BENCH_CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'codeface-bench');

/**
 * The folder of an unpacked source distribution `NAME==VERSION`, downloaded once and checked against the index's hash.
 * Nothing in it is run: `pip download` would run its build.
 */
export async function sourceDistribution(requirement: string): Promise<string> {
  const [name = '', version = ''] = requirement.split('==');
  const folder = join(BENCH_CACHE, 'sources', `${name}-${version}`);
  const [kept] = await readdir(folder).catch(() => []);
  if (kept !== undefined) return join(folder, kept);
  const archive = await download(name, [`${name}-${version}.tar.gz`, `${escaped(name)}-${version}.tar.gz`]);
  await mkdir(join(BENCH_CACHE, 'sources'), { recursive: true });
  const fresh = await mkdtemp(join(BENCH_CACHE, 'sources', '.new-'));
  try {
    await writeFile(join(fresh, '.tar.gz'), archive);
    await run('tar', ['-xzf', '.tar.gz', '--no-same-owner'], { cwd: fresh });
    await rm(join(fresh, '.tar.gz'));
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
  return sourceDistribution(requirement);
}

/** A project's name as it stands in the names of its files (PEP 625). */
function escaped(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '_');
}

/** One file of a project's page in the simple index (PEP 503): the first of these that it lists. */
async function download(name: string, files: readonly string[]): Promise<Uint8Array> {
  const page = `${SIMPLE_INDEX}/${name}/`;
  const links = [
    ...(await (await answer(page)).text()).matchAll(/<a\s[^>]*href="([^"]+)"[^>]*>\s*([^<\s]+)/g),
  ];
  const isWanted = (text = '') => files.some(file => file.toLowerCase() === text.toLowerCase());
  const [, link, file] = links.find(([, , text]) => isWanted(text)) ?? [];
  if (link === undefined) throw new Error(`${page} lists no ${files[0]}.`);
  const address = new URL(link.replaceAll('&amp;', '&'), page);
  const [, digest] = /^#sha256=([0-9a-f]{64})$/.exec(address.hash) ?? [];
  const bytes = new Uint8Array(await (await answer(address.href)).arrayBuffer());
  if (digest !== undefined && createHash('sha256').update(bytes).digest('hex') !== digest)
    throw new Error(`${file} is not what ${page} says it is.`);
  return bytes;
}

async function answer(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return response;
}

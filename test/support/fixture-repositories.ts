import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';
import type { FileTree } from '../../src/domain/files.js';

const run = promisify(execFile);

const REPOSITORIES = fileURLToPath(new URL('../../fixtures/repositories/', import.meta.url));
const REQUESTS = fileURLToPath(new URL('../../fixtures/requests/', import.meta.url));

/** Two donors, Apache-2.0 in src layout and MIT in flat layout, and the target that needs them. */
export type FixtureName = 'steadykit' | 'wordforms' | 'orderdesk';

/**
 * Variants of `orderdesk`: the first mapping of `pause_before` is right, or no order of its parameters is. Without
 * one, the first mapping is refused by the target's suite and the second is right.
 */
export type Overlay = 'orderdesk-first-mapping' | 'orderdesk-no-mapping';

/** What no demo shows and every company has: Python 2, Latin-1 without a cookie, an empty module. */
export const ODD_FILES: FileTree = new Map([
  ['legacy/report_py2.py', Buffer.from('def report(lines):\n    print "%d lines" % len(lines)\n')],
  ['legacy/latin_1.py', Buffer.from('CAFE = "caf\xe9"\n', 'latin1')],
  ['legacy/__init__.py', Buffer.alloc(0)],
]);

const made: string[] = [];
afterAll(() => made.forEach(folder => rmSync(folder, { recursive: true, force: true })));

/** An empty folder that is removed when the test file that asked for it is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'codeface-fixture-'));
  made.push(folder);
  return folder;
}

/** The files of a fixture with its overlays put over it, later ones winning. */
export function readFixtureTree(name: FixtureName, overlays: readonly Overlay[] = []): FileTree {
  return new Map([name, ...overlays].flatMap(folder => [...readFolder(join(REPOSITORIES, folder))]));
}

/** The written request for `orderdesk`, or for one of its variants. */
export function readFixtureRequest(name: 'orderdesk' | Overlay): string {
  return readFileSync(join(REQUESTS, `${name}.md`), 'utf8');
}

/**
 * A fixture as a git repository of one commit on `main`, in a folder called like the fixture. The same fixture has
 * the same commit id everywhere, links included. It is removed when the test file is done.
 */
export async function materialise(
  name: FixtureName,
  options: {
    readonly overlays?: readonly Overlay[];
    /** Put over the fixture and its overlays. */
    readonly files?: FileTree;
    /** Symbolic links: path to what it points to. */
    readonly links?: ReadonlyMap<string, string>;
  } = {},
): Promise<{ readonly folder: string; readonly commit: string }> {
  const folder = join(temporaryFolder(), name);
  await writeTree(folder, readFixtureTree(name, options.overlays));
  await writeTree(folder, options.files ?? new Map());
  for (const [path, target] of options.links ?? []) symlinkSync(target, join(folder, path));
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  await git(folder, 'add', '--all');
  await git(folder, 'commit', '--quiet', '--message', `Import ${name}`);
  return { folder, commit: await git(folder, 'rev-parse', 'HEAD') };
}

/** A fixture as a folder without any git history, as an unpacked source distribution is. */
export function unpack(name: FixtureName): string {
  const folder = join(temporaryFolder(), name);
  cpSync(join(REPOSITORIES, name), folder, { recursive: true, filter: path => !isByproduct(path) });
  return folder;
}

/** Writes a tree below a folder, making what folders it needs. */
export async function writeTree(folder: string, files: FileTree): Promise<void> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

function readFolder(folder: string): FileTree {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !isByproduct(path))
    .sort();
  return new Map(files.map(path => [relative(folder, path), readFileSync(path)]));
}

/** Left behind by somebody who ran a fixture's suite in place. */
function isByproduct(path: string): boolean {
  return /__pycache__|\.pytest_cache|\.egg-info/.test(path);
}

/** Git as it is on no person's machine: no configuration but this, and a fixed author and date. */
async function git(folder: string, ...words: string[]): Promise<string> {
  const identity = (role: string) => ({
    [`GIT_${role}_NAME`]: 'Harbourline',
    [`GIT_${role}_EMAIL`]: 'code@harbourline.example',
    [`GIT_${role}_DATE`]: '2024-03-01T09:00:00+00:00',
  });
  const { stdout } = await run('git', words, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      ...identity('AUTHOR'),
      ...identity('COMMITTER'),
    },
  });
  return stdout.trim();
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files by their path. */
export type Tree = Readonly<Record<string, string>>;

const PACKAGES = [
  'dockerode',
  'execa',
  'knex',
  'listr2',
  'octokit',
  'openai',
  'pino',
  'sqlite3',
  'tar-stream',
];
const DECLARED = [...PACKAGES, '@octokit/rest', 'probot', 'web-tree-sitter', 'zod'];

/** What every made-up project has: packages that it declares, and one that it does not. */
const INSTALLED: Tree = Object.fromEntries([
  [
    'package.json',
    JSON.stringify({
      name: 'made-up',
      dependencies: Object.fromEntries(DECLARED.map(name => [name, '1.0.0'])),
    }),
  ],
  ...[...DECLARED, 'undeclared'].flatMap(name => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
    [`node_modules/${name}/index.js`, ''],
  ]),
]) as Tree;

/** Writes a project to a temporary folder, shows it to `look` and removes it. */
export async function inMadeUpTree<T>(tree: Tree, look: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'codeface-architecture-'));
  try {
    for (const [path, text] of Object.entries({ ...INSTALLED, ...tree })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await look(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

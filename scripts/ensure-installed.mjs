// Installs and builds what a fresh clone lacks, with Node's own modules alone, so that
// `npm run demo` and `npm test` are each one command. Does nothing when all is up to date.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const at = path => join(root, path);
const modified = path => (existsSync(at(path)) ? statSync(at(path)).mtimeMs : 0);

const newestUnder = folder =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs), 0);

const npm = (...words) => execFileSync('npm', words, { cwd: root, stdio: 'inherit' });

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.error('Installing dependencies (a first install compiles SQLite and can take three minutes) …');
  npm('ci', '--no-audit', '--no-fund');
}
if (modified('dist/.built') < newestUnder('src')) npm('run', '--silent', 'build');

// Installs and builds what a fresh clone lacks, with Node's own modules alone, so that
// `npm run demo` and `npm test` are each one command. Does nothing when all is up to date.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = path => join(root, path);
const modified = path => (existsSync(path) ? statSync(path).mtimeMs : 0);

const newestUnder = folder =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.parentPath.endsWith('__pycache__'))
    .reduce((newest, entry) => Math.max(newest, modified(join(entry.parentPath, entry.name))), 0);

function npm(...words) {
  if (spawnSync('npm', words, { cwd: root, stdio: 'inherit' }).status === 0) return;
  console.error(`npm ${words.join(' ')} failed; what it says above is why.`);
  process.exit(1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 18)) {
  console.error(`Codeface needs Node 20.18.1 or later; this is ${process.version}.`);
  process.exit(1);
}
if (modified(at('node_modules/.package-lock.json')) < modified(at('package-lock.json'))) {
  console.error('Installing dependencies (a first install compiles SQLite and can take three minutes) …');
  npm('ci', '--no-audit', '--no-fund');
}
if (modified(at('dist/.built')) < newestUnder('src')) npm('run', '--silent', 'build');

// The main job from end to end, on repositories of our own, with the commands a person would type: mine two donors,
// build a written request for a third repository, show what came of it. Everything lands in codeface-demo/.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const at = (...parts) => join(root, ...parts);
const folder = at('codeface-demo');
const library = join(folder, 'library.db');
const show = path => relative(process.cwd(), path) || '.';

const git = (cwd, ...words) =>
  execFileSync('git', ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com', ...words], {
    cwd,
    encoding: 'utf8',
  });

/** Runs one command and lets the person see it, its progress and its answer. */
function codeface(...words) {
  console.log(`\n$ npx codeface ${words.map(word => (word.startsWith('/') ? show(word) : word)).join(' ')}`);
  // The fixtures are ours: where neither Docker nor bubblewrap is, they may run without isolation.
  const { status } = spawnSync(process.execPath, [at('bin', 'codeface.js'), ...words, '--trust'], {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: {
      ...process.env,
      CODEFACE_HOME: process.env.CODEFACE_HOME ?? '',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    },
  });
  return status ?? 1;
}

function mustWork(status) {
  if (status !== 0) process.exit(status);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of ['steadykit', 'wordforms', 'orderdesk']) {
  const repository = join(folder, name);
  cpSync(at('fixtures', 'repositories', name), repository, { recursive: true });
  git(repository, 'init', '-q', '-b', 'main');
  git(repository, 'add', '-A');
  git(repository, 'commit', '-q', '-m', `Start ${name}`);
}

console.log('Installing what is missing: the sandbox needs an interpreter with pytest.');
mustWork(codeface('doctor', '--prepare', '--library', library));

const started = performance.now();
console.log('\nMining two donor repositories into a library.');
mustWork(codeface('mine', join(folder, 'steadykit'), '--library', library));
mustWork(codeface('mine', join(folder, 'wordforms'), '--library', library));

console.log('\nBuilding a request for a third repository, whose suite fails because modules are missing.');
const output = join(folder, 'output');
const request = at('fixtures', 'requests', 'orderdesk.md');
const target = join(folder, 'orderdesk');
const status = codeface(
  'build',
  '--target',
  target,
  '--request',
  request,
  '--output',
  output,
  '--library',
  library,
);

console.log(
  `\nThe branch, a commit a round:\n${git(target, 'log', '--oneline', '--all', '--graph').trimEnd()}`,
);
console.log(`\nRead ${show(join(output, 'pull-request.md'))} and ${show(join(output, 'comments'))}/.`);
console.log(`The demo took ${((performance.now() - started) / 1000).toFixed(0)} s after the install.`);
process.exit(status);

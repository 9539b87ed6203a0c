import type { Outcome, RunAttack } from './attack.js';

const placing = (
  name: string,
  paths: readonly string[],
  expected: readonly Outcome[] = ['bad-input'],
): RunAttack => ({
  name,
  family: 'archives',
  against: 'run',
  expected,
  program: 'pass',
  files: Object.fromEntries(paths.map(path => [path, 'spoilt'])),
});

const MANY = 300;

/** Names of files that would lie elsewhere than in the working folder, or not at all. */
export const ARCHIVES: readonly RunAttack[] = [
  placing('a file above the working folder', ['../spoilt.py']),
  placing('a file above, by way of a folder', ['a/b/../../../spoilt.py']),
  placing('an absolute path', ['/etc/cron.d/spoilt']),
  placing('a NUL in a path', ['spoilt\0.py']),
  placing('a backslash in a path', ['..\\spoilt.py']),
  placing('a drive', ['C:/spoilt.py']),
  placing('a hook of version control', ['.git/hooks/post-checkout']),
  placing('a path through a file', ['a', 'a/b']),
  placing('two files of one path', ['a/b', 'a//b']),
  placing('a name longer than a file system takes', ['x'.repeat(256)]),
  placing('a path longer than a system call takes', ['x/'.repeat(2500) + 'y']),
  placing('a folder in the place of the file', ['a/.', 'a/b']),
  {
    name: 'more files than fit',
    family: 'archives',
    against: 'run',
    expected: ['sandbox'],
    program: 'pass',
    limits: { diskBytes: 1024 ** 2 },
    files: Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`f${index}`, 'x'.repeat(4097)])),
  },
];

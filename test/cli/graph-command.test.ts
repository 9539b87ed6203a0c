import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `codeface graph` on something in a folder of these files. */
async function graph(
  files: Readonly<Record<string, string>>,
  at: string,
  ...options: string[]
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, 'latin1');
    }
    const args = ['--import', 'tsx', 'src/cli.ts', 'graph', join(folder, at), ...options];
    return await new Promise(resolve => {
      execFile(process.execPath, args, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FILES = {
  'kit/__init__.py': 'from .a import f\n',
  'kit/a.py': 'def f():\n    return len("")\n',
  'use.py': 'import kit\nkit.f()\n',
};
const CALLS = {
  '<builtin>.len': [],
  kit: [],
  'kit.a': [],
  'kit.a.f': ['<builtin>.len'],
  use: ['kit.a.f'],
};

describe('codeface graph', () => {
  it.each([[[]], [['--format', 'callgraph']], [['--json']]])(
    'prints who calls whom in a folder %j',
    async options => {
      const { code, out, err } = await graph(FILES, '.', ...options);
      expect([code, err]).toEqual([0, '']);
      expect(JSON.parse(out)).toEqual(CALLS);
    },
    60_000,
  );

  it('prints what is in one file', async () => {
    const { code, out } = await graph(FILES, 'use.py');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ use: ['kit.f'], 'kit.f': [] });
  }, 60_000);

  it('names a file that it cannot read and goes on without it', async () => {
    const { code, out, err } = await graph({ ...FILES, 'odd.py': 'x = "\u00e9"\n' }, '.');
    expect(code).toBe(0);
    expect(err).toContain('left out odd.py: it is not UTF-8');
    expect(JSON.parse(out)).toEqual(CALLS);
  }, 60_000);

  it.each([
    ['nowhere', 'There is nothing at'],
    ['notes.txt', 'is no Python file'],
  ])(
    'says what is wrong with %s',
    async (at, message) => {
      const { code, out, err } = await graph({ 'notes.txt': '' }, at);
      expect(code).toBe(1);
      expect(out).toBe('');
      expect(err).toContain(message);
    },
    60_000,
  );
});

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { readWords, topComment } from '../../../bench/support/command-line.js';
import { ROOT } from '../../support/command-line.js';

const takes = { options: { sandbox: '', sample: '0' }, flags: ['json'], takesNames: true } as const;

describe('what a bench is told', () => {
  it('is its options, its flags and the names, in any order', () => {
    expect(readWords(['click', '--sample', '3', 'attrs==1', '--json'], takes)).toEqual({
      options: { sandbox: '', sample: '3' },
      flags: new Set(['json']),
      names: ['click', 'attrs==1'],
    });
    expect(readWords([], takes)).toMatchObject({ options: takes.options, flags: new Set(), names: [] });
  });

  it('may be to help', () => expect(readWords(['click', '--help'], takes)).toBe('help'));

  it.each([['--quik'], ['--json=yes'], ['--sample'], ['-x']])('is not %s', word => {
    expect(readWords([word], takes)).toMatch(/^(Unknown option|Option )/);
  });

  it('names nothing where nothing is named', () => {
    expect(readWords(['click'], { flags: ['json'] })).toMatch(/^Unexpected argument 'click'/);
  });

  it('is told by the comment at the top', () => {
    expect(topComment('/**\n * What it does: `x`.\n *\n * And more.\n */\nlet a; /** b */\n')).toBe(
      'What it does: `x`.\n\nAnd more.',
    );
  });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('a bench', () => {
  const benches = readdirSync(`${ROOT}bench`).filter(name => name.endsWith('.ts'));
  const run = (bench: string, word: string): Promise<Ended> =>
    new Promise(resolve => {
      const words = ['--import', 'tsx', `${ROOT}bench/${bench}`, word];
      const child = execFile(process.execPath, words, { timeout: 60_000 }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      );
    });

  it.each(benches)(
    '%s says for --help what it does and refuses what it does not know, and begins nothing',
    async bench => {
      const [help, unknown] = await Promise.all([run(bench, '--help'), run(bench, '--no-such-thing')]);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain('`npm run ');
      expect(unknown).toMatchObject({ code: 2, stdout: '' });
      expect(unknown.stderr).toContain("Unknown option '--no-such-thing'");
    },
    60_000,
  );
});

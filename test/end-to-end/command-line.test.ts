import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildProject, codeface, type CommandResult } from '../support/command-line.js';
import {
  materialise,
  ODD_FILES,
  readFixtureRequest,
  temporaryFolder,
  type Overlay,
} from '../support/fixture-repositories.js';

const MINUTES = 60_000;
const git = (folder: string, ...words: string[]) =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();

/** What the tests read of the answers. */
interface BuildAnswer {
  readonly outcome: string;
  readonly detail: string;
  readonly rounds: readonly {
    index: number;
    passed: number;
    failed: number;
    errors: number;
    diagnosis: string;
  }[];
  readonly activated: readonly { requirement: string; repository: string; licence: string; commit: string }[];
  readonly uncovered: readonly unknown[];
  readonly branch: string | null;
  readonly commits: readonly string[];
  readonly costUsd: number;
}
interface MineAnswer {
  readonly repository: string;
  readonly admitted: readonly { id: string; name: string; exports: readonly string[]; tests: number }[];
  readonly excluded: readonly { name: string; reason: string }[];
  readonly skippedFiles: readonly { name: string; reason: string }[];
}
const answer = <T>(result: CommandResult): T => JSON.parse(result.stdout) as T;

describe('codeface', () => {
  let folder: string;
  let library: string;
  let donors: MineAnswer[];

  beforeAll(async () => {
    buildProject();
    folder = temporaryFolder();
    library = join(folder, 'library.db');
    donors = [];
    for (const name of ['steadykit', 'wordforms'] as const) {
      const donor = await materialise(name, name === 'wordforms' ? { files: ODD_FILES } : {});
      const mined = await codeface(['mine', donor.folder, '--library', library, '--trust', '--json']);
      expect({ exitCode: mined.exitCode, stderr: mined.exitCode === 0 ? '' : mined.stderr }).toEqual({
        exitCode: 0,
        stderr: '',
      });
      donors.push(answer<MineAnswer>(mined));
    }
  }, 5 * MINUTES);

  async function build(request: 'orderdesk' | Overlay, name: string) {
    const overlays = request === 'orderdesk' ? [] : [request];
    const target = await materialise('orderdesk', { overlays });
    const requestFile = join(folder, `${name}.md`);
    writeFileSync(requestFile, readFixtureRequest(request));
    const output = join(folder, `output-${name}`);
    const words = ['build', '--target', target.folder, '--request', requestFile, '--output', output];
    const result = await codeface([...words, '--library', library, '--trust', '--json']);
    return { result, target, output, answer: answer<BuildAnswer>(result) };
  }

  it('mines what has tests and a licence, and skips what it cannot read with the reason', () => {
    const [steadykit, wordforms] = donors;
    const exports = donors.flatMap(donor => donor.admitted.flatMap(one => one.exports));
    expect(exports).toEqual(
      expect.arrayContaining(['backoff_delay', 'TtlCache', 'slugify', 'load_settings', 'SettingsError']),
    );
    expect(steadykit?.skippedFiles).toEqual([]);
    expect(wordforms?.skippedFiles.map(file => file.name)).toEqual(
      expect.arrayContaining(['legacy/latin_1.py', 'legacy/report_py2.py']),
    );
  });

  it('finds and shows what it mined', async () => {
    const found = await codeface(['search', 'backoff delay', '--library', library, '--json']);
    const [hit] = answer<{ hits: { id: string; exports: string[] }[] }>(found).hits;
    expect(hit?.exports).toContain('backoff_delay');
    const shown = await codeface(['show', hit?.id ?? '', '--library', library]);
    expect(shown.stdout).toContain('Apache-2.0');
    expect(shown.stdout).toContain('def backoff_delay(');
    const unknown = await codeface(['show', 'cf-ffffffffffff', '--library', library]);
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
    expect(unknown.stderr).toBe(
      'codeface: No primitive has the id cf-ffffffffffff. `codeface search` lists them.\n',
    );
  });

  it(
    'verifies every primitive again from the library alone',
    async () => {
      const verified = await codeface(['library', 'verify', '--library', library, '--trust', '--json']);
      const counts = answer<{ primitives: number; verified: number }>(verified);
      expect(verified.exitCode).toBe(0);
      expect(counts.verified).toBe(counts.primitives);
      expect(counts.primitives).toBe(donors.reduce((sum, donor) => sum + donor.admitted.length, 0));
    },
    5 * MINUTES,
  );

  it(
    'builds in two rounds when only the suite can tell two parameters apart',
    async () => {
      const { result, answer: built, target, output } = await build('orderdesk', 'two-rounds');
      expect(built.rounds.map(round => round.failed)).toEqual([3, 0]);
      expect(built).toMatchObject({ outcome: 'green', uncovered: [], costUsd: 0 });
      expect(result.exitCode).toBe(0);
      expect(built.rounds[0]?.diagnosis).toContain('`orderdesk.platform.waiting` from cf-');
      expect(built.rounds[0]?.diagnosis).not.toContain('handles');
      expect(built.activated.map(one => [one.requirement, one.licence]).sort()).toEqual([
        ['orderdesk.catalogue.handles', 'MIT'],
        ['orderdesk.checkout.basket_cache', 'Apache-2.0'],
        ['orderdesk.platform.settings', 'MIT'],
        ['orderdesk.platform.waiting', 'Apache-2.0'],
      ]);

      // One commit a round on a branch of its own, and the person's branch and files as they were.
      expect(
        git(target.folder, 'rev-list', '--reverse', `${target.commit}..${built.branch}`).split('\n'),
      ).toEqual(built.commits);
      expect(git(target.folder, 'rev-parse', 'main')).toBe(target.commit);
      expect(git(target.folder, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
      expect(git(target.folder, 'status', '--porcelain')).toBe('');

      // Every delivered file says where it came from.
      const delivered = git(target.folder, 'show', `${built.branch}:src/orderdesk/platform/waiting.py`);
      expect(delivered).toContain('SPDX-License-Identifier: Apache-2.0');
      expect(delivered).toMatch(/def pause_before\(\s*attempt: int,\s*limit: float,\s*unit: float,/);
      // What its primitive offers besides was not asked for: neither it comes nor its tests.
      expect(git(target.folder, 'diff', target.commit, built.branch ?? '')).not.toContain('retry_call');
      expect(git(target.folder, 'show', `${built.branch}:NOTICE`)).toContain('steadykit');

      const pullRequest = readFileSync(join(output, 'pull-request.md'), 'utf8');
      expect(pullRequest).toContain('draft: false');
      expect(pullRequest).toContain('`steadykit@');
      const comments = readdirSync(join(output, 'comments'));
      expect(comments.filter(name => name.includes('diagnosis'))).toHaveLength(1);
      expect(existsSync(join(output, 'worktree', 'src/orderdesk/platform/waiting.py'))).toBe(true);
    },
    5 * MINUTES,
  );

  it(
    'ends in one round when the first mapping is right',
    async () => {
      const { result, answer: built } = await build('orderdesk-first-mapping', 'one-round');
      expect(built.rounds).toHaveLength(1);
      expect(built.outcome).toBe('green');
      expect(result.exitCode).toBe(0);
    },
    5 * MINUTES,
  );

  it(
    'stops short, stays a draft and says so when no order of the parameters is right',
    async () => {
      const { result, answer: built, output } = await build('orderdesk-no-mapping', 'no-round');
      expect(result.exitCode).toBe(2);
      expect(built.outcome).toBe('stopped-short');
      expect(built.detail).toMatch(/`orderdesk\.platform\.waiting` is uncovered: .*cf-/);
      expect(built.detail).toMatch(/refused/);
      expect(readFileSync(join(output, 'pull-request.md'), 'utf8')).toContain('draft: true');
      const conclusion =
        readdirSync(join(output, 'comments')).find(name => name.includes('conclusion')) ?? '';
      expect(readFileSync(join(output, 'comments', conclusion), 'utf8')).toMatch(
        /orderdesk\.platform\.waiting.*refused/,
      );
    },
    5 * MINUTES,
  );

  it(
    'says what is needed when a request asks for nothing, and makes no branch',
    async () => {
      const target = await materialise('steadykit');
      const request = join(folder, 'nothing.md');
      writeFileSync(request, '# Please make it better\n\nThanks.\n');
      const words = [
        'build',
        '--target',
        target.folder,
        '--request',
        request,
        '--output',
        join(folder, 'output-nothing'),
      ];
      const result = await codeface([...words, '--library', library, '--trust', '--json']);
      expect(result.exitCode).toBe(2);
      expect(answer<BuildAnswer>(result)).toMatchObject({
        outcome: 'nothing-to-build',
        branch: null,
        commits: [],
      });
      expect(git(target.folder, 'branch', '--list')).toBe('* main');
      const status = readFileSync(join(folder, 'output-nothing', 'comments', 'codeface-status.md'), 'utf8');
      expect(status).toContain('# src/shop/prices.py');
    },
    2 * MINUTES,
  );

  it.each([
    ['no Python', { 'README.md': 'hello\n' }, 0, 0, 0],
    [
      'no licence',
      {
        'a.py': 'def f():\n    return 1\n',
        'test_a.py': 'from a import f\n\ndef test_f():\n    assert f() == 1\n',
      },
      1,
      0,
      0,
    ],
    // Something could be a primitive and nothing is one: a script must notice.
    ['no tests', { 'a.py': 'def f():\n    return 1\n', LICENSE: 'MIT' }, 0, 1, 2],
    ['nothing at all', {}, 0, 0, 0],
  ])(
    'mines a repository with %s into a clear outcome',
    async (_, files, admitted, excluded, exitCode) => {
      const donor = temporaryFolder();
      for (const [name, text] of Object.entries(files)) writeFileSync(join(donor, name), text);
      const empty = join(temporaryFolder(), 'empty.db');
      const result = await codeface(['mine', donor, '--library', empty, '--trust', '--json']);
      expect(result.exitCode).toBe(exitCode);
      const mined = answer<MineAnswer>(result);
      expect(mined.admitted).toHaveLength(admitted);
      expect(mined.excluded.length).toBeGreaterThanOrEqual(excluded);
      for (const { reason } of mined.excluded) expect(reason).toMatch(/\w+ .*\w+/);
    },
    2 * MINUTES,
  );

  it.each([
    [['mine', '/nowhere/at/all'], '/nowhere/at/all'],
    [['build', '--target', '.', '--request', '/nowhere.md'], '/nowhere.md'],
    [['search', 'x', '--limit', 'many'], '--limit'],
  ])('ends %j in one sentence, without a stack trace', async (words, named) => {
    const result = await codeface([...words, '--library', library, '--trust', '--json']);
    expect(result.exitCode).toBe(1);
    expect(result.stderr.trimEnd().split('\n').at(-1)).toMatch(/^codeface: /);
    expect(result.stderr).toContain(named);
    expect(result.stderr).not.toMatch(/\n\s+at /);
    expect(JSON.parse(result.stdout)).toHaveProperty('error.message');
  });

  it('exits 1 on words it does not know', async () => {
    expect((await codeface(['dance'])).exitCode).toBe(1);
    expect((await codeface(['mine', '--help'])).exitCode).toBe(0);
  });

  it('tells what the machine has', async () => {
    const result = await codeface(['doctor', '--library', library, '--trust', '--json']);
    const { findings } = JSON.parse(result.stdout) as { findings: { what: string; ok: boolean }[] };
    expect(result.exitCode).toBe(0);
    expect(findings.map(finding => finding.what)).toEqual(
      expect.arrayContaining(['sandbox docker', 'sandbox bubblewrap', 'sandbox in use']),
    );
  });
});

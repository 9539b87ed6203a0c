/**
 * Suites of published packages, run bare in a clean virtual environment and by `codeface suite` on each isolating
 * driver, side by side: `npm run suites -- [--drivers docker,bubblewrap] [--only NAME] [--json FILE]`. Exits 0 when the
 * numbers are the same everywhere, or differ for a reason that is written here.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { bareProject, type Counts } from './support/bare-run.js';
import { commandLine } from './support/command-line.js';
import { table, writeResult } from './support/report.js';
import { sourceDistribution } from './support/source-distribution.js';

interface Project {
  readonly requirement: string;
  /** What its own documents say that its suite needs beside pytest. */
  readonly distributions?: readonly string[];
  /** Where pytest alone finds nothing, what its makefile or tox names. */
  readonly targets?: readonly string[];
  /** Why the numbers may differ. */
  readonly explained?: string;
}

const { options } = commandLine(import.meta.url, {
  options: { drivers: 'docker,bubblewrap', only: '', json: join('bench-results', 'suites.json') },
});

const PROJECTS: readonly Project[] = [
  { requirement: 'click==8.5.1' },
  { requirement: 'marshmallow==4.4.0', distributions: ['simplejson'] },
  { requirement: 'tenacity==9.2.1', distributions: ['tornado>=6.0'] },
  { requirement: 'pluggy==1.7.0', distributions: ['pytest-benchmark', 'coverage'] },
  { requirement: 'toolz==1.2.0', distributions: ['coverage', 'pycodestyle'] },
  {
    requirement: 'humanize==4.17.0',
    distributions: ['freezegun', 'pytest-benchmark', 'pytest-codspeed', 'pytest-cov'],
  },
  { requirement: 'jsonpointer==3.12', targets: ['tests.py'] },
  { requirement: 'voluptuous==0.16.0' },
];

const COLUMNS = ['passed', 'failed', 'errors', 'skipped'] as const;

interface Row {
  readonly project: string;
  readonly ran: string;
  readonly verdict: string;
  readonly counts: Counts | undefined;
  readonly isSame: boolean;
  readonly durationMs: number;
  readonly note: string;
}

/** Each driver's run beside a bare one on an interpreter of the same version. */
async function compare(project: Project, drivers: readonly string[]): Promise<readonly Row[]> {
  const { requirement, explained = '' } = project;
  const folder = await sourceDistribution(requirement);
  const rows: Row[] = [];
  for (const driver of drivers) {
    const started = performance.now();
    const answer = await suite(folder, driver);
    const sandboxMs = performance.now() - started;
    const own = answer.error === undefined ? countsOf(answer) : undefined;
    const python = `python${/^\d+\.\d+/.exec(answer.interpreter ?? '')?.[0] ?? '3'}`;
    const { counts, durationMs } = await runBare(project, folder, python);
    const isSame = own !== undefined && COLUMNS.every(column => own[column] === counts[column]);
    rows.push(
      {
        project: requirement,
        ran: `bare ${python}`,
        verdict: '',
        counts,
        isSame: true,
        durationMs,
        note: '',
      },
      {
        project: requirement,
        ran: `${driver} ${answer.interpreter ?? ''}`,
        verdict: answer.verdict ?? 'error',
        counts: own,
        isSame,
        durationMs: sandboxMs,
        note: isSame ? '' : (answer.error?.message ?? explained),
      },
    );
  }
  return rows;
}

async function runBare(project: Project, folder: string, python: string) {
  const { requirement, distributions = [], targets = [] } = project;
  const name = `${requirement} ${python}`;
  return (await bareProject(folder, { name, python, distributions, targets })).run();
}

interface Answer extends Partial<Counts> {
  readonly verdict?: string;
  readonly interpreter?: string;
  readonly error?: { readonly message: string };
}

function suite(folder: string, driver: string): Promise<Answer> {
  const words = [join('bin', 'codeface.js'), 'suite', folder, '--driver', driver, '--json', '--quiet'];
  return new Promise((resolve, reject) =>
    execFile(process.execPath, words, { maxBuffer: 2 ** 28 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as Answer);
      } catch {
        reject(new Error(`codeface suite ${folder} printed no answer: ${stderr}`));
      }
    }),
  );
}

function countsOf({ passed = NaN, failed = NaN, errors = NaN, skipped = NaN }: Answer): Counts {
  return { passed, failed, errors, skipped };
}

const drivers = options.drivers.split(',');
const { only } = options;
const rows: Row[] = [];
for (const project of PROJECTS.filter(({ requirement }) => requirement.startsWith(only))) {
  process.stderr.write(`${project.requirement} …\n`);
  rows.push(...(await compare(project, drivers)));
}
const cells = rows.map(({ project, ran, verdict, counts, isSame, durationMs, note }) => [
  project,
  ran,
  ...COLUMNS.map(column => String(counts?.[column] ?? '-')),
  verdict,
  ran.startsWith('bare') ? '' : isSame ? 'same' : 'DIFFERS',
  (durationMs / 1000).toFixed(1),
  note,
]);
const head = [
  'Project',
  'Run',
  'Passed',
  'Failed',
  'Errors',
  'Skipped',
  'Verdict',
  'Against bare',
  'Seconds',
  'Why',
];
process.stdout.write(`${table(head, cells)}\n`);
await writeResult(options.json, rows);
process.exitCode = rows.every(({ isSame, note }) => isSame || note !== '') ? 0 : 1;

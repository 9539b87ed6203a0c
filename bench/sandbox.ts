/**
 * What isolation costs: the same suite bare and in each driver, start to finish, a few times in turn:
 * `npm run bench:sandbox -- [--drivers docker,bubblewrap] [--rounds 5] [--python python3] [--json FILE]`.
 *
 * `fixed` is what a suite of one empty test costs more than bare; `ratio` is what the rest of a suite costs over bare;
 * `per file` is what each further test file costs, since each is run in a process of its own.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileTree } from '../src/domain/files.js';
import type { Environment } from '../src/ports/sandbox.js';
import { createComposition, type Composition } from '../src/compose.js';
import { bareProject } from './support/bare-run.js';
import { commandLine } from './support/command-line.js';
import { folderOf, treeOf } from './support/folders.js';
import { median, table, writeResult } from './support/report.js';
import { sourceDistribution } from './support/source-distribution.js';

const { options } = commandLine(import.meta.url, {
  options: {
    drivers: 'docker,bubblewrap',
    rounds: '5',
    python: 'python3',
    json: join('bench-results', 'sandbox.json'),
  },
});
const PYTHON = options.python;
const ROUNDS = Number(options.rounds);
const FURTHER_FILES = 10;
const MIB = 1024 ** 2;
const LIMITS = {
  wallTimeMs: 300_000,
  memoryBytes: 2048 * MIB,
  processes: 256,
  diskBytes: 512 * MIB,
  outputBytes: MIB,
};

interface Measured {
  readonly name: string;
  readonly testFiles: number;
  readonly folder: string;
}

const emptyTests = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`test_${n}.py`, 'def test(): pass\n']));

async function suites(): Promise<readonly Measured[]> {
  const published = ['itsdangerous==2.2.0', 'cachetools==5.5.0'].map(async name => {
    const folder = await sourceDistribution(name);
    const files = [...(await treeOf(folder)).keys()];
    return { name, folder, testFiles: files.filter(path => /(^|\/)test_[^/]*\.py$/.test(path)).length };
  });
  const made = [1, 1 + FURTHER_FILES].map(async count => ({
    name: `${count} empty`,
    testFiles: count,
    folder: await folderOf({
      ...emptyTests(count),
      'pyproject.toml': '[project]\nname = "empty"\nversion = "1"\n[tool.setuptools]\npy-modules = []\n',
    }),
  }));
  return Promise.all([...made, ...published]);
}

/** The services of a new process: nothing is remembered from before. */
const open = (driver: string) => {
  const composition = createComposition(
    { ...process.env, CODEFACE_SANDBOX: driver, LOG_LEVEL: 'error' },
    { trustsCode: false, showsProgress: false, colour: false },
  );
  opened.push(composition);
  return composition.suiteServices();
};
const opened: Composition[] = [];

const distributionsOf = (name: string) => (name.startsWith('itsdangerous') ? ['freezegun'] : []);

async function runner(driver: string): Promise<(suite: Measured) => Promise<number>> {
  const { harness, sandbox } = await open(driver);
  const environments = new Map<string, Promise<Environment>>();
  const trees = new Map<string, FileTree>();
  return async ({ name, folder }) => {
    const distributions = distributionsOf(name);
    const key = distributions.join();
    environments.set(key, environments.get(key) ?? sandbox.prepare({ distributions }));
    const environment = await (environments.get(key) as Promise<Environment>);
    const files = trees.get(folder) ?? (await treeOf(folder));
    trees.set(folder, files);
    const request = {
      environment,
      files,
      sourceRoots: ['src'],
      targets: [],
      mustImport: [],
      testTimeoutMs: 60_000,
    };
    const started = performance.now();
    const execution = await harness.runSuite(request, LIMITS);
    const durationMs = performance.now() - started;
    if (execution.status !== 'completed') throw new Error(`${name} in ${driver}: ${execution.detail}`);
    return durationMs;
  };
}

async function warmPrepare(driver: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    const { sandbox } = await open(driver);
    await sandbox.prepare({ distributions: distributionsOf('itsdangerous') });
    times.push(performance.now() - started);
  }
  return median(times.slice(1));
}

const drivers = options.drivers.split(',');
const measured = await suites();
const ways = new Map<string, (suite: Measured) => Promise<number>>();
const bare = new Map<string, Awaited<ReturnType<typeof bareProject>>>();
for (const { name, folder } of measured)
  bare.set(
    name,
    await bareProject(folder, {
      name: `bench ${name}`,
      python: PYTHON,
      distributions: distributionsOf(name),
      targets: [],
    }),
  );
ways.set('bare', async ({ name }) => (await bare.get(name)?.run())?.durationMs ?? NaN);
for (const driver of drivers) ways.set(driver, await runner(driver));

const times = new Map<string, number[]>();
const keyOf = (way: string, suite: Measured) => `${way} ${suite.name}`;
for (let round = 0; round <= ROUNDS; round += 1) {
  process.stderr.write(`round ${round} of ${ROUNDS}${round === 0 ? ' (not counted)' : ''} …\n`);
  for (const suite of measured)
    for (const [way, run] of ways) {
      const durationMs = await run(suite);
      if (round > 0) times.set(keyOf(way, suite), [...(times.get(keyOf(way, suite)) ?? []), durationMs]);
    }
}
const timeOf = (way: string, suite: Measured) => median(times.get(keyOf(way, suite)) ?? []);

const [one, several, ...published] = measured as [Measured, Measured, ...Measured[]];
const results = [];
for (const driver of drivers) {
  const fixedMs = timeOf(driver, one) - timeOf('bare', one);
  const furtherMs = (way: string) => (timeOf(way, several) - timeOf(way, one)) / FURTHER_FILES;
  const perFileMs = furtherMs(driver) - furtherMs('bare');
  const prepareMs = await warmPrepare(driver);
  for (const suite of published) {
    const [bareMs, sandboxMs] = [timeOf('bare', suite), timeOf(driver, suite)];
    results.push({
      driver,
      suite: suite.name,
      testFiles: suite.testFiles,
      bareMs,
      sandboxMs,
      fixedMs,
      perFileMs,
      ratio: (sandboxMs - fixedMs) / bareMs,
      ratioWithoutFiles: (sandboxMs - fixedMs - perFileMs * (suite.testFiles - 1)) / bareMs,
      prepareMs,
    });
  }
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const head = [
  'Driver',
  'Suite',
  'Files',
  'Bare',
  'Sandbox',
  'Fixed',
  'Per file',
  'Ratio',
  'Ratio less files',
  'Warm prepare',
];
const rows = results.map(row => [
  row.driver,
  row.suite,
  String(row.testFiles),
  ...[row.bareMs, row.sandboxMs, row.fixedMs, row.perFileMs].map(seconds),
  ...[row.ratio, row.ratioWithoutFiles].map(ratio => ratio.toFixed(2)),
  seconds(row.prepareMs),
]);
process.stdout.write(`${table(head, rows)}\n`);
process.stdout.write(
  'Goals: fixed at most 0.80 s in docker and 0.15 s in bubblewrap; ratio at most 1.15 in docker; warm prepare at most 0.30 s.\n',
);
await writeResult(options.json, { rounds: ROUNDS, results });
await Promise.all(opened.map(composition => composition.close()));
for (const suite of [one, several]) await rm(suite.folder, { recursive: true, force: true });

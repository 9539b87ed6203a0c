/**
 * Whether a component's verdict is the one that a fresh process gives, and what it costs:
 * `npm run bench:validation -- [NAME…] [--sandbox DRIVER] [--sample N] [--json]`. Names are of the form `NAME` or
 * `NAME==VERSION`; `--sample` takes so many components of each package, evenly spread.
 *
 * The carried tests of each component are run as mining runs them, by processes that are forked from a server, and again
 * with a fresh interpreter for every process. What differs is run both ways once more: what then agrees was chance, and
 * is told apart. Seconds are those of the whole batch, its sandboxes included, by component. Exits 0 when all agree.
 */
import { join } from 'node:path';
import { createComposition } from '../src/compose.js';
import type { Execution } from '../src/domain/execution.js';
import type { SuiteRequest } from '../src/harness/harness.js';
import { ALONE_LIMITS } from '../src/mine/validate/suite-request.js';
import type { SandboxDriver } from '../src/ports/sandbox.js';
import { commandLine } from './support/command-line.js';
import { componentRuns, differences } from './support/component-runs.js';
import { table, writeResult } from './support/report.js';
import { sourceDistribution } from './support/source-distribution.js';

const PACKAGES: readonly (readonly [string, number])[] = [
  ['boltons==26.2.0', Infinity],
  ['click==8.5.1', Infinity],
  ['marshmallow==4.4.0', Infinity],
  ['networkx==3.6.1', 100],
];

interface Agreement {
  readonly package: string;
  readonly runs: number;
  readonly secondsForked: number;
  readonly secondsCold: number;
  /** Components whose processes could not be forked, since pytest has a module of the same name. */
  readonly ranCold: number;
  /** Share of the components with the same outcome of each test, 0 to 1. */
  readonly agreement: number;
  readonly disagreements: readonly string[];
  /** Differed once, and not again. */
  readonly chance: readonly string[];
}

const { options, flags, names } = commandLine(import.meta.url, {
  options: { sandbox: '', sample: '0' },
  flags: ['json'],
  takesNames: true,
});
const driver = options.sandbox;
const sample = Number(options.sample);
const composition = createComposition(
  { ...process.env, LOG_LEVEL: 'error' },
  {
    trustsCode: driver === 'process',
    showsProgress: false,
    colour: false,
    ...(driver !== '' && { sandbox: driver as SandboxDriver }),
  },
);

function wanted(): readonly (readonly [string, number])[] {
  if (names.length === 0) return PACKAGES;
  return names.map(
    name => PACKAGES.find(([known]) => known === name || known.startsWith(`${name}==`)) ?? [name, Infinity],
  );
}

/** At most so many, evenly spread. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

async function timed(requests: readonly SuiteRequest[]): Promise<readonly [readonly Execution[], number]> {
  const { harness } = await composition.miningServices();
  const started = performance.now();
  const executions = await harness.runEach(requests, ALONE_LIMITS);
  return [executions, (performance.now() - started) / 1000];
}

const cold = (request: SuiteRequest): SuiteRequest => ({ ...request, isCold: true });
const nameOf = ({ mustImport, targets }: SuiteRequest): string => `${mustImport.join()} by ${targets.join()}`;

async function compare(requirement: string, most: number): Promise<Agreement> {
  const tree = await composition.workspace.readUncommitted(await sourceDistribution(requirement));
  const all = await componentRuns(await composition.miningServices(), tree);
  const requests = spread(all, sample > 0 ? sample : most);
  const [forked, secondsForked] = await timed(requests);
  const [fresh, secondsCold] = await timed(requests.map(cold));
  const disagreements: string[] = [];
  const chance: string[] = [];
  for (const [index, request] of requests.entries()) {
    const found = differing(forked[index], fresh[index]);
    if (found.length === 0) continue;
    const [[again], [coldAgain]] = [await timed([request]), await timed([cold(request)])];
    const isChance = differing(again[0], coldAgain[0]).length === 0;
    (isChance ? chance : disagreements).push(`${nameOf(request)}: ${found.join('; ')}`);
  }
  const runs = requests.length;
  return {
    package: requirement,
    runs,
    secondsForked: secondsForked / Math.max(1, runs),
    secondsCold: secondsCold / Math.max(1, runs),
    ranCold: forked.filter(({ isolation }) => isolation === 'cold').length,
    agreement: runs === 0 ? 1 : 1 - disagreements.length / runs,
    disagreements,
    chance,
  };
}

function differing(one: Execution | undefined, other: Execution | undefined): readonly string[] {
  return one === undefined || other === undefined ? ['it was not run'] : differences(one, other);
}

const results: Agreement[] = [];
try {
  for (const [requirement, most] of wanted()) {
    process.stderr.write(`${requirement} …\n`);
    const result = await compare(requirement, most);
    results.push(result);
    process.stderr.write(
      `${requirement}: ${result.disagreements.length} of ${result.runs} differ, ${result.secondsForked.toFixed(2)} s a run forked, ${result.secondsCold.toFixed(2)} s cold\n`,
    );
  }
} finally {
  await composition.close();
}
await writeResult(join('bench-results', 'validation.json'), results);
if (flags.has('json')) process.stdout.write(`${JSON.stringify({ packages: results }, null, 2)}\n`);
else {
  const rows = results.map(one => [
    one.package,
    String(one.runs),
    one.secondsForked.toFixed(2),
    one.secondsCold.toFixed(2),
    String(one.ranCold),
    `${(one.agreement * 100).toFixed(1)} %`,
    String(one.chance.length),
  ]);
  const head = [
    'Package',
    'Runs',
    'Seconds a run, forked',
    'Cold',
    'Could not be forked',
    'Agreement',
    'By chance',
  ];
  process.stdout.write(`${table(head, rows)}\n`);
  for (const one of results)
    for (const told of [
      ...one.disagreements.map(text => `differs: ${text}`),
      ...one.chance.map(text => `chance: ${text}`),
    ])
      process.stdout.write(`${one.package}: ${told}\n`);
}
process.exitCode = results.every(({ disagreements }) => disagreements.length === 0) ? 0 : 1;

/**
 * What reading a repository into its graph and components costs, against a bare parse of the same files in the same
 * run: `npm run bench:mine -- [--json] [--packages click==8.5.1,…] [--result FILE]`.
 *
 * Each package is measured in a process of its own. `ratio` is the wall time of reading, graph and components over that of
 * one tree-sitter parse of the same texts on one core; `cpu ratio` is the same of processor time, which threads do not
 * make less. `1 file` is the share of the whole that is done again when one file changed and the others are
 * remembered. Networkx is measured once more in one thread, whole and with a tenth of its files, to show how the time
 * grows: threads of their own, which only the whole is worth, each have everything to compile first.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandLine } from './support/command-line.js';
import type { MiningMeasure } from './support/measure-mining.js';
import { table, writeResult } from './support/report.js';
import { sourceDistribution } from './support/source-distribution.js';

const { options, flags } = commandLine(import.meta.url, {
  options: {
    packages: 'boltons==26.2.0,click==8.5.1,marshmallow==4.4.0,networkx==3.6.1',
    result: 'bench-results/mine.json',
  },
  flags: ['json'],
});
const PACKAGES = options.packages.split(',');
const RESULT = options.result;
const JSON_ONLY = flags.has('json');
const LARGEST = 'networkx';
const MEASURE = new URL('./support/measure-mining.ts', import.meta.url).pathname;

interface Measured extends MiningMeasure {
  readonly package: string;
}

const packages: Measured[] = [];
for (const requirement of PACKAGES) packages.push(await measure(requirement, 1, false));
const largest = PACKAGES.find(requirement => requirement.startsWith(`${LARGEST}==`));
const tenth = largest === undefined ? undefined : await measure(largest, 10, true);
const whole = largest === undefined ? undefined : await measure(largest, 1, true);

const worst = (of: (one: Measured) => number): number => Math.max(...packages.map(of));
const result = {
  ratioToParse: worst(({ ratio }) => ratio),
  cpuRatioToParse: worst(({ cpuRatio }) => cpuRatio),
  incrementalShare: worst(({ incrementalShare }) => incrementalShare),
  peakMemoryMiB: worst(({ peakMemoryMiB }) => peakMemoryMiB),
  packages,
  ...(tenth &&
    whole && {
      growth: { tenth, whole, timesLines: whole.lines / tenth.lines, timesCpu: whole.cpuMs / tenth.cpuMs },
    }),
};
await writeResult(RESULT, result);
if (JSON_ONLY) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
else process.stdout.write(`${described()}\n`);

/** Measures one package, or every `part`th of its files, in a new process. */
async function measure(requirement: string, part: number, isInOneThread: boolean): Promise<Measured> {
  const how = `${part > 1 ? `, one file of ${part}` : ''}${isInOneThread ? ', in one thread' : ''}`;
  process.stderr.write(`${requirement}${how}\n`);
  const folder = await sourceDistribution(requirement);
  const words = [...process.execArgv, MEASURE, folder, String(part), isInOneThread ? 'one thread' : ''];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 24 });
  return { package: requirement, ...(JSON.parse(stdout) as MiningMeasure) };
}

function described(): string {
  const head = [
    'package',
    'files',
    'lines',
    'parse',
    'wall',
    'cpu',
    'ratio',
    'cpu ratio',
    'MiB',
    'lines/s',
    '1 file',
  ];
  const alone = [
    ...(tenth ? [{ ...tenth, package: `${tenth.package} / 10, one thread` }] : []),
    ...(whole ? [{ ...whole, package: `${whole.package}, one thread` }] : []),
  ];
  const rows = [...packages, ...alone].map(one => [
    one.package,
    String(one.files),
    String(one.lines),
    `${Math.round(one.parseMs)} ms`,
    `${Math.round(one.wallMs)} ms`,
    `${Math.round(one.cpuMs)} ms`,
    one.ratio.toFixed(2),
    one.cpuRatio.toFixed(2),
    String(one.peakMemoryMiB),
    String(Math.round(one.lines / (one.wallMs / 1000))),
    `${(one.incrementalShare * 100).toFixed(1)} %`,
  ]);
  const growth =
    result.growth === undefined
      ? ''
      : `\n\n${result.growth.timesLines.toFixed(1)} times the lines take ${result.growth.timesCpu.toFixed(1)} times the processor time in one thread.`;
  return `${table(head, rows)}${growth}`;
}

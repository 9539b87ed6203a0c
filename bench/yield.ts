/**
 * What mining gives of published packages: `npm run bench:yield -- [NAME…] [--sandbox DRIVER] [--json] [--quick]
 * [--write FILE]`. Names
 * restrict the packages, `NAME==VERSION` takes one that is not listed. The public names of a package that its untouched
 * suite executes are counted apart from the miner; reported is the share of them that an admitted primitive exports. What
 * is admitted is run again from the library alone, and on two dummies of each, which must fail; `--quick` leaves that out.
 * Exits 0 when everything admitted passes again, no dummy does, and at least 70 % of each package is covered.
 */
import { join } from 'node:path';
import type { SandboxDriver } from '../src/ports/sandbox.js';
import { commandLine } from './support/command-line.js';
import { table, writeResult } from './support/report.js';
import { sourceDistribution } from './support/source-distribution.js';
import { yieldOfPackage, type PackageYield } from './support/yield-of-package.js';

const PACKAGES = [
  'itsdangerous==2.2.0',
  'cachetools==5.5.0',
  'python-slugify==9.2.0',
  'click==8.5.1',
  'marshmallow==4.4.0',
  'tenacity==9.2.1',
  'toolz==1.2.0',
  'more-itertools==10.7.0',
  'sortedcontainers==2.4.0',
  'boltons==26.2.0',
  'humanize==4.17.0',
  'pluggy==1.7.0',
  'tinydb==4.9.0',
  'attrs==26.1.0',
];
const GOAL = 0.7;

/** The packages that names stand for. */
function wanted(names: readonly string[]): readonly string[] {
  if (names.length === 0) return PACKAGES;
  return names.flatMap(name =>
    name.includes('==') ? [name] : PACKAGES.filter(one => one.startsWith(`${name}==`)),
  );
}

function share(value: number | null): string {
  return value === null ? '-' : `${(value * 100).toFixed(0)} %`;
}

function row(one: PackageYield): readonly string[] {
  const { lines, files, exports: exported, tests } = one.median;
  return [
    one.package,
    String(one.publicApi),
    share(one.publicApiCovered),
    String(one.primitives),
    [lines, files, exported, tests].map(value => value ?? '-').join(' / '),
    share(one.largestShare),
    one.killScore === null ? '-' : one.killScore.toFixed(2),
    `${one.verified}/${one.primitives}`,
    String(one.passOnDummy.length),
    one.seconds.toFixed(1),
  ];
}

const HEAD = [
  'Package',
  'Public API',
  'Covered',
  'Primitives',
  'Median lines/files/exports/tests',
  'Largest share',
  'Kill score',
  'Verified',
  'Pass on a dummy',
  'Seconds',
];

const { options, flags, names } = commandLine(import.meta.url, {
  options: { sandbox: '', write: join('bench-results', 'yield.json') },
  flags: ['json', 'quick'],
  takesNames: true,
});
const driver = options.sandbox;
const sandbox = driver === '' ? undefined : (driver as SandboxDriver);
const results: PackageYield[] = [];
for (const requirement of wanted(names)) {
  process.stderr.write(`${requirement} …\n`);
  const folder = await sourceDistribution(requirement);
  results.push(await yieldOfPackage(requirement, folder, { sandbox, checks: !flags.has('quick') }));
  // After each, since all of them take long: what is known is kept when the rest is stopped.
  await writeResult(options.write, { packages: results });
}
if (flags.has('json')) process.stdout.write(`${JSON.stringify({ packages: results }, null, 2)}\n`);
else {
  process.stdout.write(`${table(HEAD, results.map(row))}\n`);
  for (const { package: name, excluded, missing, tooLarge } of results) {
    process.stdout.write(`\n${name}\n`);
    for (const [reason, count] of Object.entries(excluded))
      process.stdout.write(`  ${String(count).padStart(4)}  ${reason}\n`);
    if (tooLarge.length > 0) process.stdout.write(`  larger than need be: ${tooLarge.join(', ')}\n`);
    if (missing.length > 0) process.stdout.write(`  not exported: ${missing.join(', ')}\n`);
  }
}
const isGood = ({ publicApiCovered, verified, primitives, passOnDummy }: PackageYield) =>
  (publicApiCovered ?? 0) >= GOAL && verified === primitives && passOnDummy.length === 0;
process.exitCode = results.every(isGood) ? 0 : 1;

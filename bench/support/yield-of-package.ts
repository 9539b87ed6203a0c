import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createComposition } from '../../src/compose.js';
import type { Exclusion } from '../../src/domain/mined.js';
import type { SandboxDriver } from '../../src/ports/sandbox.js';
import { mine } from '../../src/mining.js';
import { verifyLibrary } from '../../src/mining/verify-library.js';
import { countable, linesOf } from './countable.js';
import { passingDummies } from './dummies.js';
import { recordSuiteOrExamples } from './executed-examples.js';
import { executedNames, publicNames, type PublicName } from './public-api.js';
import { median } from './report.js';

/** What mining gives of one package; shares are of 0 to 1, and null where there is nothing to take one of. */
export interface PackageYield {
  readonly package: string;
  /** Public names that the untouched suite executes. */
  readonly publicApi: number;
  /** The share of them that a primitive exports which is at most 40 % of the package, or as small as it can be. */
  readonly publicApiCovered: number | null;
  readonly primitives: number;
  readonly median: {
    readonly lines: number | null;
    readonly files: number | null;
    readonly exports: number | null;
    readonly tests: number | null;
  };
  /** Primitives that are more of the package than they need be; what they export is not covered by them. */
  readonly tooLarge: readonly string[];
  /** Of the package's lines, the most that one primitive has. */
  readonly largestShare: number | null;
  readonly excluded: Readonly<Record<string, number>>;
  /** The mean over the primitives that were measured. */
  readonly killScore: number | null;
  readonly seconds: number;
  /** Of the primitives, run again from the library alone. */
  readonly verified: number;
  readonly passOnDummy: readonly string[];
  /** Public names that no primitive exports. */
  readonly missing: readonly string[];
  readonly exclusions: readonly Exclusion[];
}

/** Mines an unpacked source distribution into a library of its own and compares with its public names. */
export async function yieldOfPackage(
  requirement: string,
  folder: string,
  options: { readonly sandbox: SandboxDriver | undefined; readonly checks: boolean },
): Promise<PackageYield> {
  const scratch = await mkdtemp(join(tmpdir(), 'codeface-yield-'));
  const composition = createComposition(
    { ...process.env, CODEFACE_DATABASE: join(scratch, 'library.db') },
    { trustsCode: false, showsProgress: false, colour: false, sandbox: options.sandbox },
  );
  try {
    const services = await composition.miningServices();
    const tree = await composition.workspace.readUncommitted(folder);
    const suite = await recordSuiteOrExamples(await composition.suiteServices(), tree);
    const all = await publicNames(folder);
    const names = executedNames(all, suite);
    const started = performance.now();
    const report = await mine(services, tree);
    const seconds = (performance.now() - started) / 1000;
    const { admitted, excluded } = report;
    const verified = options.checks
      ? (await verifyLibrary(services)).filter(one => one.verified).length
      : admitted.length;
    const passing = options.checks ? await passingDummies(services, admitted) : [];
    const packageLines = linesOfPackage(all, tree.files);
    const shares = admitted.map(one => linesOf(one) / packageLines);
    const counted = countable(tree, admitted, packageLines);
    const offered = new Set(
      counted.flatMap(({ interface: own }) => own.exports.map(symbol => `${own.module}.${symbol.name}`)),
    );
    const missing = names.filter(one => !offered.has(dotted(one)));
    return {
      package: requirement,
      publicApi: names.length,
      publicApiCovered: names.length === 0 ? null : 1 - missing.length / names.length,
      primitives: admitted.length,
      median: {
        lines: middle(admitted.map(linesOf)),
        files: middle(admitted.map(one => one.implementation.length)),
        exports: middle(admitted.map(one => one.interface.exports.length)),
        tests: middle(admitted.map(one => one.carriedTests.tests.length)),
      },
      tooLarge: admitted.filter(one => !counted.includes(one)).map(({ name }) => name),
      largestShare: shares.length === 0 ? null : Math.max(...shares),
      excluded: countReasons([...excluded, ...suiteExclusion(suite.collected)]),
      killScore: mean(admitted.flatMap(({ validation }) => validation?.killScore ?? [])),
      seconds,
      verified,
      passOnDummy: passing.map(({ name, variant }) => `${name} (${variant})`),
      missing: missing.map(dotted),
      exclusions: excluded,
    };
  } finally {
    await composition.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

function dotted({ module, name }: PublicName): string {
  return `${module}.${name}`;
}

/** A source distribution may lack its tests; then nothing can be said of it. */
function suiteExclusion(collected: number): readonly Exclusion[] {
  return collected > 0 ? [] : [{ name: '', reason: 'the source distribution carries no tests that run' }];
}

/** Lines of the Python below the top packages that have a public name. */
function linesOfPackage(names: readonly PublicName[], files: ReadonlyMap<string, Uint8Array>): number {
  const tops = new Set(names.map(({ path }) => topOf(path)));
  let lines = 0;
  for (const [path, bytes] of files)
    if (path.endsWith('.py') && tops.has(topOf(path)) && !/(^|\/)tests?\//.test(path))
      lines += Buffer.from(bytes).toString('latin1').split('\n').length - 1;
  return lines;
}

/** `pkg` of `src/pkg/module.py` and of `pkg/module.py`; the file itself at the root. */
function topOf(path: string): string {
  const parts = path.split('/');
  return parts[0] === 'src' ? (parts[1] ?? '') : (parts[0] ?? '');
}

/** Exclusions by their kind, or by their sentence without the names in it. */
function countReasons(exclusions: readonly Exclusion[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const exclusion of exclusions) {
    const key = sentenceOf(exclusion);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function sentenceOf({ kind, reason }: Exclusion): string {
  if (kind !== undefined) return kind;
  return reason
    .replace(/[\w./-]+::[\w:]+|[\w./-]+\.py\b/g, '…')
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/(alone|together|repository|files?):.*$/s, '$1')
    .replace(/\(.*\)/s, '')
    .replace(/(imports|module|uses|tests as|code with the same tests as) \S+/g, '$1 …')
    .trim()
    .slice(0, 120);
}

function middle(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

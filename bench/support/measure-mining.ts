/** Measures the graph and components of one folder in this process, and prints the figures: see bench/mine.ts. */
import { availableParallelism } from 'node:os';
import { createFileReader } from '../../src/adapters/threads/file-reader.js';
import type { FileTree } from '../../src/domain/files.js';
import { discoverComponents, type RegionMemory } from '../../src/mine/components/discover.js';
import { READING_WORK } from '../../src/mine/graph/reading-work.js';
import type { UnreadFile } from '../../src/ports/file-reader.js';
import { pythonFilesOf, treeGraph, type TreeGraph } from '../../src/mine/graph/tree-graph.js';
import { remembered, type MiningMemory } from '../../src/ports/mining-memory.js';
import { decodeSource } from '../../src/python/decode-source.js';
import { parser } from '../../src/syntax/grammar.js';
import { treeOf } from './folders.js';

export interface MiningMeasure {
  /** Python files, and lines of those that were read. */
  readonly files: number;
  readonly lines: number;
  readonly entities: number;
  readonly edges: number;
  readonly components: number;
  /** The best of three bare parses of all texts. */
  readonly parseMs: number;
  /** Reading, graph and components, from bytes: the best of three with nothing remembered. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The same in the process's first run, when nothing is compiled yet. */
  readonly firstWallMs: number;
  readonly ratio: number;
  readonly cpuRatio: number;
  /**
   * Processor time after a change of one file, the worst of three files, over that of the whole. For each, the best of
   * as many rounds as take about as long as the rounds of the whole did, so that both are as much compiled by then.
   */
  readonly incrementalMs: number;
  readonly incrementalShare: number;
  readonly peakMemoryMiB: number;
  readonly skipped: number;
}

const ROUNDS = 3;
const MOST_CHANGES = 40;

const [folder = '.', part = '1', isInOneThread = ''] = process.argv.slice(2);
const files = partOf(await treeOf(folder), Number(part));
// Threads run what was built, as they do in use: from sources, each would first translate them.
const program = new URL('../../dist/adapters/threads/read-thread.js', import.meta.url);
const reader = createFileReader(
  isInOneThread ? { threads: 1, alonePastBytes: Infinity } : { threads: availableParallelism(), program },
);

const whole = [];
let last = await measured(() => mine(files, undefined, new Map()));
const firstWallMs = last.wallMs;
for (let round = 0; round < ROUNDS; round += 1) {
  last = await measured(() => mine(files, undefined, new Map()));
  whole.push(last);
}
const texts = [...files].flatMap(([path, bytes]) => {
  const source = path.endsWith('.py') ? decodeSource(bytes) : { reason: '' };
  return 'text' in source ? [source.text] : [];
});
const parses = [];
for (let round = 0; round < ROUNDS; round += 1)
  parses.push(await measured(async () => texts.forEach(text => parser.parse(text)?.delete())));

const least = (values: readonly number[]): number => Math.min(...values);
const parseMs = least(parses.map(({ wallMs }) => wallMs));
const parseCpuMs = least(parses.map(({ cpuMs }) => cpuMs));
const wallMs = least(whole.map(one => one.wallMs));
const cpuMs = least(whole.map(one => one.cpuMs));
const incrementalMs = await incremental();
const { graph, lines, files: count, skipped } = last.result.tree;
const measure: MiningMeasure = {
  ...{ files: count, lines, entities: graph.entities.length, edges: graph.edges.from.length },
  ...{ components: last.result.components, parseMs, wallMs, cpuMs, firstWallMs },
  ...{ ratio: wallMs / parseMs, cpuRatio: cpuMs / parseCpuMs },
  ...{ incrementalMs, incrementalShare: incrementalMs / cpuMs },
  ...{ peakMemoryMiB: Math.round(process.resourceUsage().maxRSS / 1024), skipped: skipped.length },
};
process.stdout.write(`${JSON.stringify(measure)}\n`);

/** The worst of some files being changed, each measured a few times from the same memory. */
async function incremental(): Promise<number> {
  const memory = createMemory();
  const regions: RegionMemory = new Map();
  await mine(files, memory, regions);
  const code = [...files.keys()].filter(path => path.endsWith('.py')).sort();
  const changes = [0.25, 0.5, 0.75].map(share => code[Math.floor(code.length * share)] ?? '');
  const costs: number[] = [];
  for (const path of changes) {
    const rounds: number[] = [];
    const until = performance.now() + ROUNDS * wallMs;
    for (let round = 0; round < ROUNDS || (round < MOST_CHANGES && performance.now() < until); round += 1) {
      const text = Buffer.from(files.get(path) ?? []).toString();
      const changed = new Map(files);
      changed.set(path, Buffer.from(`${text}\ndef changed_${round}():\n    return ${round}\n`));
      const { cpuMs: cost } = await measured(() => mine(changed, memory, new Map(regions)));
      rounds.push(cost);
    }
    costs.push(least(rounds));
  }
  return Math.max(...costs);
}

async function mine(
  tree: FileTree,
  memory: MiningMemory | undefined,
  regions: RegionMemory,
): Promise<{ readonly tree: TreeGraph; readonly components: number }> {
  const work = { ...READING_WORK, compute: (unread: readonly UnreadFile[]) => reader.read(unread) };
  const { results } = await remembered(memory, pythonFilesOf(tree), work);
  const found = treeGraph(tree, results);
  return { tree: found, components: discoverComponents(found.graph, { memory: regions }).length };
}

/** A memory in this process: what a store adds to it is the store's. */
function createMemory(): MiningMemory {
  const kept = new Map<string, Uint8Array>();
  return {
    recall: async (kind, keys) =>
      new Map(
        keys.flatMap(key => {
          const bytes = kept.get(`${kind} ${key}`);
          return bytes === undefined ? [] : [[key, bytes] as const];
        }),
      ),
    keep: async (kind, entries) => {
      for (const [key, bytes] of entries) kept.set(`${kind} ${key}`, bytes);
    },
    prune: async () => undefined,
  };
}

async function measured<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly wallMs: number; readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { result, wallMs, cpuMs: (user + system) / 1000 };
}

/** All files that are no Python, and each so many of those that are. */
function partOf(tree: FileTree, part: number): FileTree {
  let count = 0;
  return new Map(
    [...tree]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([path]) => !path.endsWith('.py') || count++ % part === 0),
  );
}

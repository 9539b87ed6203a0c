/**
 * How well call graphs agree with those of small programs: `npm run bench:callgraph -- --cases DIR [--json]`.
 *
 * Each folder below DIR that has a `callgraph.json` is a program: `{caller: [callee, …]}` in dotted names. Precision
 * and recall are over all pairs of all programs together; a program is exact when its pairs are equal.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { callGraphOf } from '../src/python/call-graph/call-graph.js';
import { commandLine } from './support/command-line.js';
import { table } from './support/report.js';

interface Miss {
  readonly program: string;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

const { options, flags } = commandLine(import.meta.url, { options: { cases: '' }, flags: ['json'] });
const { cases } = options;
const isJson = flags.has('json');
if (cases === '') {
  process.stderr.write('Name the folder of the programs: --cases DIR.\n');
  process.exit(1);
}

/** Paths of the files below a folder with this end to their name, from the folder. */
async function filesBelow(folder: string, end: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith(end))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const pairsOf = (graph: Iterable<readonly [string, readonly string[]]>) =>
  new Set([...graph].flatMap(([caller, callees]) => callees.map(callee => `${caller} -> ${callee}`)));

const programs = (await filesBelow(cases, 'callgraph.json')).map(dirname);
const misses: Miss[] = [];
let [right, found, expected] = [0, 0, 0];
for (const program of programs) {
  const folder = join(cases, program);
  const text = await readFile(join(folder, 'callgraph.json'), 'utf8');
  const wanted = pairsOf(Object.entries(JSON.parse(text) as Record<string, string[]>));
  const paths = await filesBelow(folder, '.py');
  const files = new Map<string, Uint8Array>();
  for (const path of paths) files.set(path, await readFile(join(folder, path)));
  const own = pairsOf(callGraphOf(files).graph);
  const missing = [...wanted].filter(pair => !own.has(pair));
  const extra = [...own].filter(pair => !wanted.has(pair));
  right += wanted.size - missing.length;
  found += own.size;
  expected += wanted.size;
  if (missing.length + extra.length > 0) misses.push({ program, missing, extra });
}
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const result = {
  precision: share(right, found),
  recall: share(right, expected),
  exact: programs.length - misses.length,
  programs: programs.length,
  misses,
};
if (isJson) process.stdout.write(`${JSON.stringify(result)}\n`);
else {
  const rows = misses.map(miss => [miss.program, miss.missing.join(', '), miss.extra.join(', ')]);
  if (rows.length > 0) process.stdout.write(`${table(['Program', 'Missing', 'Extra'], rows)}\n\n`);
  process.stdout.write(
    `Precision ${result.precision.toFixed(3)}, recall ${result.recall.toFixed(3)}, ` +
      `${result.exact} of ${result.programs} exact.\n`,
  );
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ExecutedLines } from '../../src/domain/execution.js';
import type { SuiteReport } from '../../src/suite/suite-report.js';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('./public_names.py', import.meta.url));

const name = z.object({
  module: z.string(),
  name: z.string(),
  path: z.string(),
  lines: z.array(z.tuple([z.number().int(), z.number().int()])),
  isDeclaration: z.boolean(),
});

/** A public function, class or listed name, at the place that defines it. */
export type PublicName = z.infer<typeof name>;

/** The public names of a folder, read by Python's own parser and by nothing of the miner. */
export async function publicNames(folder: string): Promise<readonly PublicName[]> {
  const { stdout } = await run('python3', [PROGRAM, folder], { maxBuffer: 2 ** 26 });
  return z.array(name).parse(JSON.parse(stdout));
}

/**
 * Those of the names that a suite executes, by the lines that coverage recorded: some line in the body of a function, of
 * the name or of a method in it. A declaration is executed when anything of its module is, or of the whole package when
 * the module declares only.
 */
export function executedNames(
  names: readonly PublicName[],
  { tests }: Pick<SuiteReport, 'tests'>,
): readonly PublicName[] {
  const executed = linesByPath(tests.flatMap(({ lines = [] }) => lines));
  const declaring = new Set(names.filter(({ isDeclaration }) => !isDeclaration).map(({ path }) => path));
  return names.filter(one => {
    if (one.isDeclaration) return executed.has(one.path) || (executed.size > 0 && !declaring.has(one.path));
    const lines = executed.get(one.path) ?? new Set<number>();
    return one.lines.some(([start, end]) => someBetween(lines, start, end));
  });
}

function linesByPath(recorded: readonly ExecutedLines[]): ReadonlyMap<string, ReadonlySet<number>> {
  const byPath = new Map<string, Set<number>>();
  for (const { path, ranges } of recorded) {
    const lines = byPath.get(path) ?? new Set<number>();
    byPath.set(path, lines);
    for (const [start, end] of ranges) for (let line = start; line <= end; line += 1) lines.add(line);
  }
  return byPath;
}

function someBetween(lines: ReadonlySet<number>, start: number, end: number): boolean {
  for (let line = start; line <= end; line += 1) if (lines.has(line)) return true;
  return false;
}

import type { SourceModule } from '../../python/slicing/source-module.js';

/** A statement of a sliced module, and where it stood in the donor's file. Lines are 1-based. */
export interface PlacedStatement {
  /** Its place among the statements of the sliced module. */
  readonly index: number;
  /** Its first line in the sliced module. */
  readonly line: number;
  /** The range of the donor's file that it is in, by place. */
  readonly range: number;
  /** In the donor's file, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

interface Range {
  readonly startLine: number;
  readonly endLine: number;
}

/** A statement as it is measured: slicing shortens imports and nothing else. */
interface Measured {
  readonly line: number;
  readonly lines: number;
  readonly isImport: boolean;
  /** Blank lines before the next one; undefined where something else stands there, which ranges never hold. */
  readonly gap: number | undefined;
}

/**
 * Finds the statements of a sliced module in the ranges that it was cut from, or undefined when they do not fit. Each
 * range holds neighbours, with the blank lines between them: all but imports are as long as they were. Among imports
 * of one range that were cut, the lines of all of them are named for each.
 */
export function placeStatements(
  module: SourceModule,
  ranges: readonly Range[],
): readonly PlacedStatement[] | undefined {
  const statements = measured(module);
  const [only] = ranges;
  const { text } = module.tree;
  // A file that was taken as it is has one range, with what stands above the first statement.
  if (ranges.length === 1 && only !== undefined && linesIn(text, 0, text.length) === linesOf(only))
    return statements.map(({ line, lines }, index) => {
      const startLine = only.startLine + line - 1;
      return { index, line, range: 0, startLine, endLine: startLine + lines - 1 };
    });
  const starts = divide(statements, ranges);
  return starts?.flatMap((start, range) => {
    const found = ranges[range];
    if (found === undefined) return [];
    const inside = statements.slice(start, starts[range + 1] ?? statements.length);
    return placeWithin(inside, found).map((place, offset) => {
      const line = inside[offset]?.line ?? 1;
      return { index: start + offset, line, range, ...place };
    });
  });
}

function measured({ units, tree: { text } }: SourceModule): readonly Measured[] {
  let line = 1;
  let position = 0;
  return units.map(({ start, end, kind }, index) => {
    line += breaksIn(text, position, start);
    position = start;
    const between = text.slice(end, units[index + 1]?.start ?? end);
    const gap = between.trim() === '' ? breaksIn(between, 0, between.length) : undefined;
    const lines = linesIn(text, start, end);
    return { line, lines, isImport: kind === 'import', gap };
  });
}

/** The first statement of each range, of all ways to divide them the one that changes imports least. */
function divide(statements: readonly Measured[], ranges: readonly Range[]): readonly number[] | undefined {
  interface Way {
    readonly cost: number;
    readonly starts: readonly number[];
  }
  let ways = new Map<number, Way>([[0, { cost: 0, starts: [] }]]);
  for (const range of ranges) {
    const next = new Map<number, Way>();
    for (const [start, way] of ways)
      for (const { end, change } of endsOf(statements, start, linesOf(range))) {
        const cost = way.cost + change;
        const known = next.get(end);
        if (known === undefined || cost < known.cost) next.set(end, { cost, starts: [...way.starts, start] });
      }
    ways = next;
  }
  return ways.get(statements.length)?.starts;
}

/** Where a range of so many lines may end that begins with a statement, and by how much its imports then differ. */
function endsOf(
  statements: readonly Measured[],
  start: number,
  lines: number,
): readonly { readonly end: number; readonly change: number }[] {
  const ends: { end: number; change: number }[] = [];
  let sum = 0;
  let least = 0;
  let hasImport = false;
  for (let index = start; index < statements.length; index += 1) {
    const one = statements[index];
    const gap = index === start ? 0 : statements[index - 1]?.gap;
    if (one === undefined || gap === undefined) break;
    sum += gap + one.lines;
    least += gap + (one.isImport ? 1 : one.lines);
    hasImport ||= one.isImport;
    if (least > lines) break;
    if (hasImport || sum === lines) ends.push({ end: index + 1, change: Math.abs(sum - lines) });
  }
  return ends;
}

/** The lines of each statement of one range: counted from its start up to the first import, from its end after the last. */
function placeWithin(statements: readonly Measured[], range: Range): readonly Range[] {
  const total = statements.reduce(
    (sum, { lines, gap }, index) => sum + lines + (index < statements.length - 1 ? (gap ?? 0) : 0),
    0,
  );
  const change = linesOf(range) - total;
  const imports = statements.flatMap(({ isImport }, index) => (isImport ? [index] : []));
  const [first = statements.length] = change === 0 ? [] : imports;
  const last = change === 0 ? -1 : (imports.at(-1) ?? -1);
  let line = range.startLine;
  const unmoved = statements.map(({ lines, gap }) => {
    const place = { startLine: line, endLine: line + lines - 1 };
    line += lines + (gap ?? 0);
    return place;
  });
  const start = unmoved[first]?.startLine ?? range.startLine;
  const end = (unmoved[last]?.endLine ?? range.endLine) + change;
  return unmoved.map((place, index) => {
    if (index < first) return place;
    if (index <= last) return { startLine: start, endLine: end };
    return { startLine: place.startLine + change, endLine: place.endLine + change };
  });
}

function linesOf({ startLine, endLine }: Range): number {
  return endLine - startLine + 1;
}

function linesIn(text: string, from: number, to: number): number {
  return breaksIn(text, from, to) + (text.endsWith('\n', to) ? 0 : 1);
}

function breaksIn(text: string, from: number, to: number): number {
  return text.slice(from, to).split('\n').length - 1;
}

import { importText, newlineOf, type KeptImport } from './import-text.js';
import type { SliceNode } from './slice-node.js';
import type { SourceModule } from './source-module.js';
import { headerEnd, type Unit } from './units.js';

/** What is left of a file. */
export interface Slice {
  readonly path: string;
  readonly text: string;
  /** The lines of the original that it is made of: 1-based, inclusive, in order, apart from each other. */
  readonly ranges: readonly { readonly startLine: number; readonly endLine: number }[];
}

/**
 * Cuts a module down to the nodes of it that are kept: statements as they are written, with the comments right
 * above, in their order, with exactly the imports that are kept. A file of which nothing is kept becomes empty.
 * The line breaks stay what they are.
 */
export function sliceModule(module: SourceModule, nodes: Iterable<SliceNode>): Slice {
  const { path, tree } = module;
  const { text } = tree;
  const pieces = keptPieces(module, nodes);
  if (pieces === 'whole')
    return { path, text, ranges: text === '' ? [] : rangesOf(text, [[0, text.length]]) };
  if (pieces.length === 0) return { path, text: '', ranges: [] };
  const head = text.slice(0, headerEnd(text, tree.root.children[0]));
  let position = head.length;
  const body = pieces.map((piece, index) => {
    const before = pieces[index - 1]?.index ?? -1;
    const gap = gapBetween(text.slice(position, piece.unit.start), piece.index === before + 1);
    position = piece.unit.end;
    return (index === 0 && head === '' ? '' : gap) + piece.text;
  });
  const whole = head + body.join('');
  const kept = pieces.map(({ unit }): readonly [number, number] => [unit.start, unit.end]);
  return {
    path,
    text: whole.endsWith('\n') ? whole : whole + newlineOf(text),
    ranges: rangesOf(text, kept),
  };
}

interface Piece {
  readonly unit: Unit;
  /** Its place among the units of the module. */
  readonly index: number;
  readonly text: string;
}

/** The units that stay, docstring and future imports with them, or `whole` for the file as it is. */
function keptPieces(module: SourceModule, nodes: Iterable<SliceNode>): readonly Piece[] | 'whole' {
  const units = new Set<Unit>();
  const imports = new Map<Unit, KeptImport[]>();
  for (const node of nodes) {
    if (node.kind === 'resource' || node.module !== module) continue;
    if (node.kind === 'whole') return 'whole';
    if (node.kind === 'unit') units.add(node.unit);
    if (node.kind === 'import') imports.set(node.unit, [...(imports.get(node.unit) ?? []), node]);
  }
  if (units.size + imports.size === 0) return [];
  return module.units.flatMap((unit, index) => {
    const names = imports.get(unit);
    if (names !== undefined) return [{ unit, index, text: importText(module, unit, names) }];
    const stays = units.has(unit) || unit.kind === 'future' || (unit.kind === 'docstring' && units.size > 0);
    return stays ? [{ unit, index, text: module.tree.text.slice(unit.start, unit.end) }] : [];
  });
}

/** What stands between two neighbours stays; where something was cut out, only the last blank lines do. */
function gapBetween(gap: string, areNeighbours: boolean): string {
  if (areNeighbours) return gap;
  let start = gap.length;
  while (start > 0) {
    const lineStart = gap.lastIndexOf('\n', start - 2) + 1;
    if (gap.slice(lineStart, start).trim() !== '') break;
    start = lineStart;
  }
  return gap.slice(start);
}

/** Lines of ranges of offsets, those joined that only blank lines part. */
function rangesOf(text: string, offsets: readonly (readonly [number, number])[]): Slice['ranges'] {
  const ranges: { startLine: number; endLine: number }[] = [];
  let line = 1;
  let position = 0;
  for (const [start, end] of offsets) {
    const isApart = text.slice(position, start).trim() !== '';
    line += breaksIn(text, position, start);
    const endLine = line + breaksIn(text, start, end) - (text.endsWith('\n', end) ? 1 : 0);
    const last = ranges.at(-1);
    if (last !== undefined && !isApart) last.endLine = endLine;
    else ranges.push({ startLine: line, endLine });
    line += breaksIn(text, start, end);
    position = end;
  }
  return ranges;
}

function breaksIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

import type { SourceRange } from '../../domain/primitive.js';
import { placeStatements, type PlacedStatement } from './place-statements.js';
import type { SlicedModule } from './slice-implementation.js';

/**
 * The lines of the donor's files that are left when a primitive's modules are sliced once more. `ranges` are those of
 * the primitive, whose modules hold exactly their statements. Where a module's place in them cannot be told, all of its
 * lines stay: too many are named then, never too few. `paths` are all files of the primitive before.
 */
export function keptRanges(
  ranges: readonly SourceRange[],
  slices: readonly SlicedModule[],
  paths: readonly string[],
): readonly SourceRange[] {
  const byPath = new Map<string, SourceRange[]>();
  for (const range of ranges) byPath.set(range.path, [...(byPath.get(range.path) ?? []), range]);
  const homes = new Map(slices.map(({ module }) => [module.path, homeOf(module, byPath, new Set(paths))]));
  const known = new Set([...paths, ...homes.values()]);
  const elsewhere = ranges.filter(({ path }) => !known.has(path));
  const kept = slices.flatMap(({ module, slice }): readonly SourceRange[] => {
    const path = homes.get(module.path) ?? module.path;
    const own = byPath.get(path) ?? [];
    if (own.length === 0 || slice.text === module.tree.text) return own;
    const placed = placeStatements(module, own);
    if (placed === undefined) return slice.ranges.length === 0 ? [] : own;
    const isKept = ({ line }: PlacedStatement) =>
      slice.ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
    return joined(placed.filter(isKept)).map(range => ({ path, ...range }));
  });
  return [...kept, ...elsewhere].sort((a, b) =>
    a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1,
  );
}

/** Where a module was in its repository: what came from another project of it was moved below the source root. */
function homeOf(
  { path, sourceRoot }: SlicedModule['module'],
  byPath: ReadonlyMap<string, unknown>,
  paths: ReadonlySet<string>,
): string {
  if (byPath.has(path)) return path;
  const inside = sourceRoot === '' ? path : path.slice(sourceRoot.length + 1);
  const others = [...byPath.keys()].filter(
    other => !paths.has(other) && (other === inside || other.endsWith(`/${inside}`)),
  );
  return others.length === 1 ? (others[0] ?? path) : path;
}

/** Neighbours of one range are one range again. */
function joined(
  statements: readonly PlacedStatement[],
): readonly { readonly startLine: number; readonly endLine: number }[] {
  const found: { startLine: number; endLine: number }[] = [];
  let before: PlacedStatement | undefined;
  for (const statement of statements) {
    const last = found.at(-1);
    const isNext = before?.range === statement.range && before.index + 1 === statement.index;
    if (last !== undefined && (isNext || statement.startLine <= last.endLine))
      last.endLine = Math.max(last.endLine, statement.endLine);
    else found.push({ startLine: statement.startLine, endLine: statement.endLine });
    before = statement;
  }
  return found;
}

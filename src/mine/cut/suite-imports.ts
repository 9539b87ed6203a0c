import type { ImportedName } from '../../python/imports.js';
import { fromImport } from '../../python/slicing/import-text.js';
import type { Project } from '../../python/slicing/project.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { isStandardLibrary } from '../../python/standard-library.js';

/** An import as a carried test file states it: absolute, one name. */
export interface PlainImport {
  readonly module: string;
  /** Absent for `import module`. */
  readonly symbol?: string;
  readonly local: string;
}

/** What becomes of an import of a suite's module when its statements move into one file. */
export type MovedImport =
  /** It stays, made absolute. */
  | { readonly kind: 'plain'; readonly plain: PlainImport }
  /** It named something of the suite, which is inlined; `local = name` is left when the names differ. */
  | { readonly kind: 'inlined'; readonly name: string; readonly local: string }
  /** It bound a module of the suite, whose names are inlined, or only type checkers saw it. */
  | { readonly kind: 'gone' };

/** Reads what becomes of one name of a top-level import. */
export function movedImport(
  project: Project,
  node: Extract<SliceNode, { readonly kind: 'import' }>,
): MovedImport {
  const { module: importer, clause, unit, name } = node;
  const target = suiteTarget(project, importer, clause);
  if (target === 'module') return { kind: 'gone' };
  if (target === 'symbol')
    return { kind: 'inlined', name: clause.symbol === '*' ? name : (clause.symbol ?? name), local: name };
  const isGuarded = unit.nodes.some(({ type }) => type === 'if_statement');
  if (isGuarded && !project.has(clause.module) && !isStandardLibrary(clause.module)) return { kind: 'gone' };
  const symbol = clause.symbol === '*' ? name : clause.symbol;
  const local = clause.symbol === undefined && !clause.bindsWholePath ? clause.module : name;
  return { kind: 'plain', plain: { module: clause.module, ...(symbol !== undefined && { symbol }), local } };
}

/** Whether an import names a module of the suite, something in one, or neither. */
export function suiteTarget(
  project: Project,
  importer: SourceModule,
  clause: ImportedName,
): 'module' | 'symbol' | undefined {
  if (clause.symbol === '*')
    return project.find(clause.module, importer)?.isTest === true ? 'symbol' : undefined;
  const target = project.targetOf(importer, clause);
  if (target?.kind === 'name') return target.module.isTest ? 'symbol' : undefined;
  const module = clause.symbol === undefined ? clause.module : target?.dotted;
  return module !== undefined && project.find(module, importer)?.isTest === true ? 'module' : undefined;
}

/** Import statements, plain ones first, names of one module together. */
export function importLines(imports: Iterable<PlainImport>, newline: string): string {
  const plain = new Set<string>();
  const named = new Map<string, Set<string>>();
  for (const { module, symbol, local } of imports) {
    if (symbol === undefined)
      plain.add(local === module ? `import ${module}` : `import ${module} as ${local}`);
    else {
      const clauses = named.get(module) ?? new Set<string>();
      named.set(module, clauses.add(symbol === local ? symbol : `${symbol} as ${local}`));
    }
  }
  const lines = [
    ...[...plain].sort(),
    ...[...named]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, clauses]) => fromImport(module, [...clauses].sort(), newline)),
  ];
  return lines.map(line => line + newline).join('');
}

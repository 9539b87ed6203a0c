import type { Edit } from '../../../python/edits.js';
import type { ModulePlace } from '../../../python/imports.js';
import { packageOf } from '../../../python/module-paths.js';
import type { SyntaxNode, SyntaxTree } from '../../../syntax/parse-python.js';

/** One clause of a `from … import` statement as it will be. */
export interface ImportedClause {
  readonly node: SyntaxNode;
  /** The name it imported so far. */
  readonly former: string;
  /** The module it is to be imported from; empty for a top-level module, which no statement can import from. */
  readonly source: string;
  readonly name: string;
  readonly local: string;
}

/** A module after `from`: relative to a place when one is given and shares a package with it (PEP 328). */
export function spellSource(module: string, relativeTo: ModulePlace | undefined): string {
  if (relativeTo === undefined) return module;
  const home = relativeTo.isPackage ? relativeTo.module : packageOf(relativeTo.module);
  const base = home.split('.').filter(part => part !== '');
  const parts = module.split('.');
  const differs = base.findIndex((part, index) => parts[index] !== part);
  const shared = differs < 0 ? base.length : differs;
  if (shared === 0) return module;
  return '.'.repeat(base.length - shared + 1) + parts.slice(shared).join('.');
}

/**
 * Edits a statement in place when all its names still come from one module; else replaces it by one statement for
 * each module, at the same indentation.
 */
export function spellStatements(
  tree: SyntaxTree,
  statement: SyntaxNode,
  sourceNode: SyntaxNode,
  clauses: readonly ImportedClause[],
  relativeTo: ModulePlace | undefined,
): readonly Edit[] {
  const sources = [...new Set(clauses.map(clause => clause.source))];
  const [only] = sources;
  if (sources.length === 1 && only !== undefined && only !== '') {
    const changed = clauses.filter(clause => clause.name !== clause.former);
    return [
      { start: sourceNode.start, end: sourceNode.end, replacement: spellSource(only, relativeTo) },
      ...changed.map(clause => ({
        start: clause.node.start,
        end: clause.node.end,
        replacement: spell(clause),
      })),
    ];
  }
  const lines = sources.flatMap(source => {
    const own = clauses.filter(clause => clause.source === source);
    return source === ''
      ? own.map(clause => `import ${spell(clause)}`)
      : [`from ${spellSource(source, relativeTo)} import ${own.map(spell).join(', ')}`];
  });
  const lineStart = tree.text.lastIndexOf('\n', statement.start - 1) + 1;
  const indentation = tree.text.slice(lineStart, statement.start);
  const lineEnd = /\r?\n/.exec(tree.text)?.[0] ?? '\n';
  const separator = indentation.trim() === '' ? `${lineEnd}${indentation}` : '; ';
  return [{ start: statement.start, end: statement.end, replacement: lines.join(separator) }];
}

function spell({ name, local }: ImportedClause): string {
  return name === local ? name : `${name} as ${local}`;
}

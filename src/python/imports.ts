import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import { resolveRelative } from './module-paths.js';

/** One name that an import statement binds. */
export interface ImportedName {
  /** The name bound in the importing module; `*` for a star import. */
  readonly local: string;
  /** Absolute dotted module. */
  readonly module: string;
  /** The symbol taken from it, `*` for all; absent when the module itself is bound (`import a.b as c`). */
  readonly symbol?: string;
  /** For `import a.b.c` without alias only `a` is bound, and this is false. */
  readonly bindsWholePath: boolean;
  /** The clause: `a as b`. */
  readonly node: SyntaxNode;
  readonly statement: SyntaxNode;
  /** Leading dots of the statement. */
  readonly level: number;
}

/** Where the importing module stands. */
export interface ModulePlace {
  readonly module: string;
  readonly isPackage: boolean;
}

/** Names bound by one `import` or `from … import` statement, in order; none for `__future__`. */
export function readImport(
  tree: SyntaxTree,
  statement: SyntaxNode,
  place: ModulePlace,
): readonly ImportedName[] {
  if (statement.type === 'import_statement')
    return statement.children.flatMap(node => plainImport(tree, statement, node));
  if (statement.type !== 'import_from_statement') return [];
  const source = importSource(tree, statement, place);
  if (source === undefined) return [];
  return statement.children.flatMap((node): readonly ImportedName[] => {
    const common = { module: source.module, bindsWholePath: true, node, statement, level: source.level };
    if (node.type === 'wildcard_import') return [{ ...common, local: '*', symbol: '*' }];
    if (node.field !== 'name') return [];
    const { name, local } = clause(tree, node);
    return [{ ...common, local, symbol: name }];
  });
}

/** The module after `from`, made absolute, or undefined when a relative import leaves the top package. */
export function importSource(
  tree: SyntaxTree,
  statement: SyntaxNode,
  place: ModulePlace,
): { readonly module: string; readonly level: number; readonly node: SyntaxNode } | undefined {
  const node = fieldOf(statement, 'module_name');
  if (node === undefined) return undefined;
  const text = textOf(tree, node).replace(/\s/g, '');
  const level = /^\.*/.exec(text)?.[0].length ?? 0;
  const module =
    level === 0 ? text : resolveRelative(place.module, place.isPackage, level, text.slice(level));
  return module === undefined ? undefined : { module, level, node };
}

function plainImport(tree: SyntaxTree, statement: SyntaxNode, node: SyntaxNode): readonly ImportedName[] {
  if (node.field !== 'name') return [];
  const { name, local } = clause(tree, node);
  const isAliased = node.type === 'aliased_import';
  const bound = isAliased ? local : (name.split('.')[0] ?? name);
  const bindsWholePath = isAliased || !name.includes('.');
  return [{ local: bound, module: name, bindsWholePath, node, statement, level: 0 }];
}

function clause(tree: SyntaxTree, node: SyntaxNode): { readonly name: string; readonly local: string } {
  const named = node.type === 'aliased_import' ? fieldOf(node, 'name') : node;
  const alias = node.type === 'aliased_import' ? fieldOf(node, 'alias') : undefined;
  const name = named === undefined ? '' : textOf(tree, named).replace(/\s/g, '');
  return { name, local: alias === undefined ? name : textOf(tree, alias) };
}

/** What statements stand in; nothing else is gone through for imports, since no expression holds a statement. */
const HOLDS_STATEMENTS =
  /^(module|block|function_definition|class_definition|decorated_definition|(if|try|for|while|with|match)_statement|(elif|else|except|except_group|finally|case)_clause|ERROR)$/;

/** Every import statement at or below a node, in source order. */
export function importStatements(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === 'import_statement' || next.type === 'import_from_statement') found.push(next);
    else if (next === node || HOLDS_STATEMENTS.test(next.type))
      for (let index = next.children.length - 1; index >= 0; index -= 1) {
        const child = next.children[index];
        if (child !== undefined) waiting.push(child);
      }
  }
  return found;
}

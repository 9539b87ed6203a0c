import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';
import { undecorated } from '../exported-symbols.js';
import { startingWithin } from './ranges.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/**
 * The names of a module that a function of it changes when it is called, in source order: it declares them `global`,
 * sets or deletes an attribute or an item of them, or calls a method of them for what that does (`table.update(…)`).
 * So `_fill()` at the top level is known to do something to the table that `_fill` fills.
 */
export function changedByCall(module: SourceModule, unit: Unit): readonly string[] {
  const [node] = unit.nodes;
  const definition = unit.kind === 'definition' && node !== undefined ? undecorated(node) : undefined;
  const body = definition?.type === 'function_definition' ? fieldOf(definition, 'body') : undefined;
  if (body === undefined) return [];
  const names = new Set<string>();
  const changed = new Set<number>();
  for (const inner of walk(body)) {
    if (inner.type === 'global_statement')
      for (const name of inner.children) names.add(textOf(module.tree, name));
    const root = changedIn(module.tree, inner);
    if (root !== undefined) changed.add(root.start);
  }
  for (const { start, name, nested } of startingWithin(module.references, body.start, body.end))
    if (nested === undefined && changed.has(start)) names.add(name);
  return [...names];
}

/** The name that a node is the change of, at its place. */
function changedIn(tree: SyntaxTree, node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case 'assignment':
    case 'augmented_assignment':
      return rootOf(fieldOf(node, 'left'));
    case 'delete_statement':
      return rootOf(node.children[0]);
    case 'expression_statement': {
      const [call] = node.children;
      return call?.type === 'call' ? rootOf(fieldOf(call, 'function')) : undefined;
    }
    case 'call': {
      const callee = fieldOf(node, 'function');
      const [first] = fieldOf(node, 'arguments')?.children ?? [];
      const isSetting = callee !== undefined && /^(setattr|delattr)$/.test(textOf(tree, callee));
      return isSetting && first?.type === 'identifier' ? first : undefined;
    }
    default:
      return undefined;
  }
}

/** The identifier that a chain of attributes and items begins with; undefined for one that is alone. */
function rootOf(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let root = node;
  while (root?.type === 'attribute' || root?.type === 'subscript')
    root = fieldOf(root, root.type === 'attribute' ? 'object' : 'value');
  return root === node || root?.type !== 'identifier' ? undefined : root;
}

import { fieldOf, textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import { methodsOf, nameOf } from './definitions.js';
import type { ModuleIndex } from './module-index.js';
import type { Resolver } from './resolver.js';

/** A class that constructs as another one does, or hands its arguments to that one's constructor. */
export interface Descendant {
  readonly index: ModuleIndex;
  readonly node: SyntaxNode;
  /** True when it has no constructor of its own: calling it calls the ancestor's. */
  readonly inheritsConstructor: boolean;
}

/** Whether an expression names this class; one that a function defines is known by name in its own scope alone. */
export function isNameOf(
  resolver: Resolver,
  index: ModuleIndex,
  node: SyntaxNode,
  { index: home, node: definition }: Pick<Descendant, 'index' | 'node'>,
): boolean {
  const symbol = nameOf(home, definition);
  if (node.type === 'identifier' && index === home && textOf(index.source.tree, node) === symbol) {
    const name = fieldOf(definition, 'name');
    return name !== undefined && index.bindingScope(node) === home.bindingScope(name);
  }
  return resolver.means(index, node, { module: home.source.module, symbol });
}

/** Whether a class has an `__init__` or `__new__` of its own. */
export function definesConstructor(index: ModuleIndex, node: SyntaxNode): boolean {
  return ['__init__', '__new__'].some(name => methodsOf(index, node, name).length > 0);
}

/** The class whose body, without a class between, holds a node. */
export function enclosingClass(index: ModuleIndex, node: SyntaxNode): SyntaxNode | undefined {
  let current = index.parentOf(node);
  while (current !== undefined && current.type !== 'class_definition') current = index.parentOf(current);
  return current;
}

/** Names a class expression means without its type arguments: `Cache[str, int]` is `Cache`. */
export function withoutTypeArguments(node: SyntaxNode): SyntaxNode {
  return node.type === 'subscript' ? (fieldOf(node, 'value') ?? node) : node;
}

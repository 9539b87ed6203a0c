import { undecorated } from '../../../python/exported-symbols.js';
import { fieldOf, textOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import type { ModuleIndex } from './module-index.js';

/** A callable's definition, or one of several: overloads, and alternatives under a condition. */
export interface CallableDefinition {
  readonly node: SyntaxNode;
  /** Expressions after `@`. */
  readonly decorators: readonly SyntaxNode[];
  /** Whether a caller's first argument is its second parameter. */
  readonly hasReceiver: boolean;
}

/** Definitions of a module-level function or class of this name, in source order. */
export function definitionsOf(index: ModuleIndex, name: string): readonly SyntaxNode[] {
  return index.nodesOf('function_definition', 'class_definition').filter(node => {
    const identifier = fieldOf(node, 'name');
    if (identifier === undefined || textOf(index.source.tree, identifier) !== name) return false;
    return index.occurrenceAt(identifier)?.scope === index.source.scopes.module;
  });
}

/** What is called when a symbol is called: the functions of this name, or its class's own `__init__`. */
export function callablesOf(index: ModuleIndex, name: string): readonly CallableDefinition[] {
  return definitionsOf(index, name).flatMap((node): readonly CallableDefinition[] =>
    node.type === 'function_definition'
      ? [{ node, decorators: decoratorsOf(index, node), hasReceiver: false }]
      : methodsOf(index, node, '__init__'),
  );
}

/** A class's own methods of a name. */
export function methodsOf(
  index: ModuleIndex,
  definition: SyntaxNode,
  name: string,
): readonly CallableDefinition[] {
  const statements = fieldOf(definition, 'body')?.children ?? [];
  return statements
    .map(undecorated)
    .filter(node => node.type === 'function_definition' && nameOf(index, node) === name)
    .map(node => ({ node, decorators: decoratorsOf(index, node), hasReceiver: true }));
}

/** The expressions after the `@` of a definition. */
export function decoratorsOf(index: ModuleIndex, definition: SyntaxNode): readonly SyntaxNode[] {
  const parent = index.parentOf(definition);
  if (parent?.type !== 'decorated_definition') return [];
  return parent.children
    .filter(child => child.type === 'decorator')
    .flatMap(child => child.children.filter(inner => inner.type !== '@'));
}

/** The name of a definition. */
export function nameOf(index: ModuleIndex, definition: SyntaxNode): string {
  const name = fieldOf(definition, 'name');
  return name === undefined ? '' : textOf(index.source.tree, name);
}

import { fieldOf, textOf, walk, type SyntaxNode } from '../../../syntax/parse-python.js';
import { calleeName } from './dotted-strings.js';
import type { CallSite } from './call-site.js';
import { constructorCalls } from './constructor-calls.js';
import { descendantsOf, isNameOf, withoutTypeArguments, type Descendant } from './class-hierarchy.js';
import type { ModuleIndex } from './module-index.js';
import type { Resolver, SymbolName } from './resolver.js';

/** A place that hands a symbol on without calling it. */
export interface ValueUse {
  readonly index: ModuleIndex;
  readonly node: SyntaxNode;
}

export interface SymbolUses {
  readonly calls: readonly CallSite[];
  readonly values: readonly ValueUse[];
}

/** Where a function or class is called, and where it is used as a value, in every file. */
export function usesOf(resolver: Resolver, symbol: SymbolName, kind: 'function' | 'class'): SymbolUses {
  const calls: CallSite[] = [];
  const values: ValueUse[] = [];
  const family = kind === 'class' ? descendantsOf(resolver, symbol) : [];
  const heirs = family.filter(({ inheritsConstructor }) => inheritsConstructor);
  for (const index of resolver.indexes) {
    for (const node of referencesIn(resolver, index, symbol, heirs)) {
      const call = callOf(resolver, index, node);
      if (call !== undefined) calls.push({ index, ...call });
      else if (isHandedOn(index, node, kind)) values.push({ index, node });
    }
  }
  calls.push(...(kind === 'class' ? constructorCalls(resolver, symbol, family) : []));
  return { calls, values };
}

function referencesIn(
  resolver: Resolver,
  index: ModuleIndex,
  symbol: SymbolName,
  heirs: readonly Descendant[],
): readonly SyntaxNode[] {
  return [...walk(index.source.tree.root)].filter(node => {
    if (node.type !== 'identifier' && node.type !== 'attribute') return false;
    if (node.type === 'identifier' && index.occurrenceAt(node)?.role !== 'read') return false;
    return resolver.means(index, node, symbol) || heirs.some(heir => isNameOf(resolver, index, node, heir));
  });
}

function callOf(
  resolver: Resolver,
  index: ModuleIndex,
  reference: SyntaxNode,
): Omit<CallSite, 'index'> | undefined {
  const parent = index.parentOf(reference);
  const node = parent && withoutTypeArguments(parent) === reference ? parent : reference;
  const holder = index.parentOf(node);
  if (holder === undefined) return undefined;
  if (holder.type === 'call' && fieldOf(holder, 'function') === node)
    return { call: holder, skip: 0, isPartial: false };
  const outer = index.parentOf(holder);
  if (outer?.type !== 'call') return undefined;
  const isFirst = holder.type === 'argument_list' && holder.children[0] === node;
  if (isFirst && isPartialCall(resolver, index, outer)) return { call: outer, skip: 1, isPartial: true };
  const isExplicit = holder.type === 'attribute' && textOf(index.source.tree, holder).endsWith('.__init__');
  return isExplicit ? { call: outer, skip: 1, isPartial: false } : undefined;
}

function isPartialCall(resolver: Resolver, index: ModuleIndex, call: SyntaxNode): boolean {
  const callee = fieldOf(call, 'function');
  return (
    callee !== undefined &&
    ['partial', 'partialmethod'].some(symbol =>
      resolver.means(index, callee, { module: 'functools', symbol }),
    )
  );
}

/** Calls that look at a class or callable without calling it. */
const LOOKS_ONLY = new Set([
  'isinstance',
  'issubclass',
  'raises',
  'cast',
  'warns',
  'deprecated_call',
  'suppress',
]);
const LOOKS_AT = new Set(['assertRaises', 'assertRaisesRegex', 'assertIsInstance', 'assertNotIsInstance']);
/** Syntax that names a class or callable without handing it to anybody who calls it. */
const NAMES_ONLY = new Set([
  'type',
  'generic_type',
  'type_parameter',
  'union_type',
  'member_type',
  'attribute',
  'comparison_operator',
  'delete_statement',
  'except_clause',
  'as_pattern',
  'class_pattern',
  'dotted_name',
  'raise_statement',
  'assert_statement',
  'not_operator',
  'expression_statement',
]);

function isHandedOn(index: ModuleIndex, node: SyntaxNode, kind: 'function' | 'class'): boolean {
  let child = node;
  let parent = index.parentOf(node);
  while (parent?.type === 'tuple' || (parent && withoutTypeArguments(parent) === child)) {
    child = parent;
    parent = index.parentOf(parent);
  }
  if (parent === undefined || NAMES_ONLY.has(parent.type)) return false;
  if (isWithinType(index, node)) return false;
  if (parent.type !== 'argument_list') return true;
  const owner = index.parentOf(parent);
  if (owner?.type === 'class_definition') return false;
  const name = owner === undefined ? '' : calleeName(index, owner);
  return !(LOOKS_AT.has(name) || (LOOKS_ONLY.has(name) && kind === 'class'));
}

function isWithinType(index: ModuleIndex, node: SyntaxNode): boolean {
  for (let current = index.parentOf(node); current; current = index.parentOf(current))
    if (current.type === 'type') return true;
  return false;
}

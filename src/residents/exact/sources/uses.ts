import type { SyntaxNode } from '../../../syntax/parse-python.js';
import { callOf, carrierOf } from './call-of.js';
import type { CallSite } from './call-site.js';
import { withoutTypeArguments } from './class-hierarchy.js';
import { constructorCalls } from './constructor-calls.js';
import { calleeName } from './dotted-strings.js';
import type { ModuleIndex } from './module-index.js';
import { referencesTo } from './references.js';
import type { Resolver, SymbolName } from './resolver.js';

/** A place in a file. */
export interface Use {
  readonly index: ModuleIndex;
  readonly node: SyntaxNode;
}

export interface SymbolUses {
  readonly calls: readonly CallSite[];
  /** It is handed on to whoever may call it. */
  readonly values: readonly Use[];
  /** `@symbol`: it is called with one positional argument. */
  readonly decorations: readonly Use[];
}

/** Where a function or class is called, and where it is used as a value, in every file. */
export function usesOf(resolver: Resolver, symbol: SymbolName, kind: 'function' | 'class'): SymbolUses {
  const calls: CallSite[] = [];
  const values: Use[] = [];
  const decorations: Use[] = [];
  const { expressions, followed, family } = referencesTo(resolver, symbol);
  for (const { index, node } of expressions) {
    const call = callOf(resolver, index, node);
    if (call !== undefined) calls.push({ index, ...call });
    if (index.parentOf(node)?.type === 'decorator') decorations.push({ index, node });
    const isLost = call === undefined ? isHandedOn(index, node, kind) : call.isPartial;
    if (isLost && !followed.has(carrierOf(resolver, index, node))) values.push({ index, node });
  }
  if (kind === 'class') calls.push(...constructorCalls(resolver, symbol, family));
  return { calls, values, decorations };
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
  'decorator',
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

import { fieldOf, textOf, walk, type SyntaxNode } from '../../../syntax/parse-python.js';
import { definitionsOf, decoratorsOf } from './definitions.js';
import { enclosingClass, type Descendant } from './class-hierarchy.js';
import type { ModuleIndex } from './module-index.js';
import type { Resolver, SymbolName } from './resolver.js';
import type { CallSite } from './call-site.js';

/**
 * Calls of a class's constructor that do not name the class: `super().__init__(…)` of subclasses, and `cls(…)`,
 * `type(self)(…)`, `self.__class__(…)` in its own methods and those of subclasses that construct as it does.
 */
export function constructorCalls(
  resolver: Resolver,
  symbol: SymbolName,
  family: readonly Descendant[],
): readonly CallSite[] {
  const own = resolver.indexes
    .filter(({ source }) => source.module === symbol.module && !source.isTest)
    .flatMap(index => definitionsOf(index, symbol.symbol).map(node => ({ index, node })));
  const alike = [...own, ...family.filter(({ inheritsConstructor }) => inheritsConstructor)];
  return [
    ...family.flatMap(({ index, node }) => callsIn(index, node, isSuperConstructor)),
    ...alike.flatMap(({ index, node }) => callsIn(index, node, isOwnClass)),
  ];
}

function callsIn(
  index: ModuleIndex,
  definition: SyntaxNode,
  isMeant: (index: ModuleIndex, callee: SyntaxNode) => boolean,
): readonly CallSite[] {
  return [...walk(definition)]
    .filter(node => {
      const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
      return callee !== undefined && enclosingClass(index, node) === definition && isMeant(index, callee);
    })
    .map(call => ({ index, call, skip: 0, isPartial: false }));
}

function isSuperConstructor(index: ModuleIndex, callee: SyntaxNode): boolean {
  return /^super\([^()]*\)\.__init__$/.test(textOf(index.source.tree, callee).replace(/\s/g, ''));
}

function isOwnClass(index: ModuleIndex, callee: SyntaxNode): boolean {
  const text = textOf(index.source.tree, callee).replace(/\s/g, '');
  if (/^(type\(self\)|self\.__class__)$/.test(text)) return true;
  if (callee.type !== 'identifier') return false;
  const scope = index.bindingScope(callee);
  const definition = scope?.node;
  if (scope?.kind !== 'function' || definition === undefined) return false;
  const receiver = fieldOf(definition, 'parameters')?.children[0];
  const isClassMethod = decoratorsOf(index, definition).some(
    decorator => textOf(index.source.tree, decorator) === 'classmethod',
  );
  return isClassMethod && receiver !== undefined && textOf(index.source.tree, receiver) === text;
}

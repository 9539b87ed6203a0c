import type { ExportMapping } from '../../domain/adaptation.js';
import type { ExportedSymbol } from '../../domain/signature.js';
import { readSignature } from '../../python/signature.js';
import { fieldOf, textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import { isLiteral } from './literals.js';
import type { ChangedCallable } from './rename/change-calls.js';
import { signatureChange, type ReadConstant } from './signature-change.js';
import { callablesOf, definitionsOf, methodsOf } from './sources/definitions.js';
import type { ModuleIndex } from './sources/module-index.js';
import type { Resolver, SymbolName } from './sources/resolver.js';

/**
 * The callable behind one mapped export (already under its new name), with how its signature changes; undefined for
 * what cannot be called or need not change, or in words why it cannot change exactly.
 */
export function changedCallable(
  resolver: Resolver,
  home: SymbolName,
  mapping: ExportMapping,
  required: ExportedSymbol | undefined,
): ChangedCallable | { readonly refusal: string } | undefined {
  const index = resolver.indexes.find(({ source }) => source.module === home.module && !source.isTest);
  const [definition] = index === undefined ? [] : definitionsOf(index, home.symbol);
  const named = (text: string) => ({ refusal: `\`${mapping.from}\` ${text}` });
  const isIdentity = mapping.parameters.every(({ from, to }) => from === to);
  if (index === undefined || definition === undefined)
    return isIdentity
      ? undefined
      : named('is not defined where it is exported, so its parameters cannot change');
  if (mapping.parameters.length === 0) return undefined;
  const callables = callablesOf(index, home.symbol);
  const signatures = callables.map(({ node, hasReceiver }) =>
    readSignature(index.source.tree, node, hasReceiver ? 'method' : 'function'),
  );
  const [first] = signatures;
  if (first === undefined)
    return isIdentity
      ? undefined
      : named('has a constructor that is inherited or generated, so its parameters cannot change');
  const change = signatureChange(
    first.parameters,
    mapping,
    required?.signature,
    constantReader(resolver, index),
  );
  if ('refusal' in change) return named(`cannot take this mapping: ${change.refusal}`);
  const kind = definition.type === 'class_definition' ? 'class' : 'function';
  const callable: ChangedCallable = { ...home, kind, change };
  if (isIdentity && change.after.every((after, at) => sameParameter(after, first.parameters[at])))
    return undefined;
  const names = signatures.map(({ parameters }) => parameters.map(({ name }) => name).join());
  if (new Set(names).size > 1) return named('is defined more than once, with different parameters');
  if (kind === 'class' && methodsOf(index, definition, '__new__').length > 0)
    return named('has a `__new__` whose parameters would have to change as well');
  const reader = callables
    .flatMap(({ decorators }) => decorators)
    .find(one => !isTransparent(resolver, index, one));
  if (reader !== undefined)
    return named(
      `is decorated with \`${textOf(index.source.tree, reader)}\`, which may depend on its parameters`,
    );
  return callable;
}

function sameParameter(
  after: { readonly name: string; readonly kind: string; readonly defaultValue?: string },
  before: { readonly name: string; readonly kind: string; readonly defaultValue?: string } | undefined,
): boolean {
  return (
    after.name === before?.name && after.kind === before.kind && after.defaultValue === before.defaultValue
  );
}

/** Decorators that pass every argument on as it was given. */
const TRANSPARENT = new Set([
  'functools:lru_cache',
  'functools:cache',
  'functools:wraps',
  'contextlib:contextmanager',
  'contextlib:asynccontextmanager',
  'typing:overload',
  'typing:no_type_check',
  'typing:final',
  'typing_extensions:overload',
  'warnings:deprecated',
]);

function isTransparent(resolver: Resolver, index: ModuleIndex, decorator: SyntaxNode): boolean {
  const callee = decorator.type === 'call' ? fieldOf(decorator, 'function') : decorator;
  const meaning = callee && resolver.meaningOf(index, callee);
  if (meaning?.symbol === undefined) return false;
  return resolver.isOwn(meaning.module) || TRANSPARENT.has(`${meaning.module}:${meaning.symbol}`);
}

/** Literals behind module-level constants, through imports. */
function constantReader(resolver: Resolver, index: ModuleIndex): ReadConstant {
  return name => {
    if (!/^[A-Za-z_]\w*$/.test(name)) return undefined;
    const origin = resolver.origin({ module: index.source.module, symbol: name });
    const source = resolver.module(origin.module);
    const values = (source?.tree.root.children ?? []).flatMap(statement => {
      const assignment = statement.type === 'expression_statement' ? statement.children[0] : undefined;
      const left = assignment?.type === 'assignment' ? fieldOf(assignment, 'left') : undefined;
      const right = assignment && fieldOf(assignment, 'right');
      const isMeant = left && right && source && textOf(source.tree, left) === origin.symbol;
      return isMeant ? [textOf(source.tree, right)] : [];
    });
    const [value] = values;
    return values.length === 1 && value !== undefined && isLiteral(value) ? value : undefined;
  };
}

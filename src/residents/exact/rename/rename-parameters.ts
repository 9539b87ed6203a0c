import { renameParameterInDocstring, docstringParts } from '../../../python/rename-docstring.js';
import { renameBindings } from '../../../python/rename-bindings.js';
import type { Scope } from '../../../python/scopes/index.js';
import { fieldOf, textOf, walk, type SyntaxNode } from '../../../syntax/parse-python.js';
import { callablesOf, definitionsOf, type CallableDefinition } from '../sources/definitions.js';
import type { ModuleIndex } from '../sources/module-index.js';
import type { Resolver, SymbolName } from '../sources/resolver.js';
import { StepBuilder, type Step } from '../sources/step.js';

/** New names for the parameters of one callable, old to new. */
export interface ParameterRenames extends SymbolName {
  readonly parameters: readonly { readonly from: string; readonly to: string }[];
}

const READS_LOCALS = new Set(['locals', 'vars', 'dir', 'eval', 'exec']);

/**
 * Renames parameters in the definitions of callables: in their lists, throughout their bodies with what is nested
 * in these, and in their docstrings. Calls are left to the next step. All of one module are renamed at once.
 */
export function renameParameters(
  resolver: Resolver,
  renames: readonly ParameterRenames[],
  isShared: (module: string, name: string) => boolean,
): Step {
  const step = new StepBuilder();
  for (const index of resolver.indexes.filter(({ source }) => !source.isTest)) {
    const own = renames.filter(({ module }) => module === index.source.module);
    const targets = own.flatMap(rename =>
      callablesOf(index, rename.symbol).map(callable => ({ rename, callable })),
    );
    const bindings = targets.flatMap(({ rename, callable }) => {
      const changed = rename.parameters.filter(({ from, to }) => from !== to);
      if (changed.length === 0) return [];
      const reader = readerOfLocals(index, callable);
      if (reader !== undefined)
        step.refuse(index.source.path, reader.start, `\`${rename.symbol}\` reads its own names at run time`);
      const scope = scopeOf(index.source.scopes.module, callable.node);
      return scope === undefined ? [] : changed.map(({ from, to }) => ({ scope, from, to }));
    });
    if (bindings.length === 0) continue;
    const renaming = renameBindings(index.source, bindings, name => !isShared(index.source.module, name));
    if ('refusal' in renaming) step.refuseFile(index.source.path, renaming.refusal);
    else step.edit(index.source.path, renaming.edits);
    for (const rename of own) {
      const parts = docstringsAbout(index, rename.symbol);
      for (const { from, to } of rename.parameters)
        if (from !== to)
          step.edit(index.source.path, renameParameterInDocstring(index.source.tree, parts, from, to));
    }
  }
  return step.build();
}

function readerOfLocals(index: ModuleIndex, callable: CallableDefinition): SyntaxNode | undefined {
  return [...walk(callable.node)].find(node => {
    const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
    if (callee?.type !== 'identifier' || !READS_LOCALS.has(textOf(index.source.tree, callee))) return false;
    const isBuiltin = index.bindingScope(callee) === undefined;
    const name = textOf(index.source.tree, callee);
    const argumentCount = fieldOf(node, 'arguments')?.children.length ?? 0;
    return isBuiltin && (argumentCount === 0 || name === 'eval' || name === 'exec');
  });
}

function scopeOf(scope: Scope, node: SyntaxNode): Scope | undefined {
  if (scope.node === node && scope.kind === 'function') return scope;
  for (const child of scope.children) {
    const found = scopeOf(child, node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Docstrings that speak of a callable's parameters: its own, and for a class those of class and constructor. */
function docstringsAbout(index: ModuleIndex, symbol: string): readonly SyntaxNode[] {
  const nodes = new Set([
    ...definitionsOf(index, symbol),
    ...callablesOf(index, symbol).map(callable => callable.node),
  ]);
  return [...nodes].flatMap(node => docstringParts(fieldOf(node, 'body')));
}

import { renameBindings, type BindingRename } from '../../../python/rename-bindings.js';
import { renameSymbolInDocstrings } from '../../../python/rename-docstring.js';
import type { Edit } from '../../../python/edits.js';
import { fieldOf, textOf } from '../../../syntax/parse-python.js';
import type { BoundImport, ModuleIndex } from '../sources/module-index.js';
import type { Resolver } from '../sources/resolver.js';
import { StepBuilder, type Step } from '../sources/step.js';
import {
  keepsOldName,
  nameKey,
  renamedNames,
  type RenamedNames,
  type SymbolRename,
} from './renamed-names.js';
import { renameInStrings } from './rename-strings.js';

/**
 * Renames exports where they are defined and everywhere they are meant: through imports and re-exports, attributes
 * of their module, `__all__`, string annotations, reflective calls and docstrings. `isShared` tells names that
 * other modules may know, which therefore cannot make room.
 */
export function renameExports(
  resolver: Resolver,
  renames: readonly SymbolRename[],
  isShared: (module: string, name: string) => boolean,
): Step {
  const step = new StepBuilder();
  const changed = renames.filter(({ symbol, to }) => symbol !== to);
  if (changed.length === 0) return step.build();
  const names = renamedNames(resolver, changed);
  for (const index of resolver.indexes) renameIn(resolver, index, changed, names, isShared, step);
  return step.build();
}

function renameIn(
  resolver: Resolver,
  index: ModuleIndex,
  renames: readonly SymbolRename[],
  names: RenamedNames,
  isShared: (module: string, name: string) => boolean,
  step: StepBuilder,
): void {
  const { path, module, scopes, tree, isTest } = index.source;
  const bindings = new Map<string, BindingRename>();
  const bind = (from: string, to: string, scope = scopes.module) =>
    bindings.set(`${scope.node.start}:${scope.kind}:${from}`, { scope, from, to });
  for (const { module: home, symbol, to } of renames) if (home === module && !isTest) bind(symbol, to);
  for (const imported of index.imports) {
    const { symbol = '', scope, local } = imported;
    const to = names.get(nameKey(imported.module, symbol));
    if (to === undefined) continue;
    const what = note(symbol, to);
    if (imported.node.type === 'aliased_import') step.edit(path, [clauseName(imported, to)], what);
    else if (keepsOldName(index, local, to, names)) {
      const { start, end } = imported.node;
      step.edit(path, [{ start, end, replacement: `${to} as ${local}` }]);
    } else bind(local, to, scope);
  }
  const freed = freedNames(index, names);
  const renaming = renameBindings(
    index.source,
    [...bindings.values()],
    name => !isTest && !isShared(module, name),
    freed,
  );
  if ('refusal' in renaming) step.refuseFile(path, renaming.refusal);
  else
    for (const edit of renaming.edits)
      step.edit(path, [edit], note(tree.text.slice(edit.start, edit.end), edit.replacement));
  for (const edit of [...attributeEdits(resolver, index, names), ...renameInStrings(resolver, index, names)])
    step.edit(path, [edit], note(tree.text.slice(edit.start, edit.end), edit.replacement));
  for (const { symbol, to } of renames) step.edit(path, renameSymbolInDocstrings(tree, symbol, to));
}

function note(from: string, to: string): string {
  return `renamed ${from} to ${to}`;
}

function clauseName(imported: BoundImport, to: string): Edit {
  const name = fieldOf(imported.node, 'name') ?? imported.node;
  return { start: name.start, end: name.end, replacement: to };
}

/** Names that reach this module only through a star import. */
function freedNames(index: ModuleIndex, names: RenamedNames): ReadonlyMap<string, string> {
  const freed = new Map<string, string>();
  for (const star of index.stars) {
    for (const [key, to] of names) {
      const name = key.slice(star.length + 1);
      if (key === nameKey(star, name) && !index.source.scopes.module.bound.has(name)) freed.set(name, to);
    }
  }
  return freed;
}

/** `module.name`, by whatever name the module goes. */
function attributeEdits(resolver: Resolver, index: ModuleIndex, names: RenamedNames): readonly Edit[] {
  const edits: Edit[] = [];
  for (const node of index.nodesOf('attribute')) {
    const attribute = fieldOf(node, 'attribute');
    const meaning = attribute && resolver.meaningOf(index, node);
    if (attribute === undefined || meaning?.symbol === undefined) continue;
    const to = names.get(nameKey(meaning.module, meaning.symbol));
    if (to !== undefined && textOf(index.source.tree, attribute) === meaning.symbol)
      edits.push({ start: attribute.start, end: attribute.end, replacement: to });
  }
  return edits;
}

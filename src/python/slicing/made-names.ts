import type { Project } from './project.js';
import type { SliceNode, SliceNodes } from './slice-node.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/** Code that makes names of its own module as it is loaded. */
const WRITES_NAMES = /\b(globals|locals|vars)\(\)|\bsys\.modules\[__name__\]/;
/** Code that decides what an import gives (Python reference, section 5.3.5: import hooks). */
const HOOKS = /\bsys\.(meta_path|path_hooks|modules\s*\[)/;

/**
 * What may bring names that cannot be seen in a module: a star import from outside, code that writes `globals()`,
 * and the import of a module that puts a hook into the import system.
 */
export function namesMadeIn(project: Project, nodes: SliceNodes, module: SourceModule): readonly SliceNode[] {
  return module.units.flatMap((unit): readonly SliceNode[] => {
    if (unit.kind === 'import') return madeByImport(project, nodes, module, unit);
    return isEffectWith(WRITES_NAMES, module, unit) || isEffectWith(HOOKS, module, unit)
      ? [nodes.unit(module, unit)]
      : [];
  });
}

function madeByImport(
  project: Project,
  nodes: SliceNodes,
  module: SourceModule,
  unit: Unit,
): readonly SliceNode[] {
  return unit.imports.flatMap((clause): readonly SliceNode[] => {
    const { symbol } = clause;
    if (symbol === '*' && !project.has(clause.module, module)) return [nodes.import(module, unit, clause)];
    const part = symbol === undefined ? undefined : project.find(`${clause.module}.${symbol}`);
    const source = part ?? project.find(clause.module, module);
    const hooks = source?.units.filter(one => isEffectWith(HOOKS, source, one)) ?? [];
    if (source === undefined || source === module || hooks.length === 0) return [];
    const isOfName = part === undefined && symbol !== undefined;
    return [
      nodes.import(module, unit, clause, isOfName ? '' : clause.local),
      ...hooks.map(hook => nodes.unit(source, hook)),
    ];
  });
}

function isEffectWith(pattern: RegExp, { tree }: SourceModule, { kind, start, end }: Unit): boolean {
  return (kind === 'effect' || kind === 'block') && pattern.test(tree.text.slice(start, end));
}

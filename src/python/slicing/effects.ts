import { textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import type { ImportedName } from '../imports.js';
import type { Project } from './project.js';
import { startingWithin } from './ranges.js';
import type { Reference } from './references.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';

/** A statement that is executed for what it does to something else. */
export interface Effect {
  readonly unit: Unit;
  /** Statements of the same module that define what it touches. */
  readonly touchedUnits: readonly Unit[];
  /** Imports by which the module has what it touches from another module of the project. */
  readonly touchedImports: readonly ImportedName[];
  /** Modules of the same package, the farthest that it reaches into. */
  readonly touchedModules: readonly SourceModule[];
}

/**
 * The registrations and the like of a module: calls at the top level, attributes and items set from outside, loops,
 * and definitions decorated by an attribute of something (`@handler.register`).
 */
export function effectsOf(project: Project, module: SourceModule): readonly Effect[] {
  return module.units.flatMap((unit): readonly Effect[] => {
    const references = effectReferences(module, unit);
    if (references.length === 0) return [];
    const bindings = references.flatMap(({ name }) => project.bindingOf(module, name) ?? []);
    const units = new Set(bindings.flatMap(binding => binding.units).filter(other => other !== unit));
    const imports = bindings
      .flatMap(binding => binding.imports.map(({ clause }) => clause))
      .filter(clause => project.targetOf(module, clause) !== undefined);
    const modules = references.flatMap(reference => reachedModule(project, module, reference) ?? []);
    if (units.size + imports.length + modules.length === 0) return [];
    return [
      {
        unit,
        touchedUnits: [...units],
        touchedImports: [...new Set(imports)],
        touchedModules: [...new Set(modules)],
      },
    ];
  });
}

/** The references by which a statement may do something to what is defined elsewhere. */
function effectReferences(module: SourceModule, unit: Unit): readonly Reference[] {
  const within = (start: number, end: number) =>
    startingWithin(module.references, start, end).filter(({ nested, isType }) => !nested && !isType);
  if (unit.kind === 'effect') return within(unit.start, unit.end);
  if (unit.kind === 'block') return hasEffect(module, unit) ? within(unit.start, unit.end) : [];
  if (unit.kind !== 'definition') return [];
  return unit.nodes
    .flatMap(node => node.children.filter(({ type }) => type === 'decorator'))
    .flatMap(({ start, end }) => within(start, end).slice(0, 1))
    .filter(({ chain }) => chain.length > 0);
}

/** Whether a block does more than to define, assign and import. */
function hasEffect(module: SourceModule, unit: Unit): boolean {
  return unit.nodes.some(node =>
    statementsIn(node).some(({ type, children }) => {
      const [child] = children;
      if (type !== 'expression_statement' || child === undefined) return false;
      if (child.type === 'call' || child.type === 'await') return true;
      const left = child.children.find(({ field }) => field === 'left');
      return (
        child.type.endsWith('assignment') && left !== undefined && /[.[]/.test(textOf(module.tree, left))
      );
    }),
  );
}

/** Every node of a block that is executed with the module. */
function statementsIn(node: SyntaxNode): readonly SyntaxNode[] {
  if (/^(function_definition|class_definition|lambda)$/.test(node.type)) return [];
  return [node, ...node.children.flatMap(statementsIn)];
}

/** The last module that `package.module.name` goes through, when it starts from a submodule of this package. */
function reachedModule(
  project: Project,
  module: SourceModule,
  reference: Reference,
): SourceModule | undefined {
  if (!module.isPackage || project.bindingOf(module, reference.name) !== undefined) return undefined;
  let reached: SourceModule | undefined;
  let current = project.find(`${module.module}.${reference.name}`);
  for (const attribute of reference.chain) {
    if (current === undefined) break;
    reached = current;
    const [imported] = project.bindingOf(current, attribute)?.imports ?? [];
    const target = imported && project.targetOf(current, imported.clause);
    if (target?.kind === 'name') break;
    current = project.find(target?.dotted ?? `${current.module}.${attribute}`);
  }
  return reached;
}

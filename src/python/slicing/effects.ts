import { textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import type { ImportedName } from '../imports.js';
import { isBuiltin, isStandardLibrary } from '../standard-library.js';
import { changedByCall } from './changed-by-calls.js';
import { definitionBehind } from './definition-behind.js';
import type { NameBinding } from './name-table.js';
import type { Project } from './project.js';
import { startingWithin } from './ranges.js';
import type { Reference } from './references.js';
import type { SourceModule } from './source-module.js';
import { decoratorsOf, type Unit } from './units.js';

/** A statement that is executed for what it does to something else. */
export interface Effect {
  readonly unit: Unit;
  /** Statements of the same module that define what it touches. */
  readonly touchedUnits: readonly Unit[];
  /** Imports by which the module has what it touches from another module of the project. */
  readonly touchedImports: readonly ImportedName[];
  /** Modules of the same package, the farthest that it reaches into; its own for a setting of the whole process. */
  readonly touchedModules: readonly SourceModule[];
}

/** What a kept statement does besides to define, assign and import, for people to know of. */
export interface ToldEffect {
  readonly path: string;
  /** Dotted. */
  readonly module: string;
  /** 1-based. */
  readonly line: number;
  /** The first line of the statement, at most 100 characters. */
  readonly what: string;
}

const LONGEST_TOLD = 100;

/**
 * The registrations and the like of a module: calls at the top level, attributes and items set from outside, loops,
 * and definitions decorated by an attribute of something (`@handler.register`).
 */
export function effectsOf(project: Project, module: SourceModule): readonly Effect[] {
  return module.units.flatMap((unit): readonly Effect[] => {
    const references = effectReferences(project, module, unit);
    if (references.length === 0) return [];
    const named = references.flatMap(({ name }) => project.bindingOf(module, name) ?? []);
    const changed = unit.kind === 'definition' ? [] : changesOf(module, named);
    const bindings = [...named, ...changed.flatMap(name => project.bindingOf(module, name) ?? [])];
    const units = new Set(bindings.flatMap(binding => binding.units).filter(other => other !== unit));
    const imports = bindings
      .flatMap(binding => binding.imports.map(({ clause }) => clause))
      .filter(clause => project.targetOf(module, clause) !== undefined);
    const modules = references.flatMap(reference => reachedModule(project, module, reference) ?? []);
    if (isSetting(project, module, unit, references)) modules.push(module);
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

/** What the functions that a statement names change of their module: it is executed to call them. */
function changesOf(module: SourceModule, named: readonly NameBinding[]): readonly string[] {
  return [...new Set(named.flatMap(({ units }) => units).flatMap(unit => changedByCall(module, unit)))];
}

/** What a statement does to something else as its module is loaded; undefined for one that does nothing of the kind. */
export function toldEffect(module: SourceModule, unit: Unit): ToldEffect | undefined {
  const [acting] =
    unit.kind === 'effect'
      ? unit.nodes
      : unit.kind === 'block'
        ? unit.nodes.flatMap(node => actingStatements(module, node))
        : decoratorsOf(unit).filter(decorator => isRegistering(module, decorator));
  if (acting === undefined) return undefined;
  const [line = ''] = textOf(module.tree, acting).split('\n');
  const what = line.length > LONGEST_TOLD ? `${line.slice(0, LONGEST_TOLD - 1)}…` : line;
  return { path: module.path, module: module.module, line: acting.startLine, what: what.trim() };
}

/** Whether a decorator is called to keep what it decorates, as its name says: `@registry.register`, `@app.route`. */
function isRegistering({ tree }: SourceModule, decorator: SyntaxNode): boolean {
  return /^@[\w.]*(register|route|listen|hook|subscribe|command|plugin|add_)\w*/.test(
    textOf(tree, decorator),
  );
}

/**
 * Whether a statement sets something of the whole process, by the standard library alone, for the module that makes
 * it: `sys.setrecursionlimit(…)`, `signal.signal(…)`, `mimetypes.add_type(…)`.
 */
function isSetting(
  project: Project,
  module: SourceModule,
  unit: Unit,
  references: readonly Reference[],
): boolean {
  const [first] = references;
  if (unit.kind !== 'effect' || first === undefined || first.chain.length === 0) return false;
  const isOfLibrary = (name: string) => {
    const [imported] = project.bindingOf(module, name)?.imports ?? [];
    return imported !== undefined && imported.clause.level === 0 && isStandardLibrary(imported.clause.module);
  };
  return (
    isOfLibrary(first.name) &&
    references.every(({ name }) => isOfLibrary(name) || isBuiltin(name) || /^__\w+__$/.test(name))
  );
}

/** The references by which a statement may do something to what is defined elsewhere. */
function effectReferences(project: Project, module: SourceModule, unit: Unit): readonly Reference[] {
  const within = (start: number, end: number) =>
    startingWithin(module.references, start, end).filter(({ nested, isType }) => !nested && !isType);
  if (unit.kind === 'effect') return within(unit.start, unit.end);
  if (unit.kind === 'block')
    return unit.nodes.some(node => actingStatements(module, node).length > 0)
      ? within(unit.start, unit.end)
      : [];
  return decoratorsOf(unit)
    .flatMap(({ start, end }) => within(start, end).slice(0, 1))
    .filter(reference => isOfObject(project, module, reference));
}

/**
 * Whether a decorator is read off something that could keep account of what it decorates (`@registry.register`). A
 * function of a module (`@package.cached`) is none: it is what it would be if it were imported by its own name.
 */
function isOfObject(project: Project, module: SourceModule, { name, chain }: Reference): boolean {
  if (chain.length === 0) return false;
  const behind = definitionBehind(project, module, name, chain);
  return (behind?.chain ?? chain.slice(1)).length > 0;
}

/** The statements of a block that do more than to define, assign and import. */
function actingStatements(module: SourceModule, block: SyntaxNode): readonly SyntaxNode[] {
  return statementsIn(block).filter(({ type, children }) => {
    const [child] = children;
    if (type !== 'expression_statement' || child === undefined) return false;
    if (child.type === 'call' || child.type === 'await') return true;
    const left = child.children.find(({ field }) => field === 'left');
    return child.type.endsWith('assignment') && left !== undefined && /[.[]/.test(textOf(module.tree, left));
  });
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

import { definitionBehind } from '../../python/slicing/definition-behind.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { Project } from '../../python/slicing/project.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { literalText } from '../../python/slicing/surroundings.js';
import type { Unit } from '../../python/slicing/units.js';
import { fieldOf, textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import { definitionIn } from '../roles.js';
import { fixtureDecorator } from './fixtures.js';

/** A statement of a suite that puts something else in the place of what a repository defines. */
export interface Replacement {
  readonly by: SliceNode;
  /** How the suite names it: `core.slug`. */
  readonly named: string;
}

const known = new WeakMap<DependenceGraph, ReadonlyMap<SliceNode, readonly Replacement[]>>();

const INNER = /^(function_definition|class_definition|lambda)$/;
const SETS_UP = /^(setup_module|setup_function|setUpModule)$/;
const PATCHES = /(^|\.)(setattr|patch|patch\.object)$/;

/**
 * What a suite replaces for all tests that need the statement, by the definition that is replaced: as a file of it is
 * imported, in a fixture, or before a module's tests. What one test patches for itself is none of it, nor is the name
 * under which another module uses the definition: there the definition itself is as it was.
 */
export function replacementsIn(graph: DependenceGraph): ReadonlyMap<SliceNode, readonly Replacement[]> {
  const found = known.get(graph) ?? readReplacements(graph);
  known.set(graph, found);
  return found;
}

function readReplacements(graph: DependenceGraph): ReadonlyMap<SliceNode, readonly Replacement[]> {
  const found = new Map<SliceNode, Replacement[]>();
  for (const module of graph.project.modules.filter(({ isTest }) => isTest))
    for (const unit of module.units)
      for (const path of replacedBy(module, unit))
        for (const node of definitionsAt(graph, module, path)) {
          const one = { by: graph.nodes.unit(module, unit), named: path.join('.') };
          found.set(node, [...(found.get(node) ?? []), one]);
        }
  return found;
}

/** The dotted names to which a statement gives something else. */
function replacedBy(module: SourceModule, unit: Unit): readonly (readonly string[])[] {
  const [statement] = unit.nodes;
  if (statement === undefined || unit.kind === 'import') return [];
  const name = definitionIn(module, unit)?.name;
  const isSetUp =
    name !== undefined && (SETS_UP.test(name) || fixtureDecorator(module.tree, statement) !== undefined);
  if (unit.kind === 'definition' && !isSetUp) return [];
  const paths: (readonly string[])[] = [];
  const open = unit.nodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (unit.kind !== 'definition' && INNER.test(node.type)) continue;
    const path = node.type === 'assignment' ? assigned(module, node) : patched(module, node);
    if (path !== undefined) paths.push(path);
    open.push(...node.children.toReversed());
  }
  return paths;
}

function assigned(module: SourceModule, assignment: SyntaxNode): readonly string[] | undefined {
  const target = fieldOf(assignment, 'left');
  return target?.type === 'attribute' ? dottedAt(module, target) : undefined;
}

/** `setattr(core, "slug", …)`, `monkeypatch.setattr("kit.core.slug", …)`, `patch.object(core, "slug")`. */
function patched(module: SourceModule, node: SyntaxNode): readonly string[] | undefined {
  const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
  if (callee === undefined || !PATCHES.test(textOf(module.tree, callee))) return undefined;
  const [owner, attribute] = fieldOf(node, 'arguments')?.children ?? [];
  const path = literalText(module.tree, owner);
  if (path !== undefined) return path.split('.');
  const name = literalText(module.tree, attribute);
  const dotted = owner && name !== undefined ? dottedAt(module, owner) : undefined;
  return dotted && name !== undefined ? [...dotted, name] : undefined;
}

function dottedAt({ tree }: SourceModule, node: SyntaxNode): readonly string[] | undefined {
  const text = textOf(tree, node);
  return /^\w+(\.\w+)*$/.test(text) ? text.split('.') : undefined;
}

/** The statements that define what a dotted name of a test file means, where it is the definition's own or its package's. */
function definitionsAt(
  { project, nodes }: DependenceGraph,
  from: SourceModule,
  path: readonly string[],
): readonly SliceNode[] {
  const name = path.at(-1);
  const owner = moduleAt(project, from, path.slice(0, -1));
  if (name === undefined || owner === undefined || owner.isTest) return [];
  const behind = definitionBehind(project, owner, name, []);
  if (behind === undefined || behind.chain.length > 0) return [];
  const isOwn = behind.module === owner || behind.module.module.startsWith(`${owner.module}.`);
  return isOwn ? behind.units.map(unit => nodes.unit(behind.module, unit)) : [];
}

/** The module that a dotted name of a test file means: by its imports, or by its whole name. */
function moduleAt(project: Project, from: SourceModule, path: readonly string[]): SourceModule | undefined {
  const [first = '', ...rest] = path;
  const clauses = from.units.flatMap(unit => unit.imports.filter(({ local }) => local === first));
  for (const clause of clauses) {
    const target = project.targetOf(from, clause);
    if (target?.kind === 'module') return project.find([target.dotted, ...rest].join('.'), from);
  }
  return clauses.length === 0 ? project.find(path.join('.'), from) : undefined;
}

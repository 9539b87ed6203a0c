import type { PrimitiveInterface } from '../../domain/primitive.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { PRESENCE } from '../../python/slicing/name-needs.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { isOwn } from './component-graph.js';

/** What some exports of a primitive are and need. */
export interface ComponentCore {
  /** The statements that define those exports. */
  readonly roots: ReadonlySet<SliceNode>;
  /** Of the implementation, all that stays. */
  readonly nodes: ReadonlySet<SliceNode>;
  /** The statements that define other exports and do not stay, by export. */
  readonly unwanted: ReadonlyMap<string, ReadonlySet<SliceNode>>;
}

/**
 * What stays of an implementation when only these exports are asked for: their executable closure, and whatever
 * mining took in for no export and no test that can be seen, since a run alone had shown that it is needed.
 * Undefined when an export is defined nowhere in it. `resources` are the paths of its files that are not Python.
 */
export function coreAround(
  graph: DependenceGraph,
  donor: PrimitiveInterface,
  names: readonly string[],
  resources: readonly string[],
): ComponentCore | undefined {
  const main = graph.project.find(donor.module);
  if (main === undefined) return undefined;
  const behind = (name: string) => graph.names.ofName(main, name, PRESENCE);
  const wanted = names.map(behind);
  if (wanted.some(nodes => definitionsIn(nodes).length === 0)) return undefined;
  const closure = ownIn(graph.reach(wanted.flat()));
  const others = donor.exports.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  const unwanted = new Map(
    others.map(name => [name, new Set(definitionsIn(behind(name)).filter(node => !closure.has(node)))]),
  );
  const suite = graph.project.modules.filter(({ isTest }) => isTest);
  const explained = keysOf(
    graph.reach([...closure, ...others.flatMap(behind), ...suite.map(module => graph.nodes.whole(module))]),
  );
  const leaders = new Set([...unwanted.values()].flatMap(nodes => [...nodes]));
  const unexplained = piecesOf(graph, resources)
    .filter(node => !explained.has(keyOf(node)))
    // An import is no need by itself: one that only leads to what is not asked for goes with it.
    .filter(node => node.kind !== 'import' || ![...graph.reach([node])].some(one => leaders.has(one)));
  return {
    roots: new Set(definitionsIn(wanted.flat())),
    nodes: ownIn(graph.reach([...closure, ...unexplained])),
    unwanted,
  };
}

/** The same pieces in another graph over the same modules. */
export function inGraph({ nodes }: DependenceGraph, node: SliceNode): SliceNode {
  switch (node.kind) {
    case 'unit':
      return nodes.unit(node.module, node.unit);
    case 'import':
      return nodes.import(node.module, node.unit, node.clause, node.name);
    case 'module':
      return nodes.module(node.module);
    case 'whole':
      return nodes.whole(node.module);
    case 'resource':
      return nodes.resource(node.path, node.isOfSuite);
  }
}

function definitionsIn(nodes: readonly SliceNode[]): readonly SliceNode[] {
  return nodes.filter(({ kind }) => kind === 'unit');
}

function ownIn(nodes: Iterable<SliceNode>): ReadonlySet<SliceNode> {
  return new Set([...nodes].filter(isOwn));
}

/** Every piece of the implementation that somebody must have a reason to keep. */
function piecesOf(graph: DependenceGraph, resources: readonly string[]): readonly SliceNode[] {
  const modules = graph.project.modules.filter(({ isTest }) => !isTest);
  return [
    ...modules.flatMap(module => {
      const pieces = module.units.flatMap((unit): readonly SliceNode[] => {
        if (unit.kind === 'docstring' || unit.kind === 'future') return [];
        if (unit.kind !== 'import') return [graph.nodes.unit(module, unit)];
        return unit.imports.map(clause => graph.nodes.import(module, unit, clause));
      });
      return pieces.length > 0 ? pieces : [graph.nodes.module(module)];
    }),
    ...resources.map(path => graph.nodes.resource(path)),
  ];
}

/** What a piece is of, whichever of the names of a star import it takes. */
function keyOf(node: SliceNode): object | string {
  if (node.kind === 'unit') return node.unit;
  if (node.kind === 'import') return node.clause;
  return node.kind === 'resource' ? node.path : node.module;
}

function keysOf(nodes: Iterable<SliceNode>): ReadonlySet<object | string> {
  return new Set([...nodes].map(keyOf));
}

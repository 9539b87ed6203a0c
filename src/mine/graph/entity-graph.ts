import { RELATIONS } from '../../domain/entity.js';
import type { Edges, Entity, EntityGraph, EntityKind, Relation } from '../../domain/entity.js';
import { undecorated } from '../../python/exported-symbols.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { startingWithin } from '../../python/slicing/ranges.js';
import type { Reference } from '../../python/slicing/references.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { fieldOf, textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import { fixtureOf } from '../cut/fixtures.js';
import { definitionIn } from '../roles.js';

/** How strongly one use ties two entities together; uses add up. */
const WEIGHTS = {
  call: 1,
  data: 0.5,
  type: 0.25,
  base: 1,
  contains: 0.5,
  imports: 0.25,
  opens: 1,
  fixture: 1,
};

/**
 * G of a repository (Code Primitives, equation 18): its modules, classes, functions, methods, constants, resources,
 * tests and fixtures, with calls, uses of data and types, and structure between them.
 */
export function entityGraph(graph: DependenceGraph): EntityGraph {
  const builder = new GraphBuilder(graph);
  for (const module of graph.project.modules) builder.addEntities(module);
  for (const module of graph.project.modules) builder.addEdges(module);
  return { entities: builder.entities, edges: builder.edges };
}

class GraphBuilder {
  readonly entities: Entity[] = [];
  private readonly byUnit = new Map<Unit, Entity>();
  private readonly byModule = new Map<SourceModule, Entity>();
  private readonly resources = new Map<string, Entity>();
  private readonly methods = new Map<Unit, { readonly node: SyntaxNode; readonly entity: Entity }[]>();
  private readonly numbers = new Map<Entity, number>();
  private readonly weights = new Map<
    string,
    { from: number; to: number; relation: number; weight: number }
  >();

  constructor(private readonly graph: DependenceGraph) {}

  get edges(): Edges {
    const rows = [...this.weights.values()].sort(
      (a, b) => a.from - b.from || a.to - b.to || a.relation - b.relation,
    );
    return {
      from: Uint32Array.from(rows, ({ from }) => from),
      to: Uint32Array.from(rows, ({ to }) => to),
      relation: Uint8Array.from(rows, ({ relation }) => relation),
      weight: Float64Array.from(rows, ({ weight }) => weight),
    };
  }

  addEntities(module: SourceModule): void {
    const own = this.entity(module, 'module', '', 1, module.tree.root.endLine);
    this.byModule.set(module, own);
    for (const unit of module.units) {
      const entity = this.entityOf(module, unit);
      if (entity === undefined) continue;
      this.byUnit.set(unit, entity);
      this.connect(own, entity, 'contains', WEIGHTS.contains);
      if (entity.kind === 'class') this.addMethods(module, unit, entity);
    }
  }

  addEdges(module: SourceModule): void {
    const own = this.byModule.get(module);
    for (const unit of module.units) {
      const from = this.byUnit.get(unit) ?? own;
      if (from === undefined) continue;
      for (const reference of startingWithin(module.references, unit.start, unit.end))
        this.addReference(module, unit, reference, from);
      for (const { module: dotted } of unit.imports) {
        const imported = this.graph.project.find(dotted, module);
        const to = imported && this.byModule.get(imported);
        if (own && to) this.connect(own, to, 'imports', WEIGHTS.imports);
      }
      this.addUnnamed(module, unit, from);
    }
  }

  private addReference(module: SourceModule, unit: Unit, reference: Reference, from: Entity): void {
    const { names } = this.graph;
    const nodes = reference.nested
      ? names.ofImport(module, reference.nested, reference)
      : names.ofName(module, reference.name, reference);
    const target = nodes.findLast(isUnitNode);
    const to = target && this.byUnit.get(target.unit);
    if (to === undefined) return;
    const source =
      this.methods.get(unit)?.find(({ node }) => contains(node, reference.start))?.entity ?? from;
    if (isBase(unit, reference.start)) this.connect(source, to, 'inherits', WEIGHTS.base);
    else if (reference.isCall) this.connect(source, to, 'calls', WEIGHTS.call);
    else
      this.connect(
        source,
        to,
        reference.isType ? 'annotated' : 'reads',
        reference.isType ? WEIGHTS.type : WEIGHTS.data,
      );
  }

  /** Files that a statement opens, and what it needs without naming it. */
  private addUnnamed(module: SourceModule, unit: Unit, from: Entity): void {
    for (const path of this.graph.outside.resourcesOf(module, unit)) {
      const known = this.resources.get(path) ?? this.resource(path);
      this.connect(from, known, 'resource', WEIGHTS.opens);
    }
    for (const need of this.graph.outside.unnamedNeeds(module, unit)) {
      const to = this.byUnit.get(need.unit);
      if (to !== undefined) this.connect(from, to, 'fixture', WEIGHTS.fixture);
    }
  }

  private entityOf(module: SourceModule, unit: Unit): Entity | undefined {
    const defined = definitionIn(module, unit);
    const [name] = unit.binds;
    if (defined === undefined)
      return unit.kind === 'assignment' && name !== undefined
        ? this.entity(module, 'constant', name, ...linesOf(unit))
        : undefined;
    const isTest = module.isTest && defined.kind === 'function' && defined.name.startsWith('test');
    const isFixture = module.isTest && fixtureOf(module, unit) !== undefined;
    const kind = isFixture ? 'fixture' : isTest ? 'test' : defined.kind;
    return this.entity(module, kind, defined.name, ...linesOf(unit));
  }

  private addMethods(module: SourceModule, unit: Unit, owner: Entity): void {
    const [statement] = unit.nodes;
    const body = statement && fieldOf(undecorated(statement), 'body');
    const methods = (body?.children ?? []).flatMap(node => {
      const definition = undecorated(node);
      const name = fieldOf(definition, 'name');
      if (definition.type !== 'function_definition' || name === undefined) return [];
      const text = textOf(module.tree, name);
      const kind = module.isTest && text.startsWith('test') ? 'test' : 'method';
      const qualified = `${owner.qualifiedName}.${text}`;
      const entity = this.entity(module, kind, qualified, node.startLine, node.endLine);
      this.connect(owner, entity, 'contains', WEIGHTS.contains);
      return [{ node, entity }];
    });
    this.methods.set(unit, methods);
  }

  private resource(path: string): Entity {
    const entity: Entity = {
      id: path,
      kind: 'resource',
      module: '',
      path,
      qualifiedName: path,
      startLine: 1,
      endLine: 1,
      parent: -1,
      inTests: false,
    };
    this.numbers.set(entity, this.entities.length);
    this.entities.push(entity);
    this.resources.set(path, entity);
    return entity;
  }

  private entity(
    { module, path, isTest }: SourceModule,
    kind: EntityKind,
    qualifiedName: string,
    startLine: number,
    endLine: number,
  ): Entity {
    const id = qualifiedName === '' ? module : `${module}:${qualifiedName}`;
    const entity = { id, kind, module, path, qualifiedName, startLine, endLine, parent: -1, inTests: isTest };
    this.numbers.set(entity, this.entities.length);
    this.entities.push(entity);
    return entity;
  }

  private connect(source: Entity, target: Entity, name: Relation, weight: number): void {
    const from = this.numbers.get(source) ?? 0;
    const to = this.numbers.get(target) ?? 0;
    const relation = RELATIONS.findIndex(([known]) => known === name);
    if (from === to) return;
    const key = `${from} ${to} ${relation}`;
    const known = this.weights.get(key) ?? { from, to, relation, weight: 0 };
    known.weight += weight;
    this.weights.set(key, known);
  }
}

function isUnitNode(node: SliceNode): node is Extract<SliceNode, { readonly kind: 'unit' }> {
  return node.kind === 'unit';
}

function linesOf({ nodes }: Unit): readonly [number, number] {
  return [nodes[0]?.startLine ?? 1, nodes.at(-1)?.endLine ?? 1];
}

function contains({ start, end }: SyntaxNode, offset: number): boolean {
  return start <= offset && offset < end;
}

/** Whether a place lies between the brackets after a class's name. */
function isBase({ nodes }: Unit, offset: number): boolean {
  return nodes.some(node => {
    const bases = fieldOf(undecorated(node), 'superclasses');
    return bases !== undefined && contains(bases, offset);
  });
}

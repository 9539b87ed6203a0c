import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { definitionBehind } from '../../python/slicing/definition-behind.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { movedImport, type MovedImport } from './suite-imports.js';

/** A piece of a suite's Python. */
export type SuiteNode = Exclude<SliceNode, { readonly kind: 'resource' }>;

type ImportNode = Extract<SliceNode, { readonly kind: 'import' }>;

const indexes = new WeakMap<DependenceGraph, SuiteNames>();

/** The names of a suite, as they are looked up for every component that its tests reach. */
export function suiteNamesOf(graph: DependenceGraph): SuiteNames {
  const names = indexes.get(graph) ?? new SuiteNames(graph);
  indexes.set(graph, names);
  return names;
}

/** What the statements of a suite bring into a file that they are moved to; worked out once for each. */
export class SuiteNames {
  private readonly moved = new Map<ImportNode, MovedImport>();
  private readonly origins = new Map<SuiteNode, readonly (readonly [string, string])[]>();

  constructor(private readonly graph: DependenceGraph) {}

  /** What becomes of an import when it is moved. */
  movedImport(node: ImportNode): MovedImport {
    const moved = this.moved.get(node) ?? movedImport(this.graph.project, node);
    this.moved.set(node, moved);
    return moved;
  }

  /** The names that a node brings into the file, each with what it stands for: equal only for the same thing. */
  originsOf(node: SuiteNode): readonly (readonly [string, string])[] {
    const origins = this.origins.get(node) ?? this.readOrigins(node);
    this.origins.set(node, origins);
    return origins;
  }

  private readOrigins(node: SuiteNode): readonly (readonly [string, string])[] {
    if (node.kind === 'unit') return [...node.unit.binds].map(name => [name, node.module.path] as const);
    if (node.kind !== 'import') return [];
    const moved = this.movedImport(node);
    if (moved.kind === 'gone') return [];
    if (moved.kind === 'inlined') return moved.local === moved.name ? [] : [[moved.local, `= ${moved.name}`]];
    const { module, symbol, local } = moved.plain;
    // `import a` and `import a.b` both bind `a`.
    if (symbol === undefined && local === module) return [[topOf(module), `${topOf(module)}:`]];
    return [[local, this.definitionOf(node) ?? `${module}:${symbol ?? ''}`]];
  }

  /** Where the repository defines what is imported: a re-export is the same thing as what it re-exports. */
  private definitionOf({ module, clause, name }: ImportNode): string | undefined {
    const { project } = this.graph;
    const target = clause.symbol === '*' ? undefined : project.targetOf(module, clause);
    if (target?.kind === 'module') return `${target.dotted}:`;
    const source = target?.module ?? project.find(clause.module, module);
    const behind = source && definitionBehind(project, source, target?.name ?? name, []);
    return behind && `${behind.module.path}:${behind.name}`;
  }
}

function topOf(module: string): string {
  return module.split('.')[0] ?? module;
}

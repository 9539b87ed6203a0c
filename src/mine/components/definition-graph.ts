import { RELATIONS, type Entity, type EntityGraph, type Relation } from '../../domain/entity.js';
import { isPublic } from '../roles.js';

/** A statement at the top level of the implementation, with everything inside it. */
export interface Definition {
  /** Of its entity. */
  readonly id: string;
  readonly name: string;
  readonly module: string;
  readonly path: string;
  readonly line: number;
  /** A function or class that others may ask for by name. */
  readonly isOffered: boolean;
}

/** The implementation folded to its top-level definitions: methods are their class's, closures their function's. */
export interface DefinitionGraph {
  /** Sorted by path and place. */
  readonly definitions: readonly Definition[];
  /** `uses[i]`: what definition i uses, by number, with how strongly; sorted. */
  readonly uses: readonly (readonly Use[])[];
  /** For each test, the definitions that it names itself; sorted, without tests that name none. */
  readonly tests: readonly (readonly number[])[];
}

export interface Use {
  readonly to: number;
  readonly weight: number;
}

/** How strongly one use of a kind ties the user to what it uses. What is only there in types hardly does. */
const STRENGTH: Readonly<Partial<Record<Relation, number>>> = {
  calls: 1,
  reads: 0.5,
  writes: 1,
  annotated: 0.2,
  inherits: 1.5,
  raises: 0.5,
  catches: 0.5,
  configures: 0.25,
};

/**
 * Folds the entity graph (Code Primitives, section 3.3) to the granularity at which components are cut; `isSource` tells
 * which files offer anything. Linear.
 */
export function definitionGraph(
  { entities, edges }: EntityGraph,
  isSource: (path: string) => boolean,
): DefinitionGraph {
  const top = topLevelOf(entities);
  const reexported = reexportedOf({ entities, edges });
  const numbers = new Int32Array(entities.length).fill(-1);
  const definitions: Definition[] = [];
  entities.forEach((entity, index) => {
    if (top[index] !== index || entity.inTests || entity.parent < 0 || !isSource(entity.path)) return;
    numbers[index] = definitions.length;
    const { id, qualifiedName: name, module, path, startLine: line } = entity;
    const isVisible = isPublic(module) || reexported.has(index);
    const isOffered = /^(class|function)$/.test(entity.kind) && !name.startsWith('_') && isVisible;
    definitions.push({ id, name, module, path, line, isOffered });
  });
  const uses = definitions.map(() => new Map<number, number>());
  const tests = new Map<number, Set<number>>();
  for (let edge = 0; edge < edges.from.length; edge += 1) {
    const [relation] = RELATIONS[edges.relation[edge] ?? 0] ?? RELATIONS[0];
    const strength = STRENGTH[relation] ?? 0;
    const source = edges.from[edge] ?? 0;
    const to = numbers[top[edges.to[edge] ?? 0] ?? 0] ?? -1;
    if (to < 0) continue;
    const from = numbers[top[source] ?? 0] ?? -1;
    if (from >= 0 && from !== to && strength > 0) {
      const weight = strength * Math.sqrt(edges.weight[edge] ?? 1);
      uses[from]?.set(to, (uses[from]?.get(to) ?? 0) + weight);
    }
    if (entities[source]?.inTests === true && (strength > 0 || relation === 'tests')) {
      const test = testAround(entities, source);
      if (test >= 0) tests.set(test, (tests.get(test) ?? new Set()).add(to));
    }
  }
  return {
    definitions,
    uses: uses.map(map => [...map].map(([to, weight]) => ({ to, weight })).sort((a, b) => a.to - b.to)),
    tests: [...tests].sort(([a], [b]) => a - b).map(([, targets]) => [...targets].sort((a, b) => a - b)),
  };
}

/** For each entity, the one at the top level of its module that it lies in; modules and resources are their own. */
function topLevelOf(entities: readonly Entity[]): Int32Array {
  const top = new Int32Array(entities.length);
  entities.forEach(({ parent }, index) => {
    const around = entities[parent];
    // What is around comes first, so its own top is known.
    top[index] = around === undefined || around.parent < 0 ? index : (top[parent] ?? index);
  });
  return top;
}

/** What a public package offers under a public name. */
function reexportedOf({ entities, edges }: EntityGraph): ReadonlySet<number> {
  const found = new Set<number>();
  const number = RELATIONS.findIndex(([relation]) => relation === 're-exports');
  for (let edge = 0; edge < edges.from.length; edge += 1) {
    const from = entities[edges.from[edge] ?? 0];
    if (edges.relation[edge] === number && from !== undefined && isPublic(from.module))
      found.add(edges.to[edge] ?? 0);
  }
  return found;
}

/** The test that an entity is or lies in, else -1: what fixtures and helpers use is no evidence of one test. */
function testAround(entities: readonly Entity[], number: number): number {
  for (let at = number; at >= 0; at = entities[at]?.parent ?? -1)
    if (entities[at]?.kind === 'test') return at;
  return -1;
}

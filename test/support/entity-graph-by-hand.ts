import {
  RELATIONS,
  type Entity,
  type EntityGraph,
  type EntityKind,
  type Relation,
} from '../../src/domain/entity.js';

/** An entity as a test writes it down: `pkg/core.py:Class.method`, with its kind. */
export type WrittenEntity = readonly [place: string, kind: EntityKind];
/** An edge between two places. */
export type WrittenEdge = readonly [from: string, relation: Relation, to: string, weight?: number];

/**
 * An entity graph from places and edges; a module is added for each path, what has a dot in its name lies in what stands
 * before the dot, and files below `tests/` are the suite's.
 */
export function graphByHand(written: readonly WrittenEntity[], edges: readonly WrittenEdge[]): EntityGraph {
  const paths = [...new Set(written.map(([place]) => place.split(':')[0] ?? ''))];
  const all: WrittenEntity[] = [...paths.map(path => [path, 'module'] as const), ...written];
  const lineOf = new Map(written.map(([place], index) => [place, index + 1]));
  const sorted = all.toSorted(([a], [b]) => {
    const [pathA, pathB] = [a.split(':')[0] ?? '', b.split(':')[0] ?? ''];
    return pathA === pathB ? (lineOf.get(a) ?? 0) - (lineOf.get(b) ?? 0) : pathA < pathB ? -1 : 1;
  });
  const numbers = new Map(sorted.map(([place], index) => [place, index]));
  const entities = sorted.map(([place, kind]): Entity => {
    const [path = '', qualifiedName = ''] = place.split(':');
    const module = path.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');
    const around = qualifiedName.includes('.')
      ? `${path}:${qualifiedName.slice(0, qualifiedName.lastIndexOf('.'))}`
      : path;
    return {
      id: qualifiedName === '' ? module : `${module}:${qualifiedName}`,
      kind,
      module,
      path,
      qualifiedName,
      startLine: lineOf.get(place) ?? 1,
      endLine: lineOf.get(place) ?? 1,
      parent: qualifiedName === '' ? -1 : (numbers.get(around) ?? -1),
      inTests: path.startsWith('tests/'),
    };
  });
  const rows = edges
    .map(([from, relation, to, weight = 1]) => {
      const [source, target] = [numbers.get(from), numbers.get(to)];
      if (source === undefined || target === undefined) throw new Error(`there is no ${from} or no ${to}`);
      return { source, target, relation: RELATIONS.findIndex(([name]) => name === relation), weight };
    })
    .sort((a, b) => a.source - b.source || a.target - b.target || a.relation - b.relation);
  return {
    entities,
    edges: {
      from: Uint32Array.from(rows, ({ source }) => source),
      to: Uint32Array.from(rows, ({ target }) => target),
      relation: Uint8Array.from(rows, ({ relation }) => relation),
      weight: Float64Array.from(rows, ({ weight }) => weight),
    },
  };
}

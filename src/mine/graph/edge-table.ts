import type { Edges, Relation } from '../../domain/entity.js';
import { relationNumber } from '../../python/outline/module-outline.js';
import { RowTable } from '../../python/outline/row-table.js';

/** Weights are counted in whole parts of this, so that the order in which they are added makes no difference. */
export const ONE = 240;

/** How strongly one use ties two entities together, in parts of `ONE`; uses add up. */
const UNITS: Readonly<Record<Relation, number>> = {
  calls: ONE,
  reads: ONE / 2,
  writes: ONE / 2,
  annotated: ONE / 4,
  inherits: ONE,
  raises: ONE / 2,
  catches: ONE / 2,
  contains: ONE / 2,
  imports: ONE / 4,
  're-exports': ONE / 4,
  exports: ONE / 4,
  resource: ONE,
  configures: ONE / 2,
  fixture: ONE,
  tests: ONE,
  executes: ONE,
};

const UNITS_BY_NUMBER: number[] = [];
for (const [relation, units] of Object.entries(UNITS))
  UNITS_BY_NUMBER[relationNumber(relation as Relation)] = units;

/** Collects edges; the same one again adds to its weight, and none leads to itself. */
export class EdgeTable {
  private readonly rows: RowTable;

  constructor(private readonly entityCount: number) {
    this.rows = new RowTable(3, entityCount * 6);
  }

  add(from: number, to: number, relation: number, count = 1): void {
    this.addUnits(from, to, relation, (UNITS_BY_NUMBER[relation] as number) * count);
  }

  addUnits(from: number, to: number, relation: number, units: number): void {
    if (from !== to) this.rows.add(units, from, to, relation);
  }

  /** The edges in order. */
  toEdges(): Edges {
    const rows = this.rows.toArray();
    const count = rows.length / 4;
    let order = Uint32Array.from({ length: count }, (_, row) => row);
    for (const [column, size] of [
      [2, UNITS_BY_NUMBER.length],
      [1, this.entityCount],
      [0, this.entityCount],
    ] as const)
      order = sortedBy(rows, order, column, size);
    const edges = {
      from: new Uint32Array(count),
      to: new Uint32Array(count),
      relation: new Uint8Array(count),
      weight: new Float64Array(count),
    };
    for (let at = 0; at < count; at += 1) {
      const row = (order[at] as number) * 4;
      edges.from[at] = rows[row] as number;
      edges.to[at] = rows[row + 1] as number;
      edges.relation[at] = rows[row + 2] as number;
      edges.weight[at] = (rows[row + 3] as number) / ONE;
    }
    return edges;
  }
}

/** A stable counting sort of rows by one column, whose values are below `size`. */
function sortedBy(
  rows: Int32Array,
  order: Uint32Array,
  column: number,
  size: number,
): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(size + 1);
  for (const row of order) {
    const value = rows[row * 4 + column] as number;
    places[value + 1] = (places[value + 1] as number) + 1;
  }
  for (let value = 1; value <= size; value += 1)
    places[value] = (places[value] as number) + (places[value - 1] as number);
  const sorted = new Uint32Array(order.length);
  for (const row of order) {
    const value = rows[row * 4 + column] as number;
    sorted[places[value] as number] = row;
    places[value] = (places[value] as number) + 1;
  }
  return sorted;
}

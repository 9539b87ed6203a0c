import { ENTITY_KINDS, USE, relationNumber } from '../../python/outline/module-outline.js';
import type { Program } from './program.js';
import { NOWHERE, type Target } from './name-resolver.js';

const CLASS = ENTITY_KINDS.indexOf('class');
const INHERITS = relationNumber('inherits');

/** More classes in one MRO are looked at no further. */
const MOST_CLASSES = 200;

/** A base of a base of a base … is followed so far. */
const DEEPEST = 100;

/** The classes of a program: what they define, and what they inherit. */
export class ClassMembers {
  private readonly members = new Map<number, Map<number, number>>();
  private readonly inheritingRows: (ReadonlyMap<number, readonly number[]> | undefined)[] = [];
  private readonly orders = new Map<number, readonly number[]>();

  /** `baseOf` says which class a use names, or `NOWHERE`. */
  constructor(
    private readonly program: Program,
    private readonly baseOf: (file: number, row: number) => Target,
  ) {
    const { parentOf, kindOf, nameOf, entityCount } = program;
    for (let entity = 0; entity < entityCount; entity += 1) {
      const parent = parentOf[entity] as number;
      if (parent < 0 || kindOf[parent] !== CLASS) continue;
      const known = this.members.get(parent);
      if (known === undefined) this.members.set(parent, new Map([[nameOf[entity] as number, entity]]));
      else known.set(nameOf[entity] as number, entity);
    }
  }

  /** What a class itself defines by this name. */
  own(owner: number, name: number): Target {
    return this.members.get(owner)?.get(name) ?? NOWHERE;
  }

  /**
   * A class with all that it inherits from, nearest first. Each base's order comes before the next base's, and a class
   * that several inherit stands where the last of them has it: the C3 order, wherever no class forbids it.
   */
  order(owner: number, depth = 0): readonly number[] {
    const known = this.orders.get(owner);
    if (known !== undefined) return known;
    // In a circle of bases, which Python refuses, each is its own only class.
    this.orders.set(owner, [owner]);
    const all = [owner];
    if (depth < DEEPEST)
      for (const base of this.bases(owner))
        if (all.length < MOST_CLASSES) all.push(...this.order(base, depth + 1));
    const order = [...new Set(all.reverse())].reverse();
    this.orders.set(owner, order);
    return order;
  }

  private bases(owner: number): readonly number[] {
    const file = this.program.fileOf[owner] as number;
    const found = this.program.files[file];
    if (found === undefined) return [];
    const bases: number[] = [];
    for (const row of this.inheriting(file).get(owner - found.base) ?? []) {
      const base = this.baseOf(file, row);
      if (base >= 0 && this.program.kindOf[base] === CLASS) bases.push(base);
    }
    return bases;
  }

  /** The uses of a file that name base classes, by the class that has them. */
  private inheriting(file: number): ReadonlyMap<number, readonly number[]> {
    const known = this.inheritingRows[file];
    if (known !== undefined) return known;
    const rows = new Map<number, number[]>();
    const { uses } = this.program.files[file]?.outline ?? { uses: new Int32Array() };
    for (let row = 0; row < uses.length; row += USE.width) {
      if (uses[row + USE.relation] !== INHERITS) continue;
      const owner = uses[row + USE.owner] as number;
      const known = rows.get(owner);
      if (known === undefined) rows.set(owner, [row]);
      else known.push(row);
    }
    this.inheritingRows[file] = rows;
    return rows;
  }
}

import type { EntityKind } from '../../domain/entity.js';
import { ENTITY, kindNumber } from './module-outline.js';
import type { Words } from './words.js';

/** Names grow with nesting, and so would the room for all of them with its square. */
const LONGEST_NAME = 500;

const CONSTANT = kindNumber('constant');

/** The lines a definition stands on, 1-based and inclusive. */
export interface Place {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The entities of one file. What is defined twice under one name (overloads, accessors of a property, both branches
 * of a condition) is one entity: it spans its definitions where they follow each other, else it is where the last is.
 */
export class EntityTable {
  private readonly rows: number[] = [];
  private readonly byName = new Map<number, number>();
  private readonly counters = new Map<string, number>();

  constructor(
    private readonly words: Words,
    lines: number,
  ) {
    const nothing = words.number('');
    this.rows.push(kindNumber('module'), nothing, nothing, -1, 1, lines);
  }

  /** Adds one, or widens the one of this name; what is nested out of all proportion is its parent's. */
  add(kind: EntityKind, name: number, parent: number, place: Place): number {
    if (this.outerName(parent).length > LONGEST_NAME) return parent;
    const qualified = this.qualify(parent, name);
    const known = this.byName.get(qualified);
    if (known !== undefined) return this.widen(known, kind, place);
    const entity = this.rows.length / ENTITY.width;
    this.byName.set(qualified, entity);
    this.rows.push(kindNumber(kind), qualified, name, parent, place.startLine, place.endLine);
    return entity;
  }

  /** Adds one that has no name of its own: `<lambda1>`, numbered within what is around it. */
  addUnnamed(kind: 'lambda' | 'statement', parent: number, place: Place): number {
    const counter = `${kind} ${parent}`;
    const count = (this.counters.get(counter) ?? 0) + 1;
    this.counters.set(counter, count);
    return this.add(kind, this.words.number(`<${kind}${count}>`), parent, place);
  }

  kindOf(entity: number): number {
    return this.rows[entity * ENTITY.width + ENTITY.kind] as number;
  }

  /** Its qualified name within the module. */
  nameOf(entity: number): number {
    return this.rows[entity * ENTITY.width + ENTITY.qualified] as number;
  }

  toArray(): Int32Array {
    return Int32Array.from(this.rows);
  }

  private widen(entity: number, kind: EntityKind, { startLine, endLine }: Place): number {
    const at = entity * ENTITY.width;
    const isConstant = kindNumber(kind) === CONSTANT;
    if (isConstant && this.rows[at + ENTITY.kind] !== CONSTANT) return entity;
    const follows = startLine - (this.rows[at + ENTITY.endLine] as number) <= 2;
    this.rows[at + ENTITY.kind] = kindNumber(kind);
    if (!follows) this.rows[at + ENTITY.startLine] = startLine;
    this.rows[at + ENTITY.endLine] = endLine;
    return entity;
  }

  private qualify(parent: number, name: number): number {
    if (parent === 0) return name;
    return this.words.number(`${this.outerName(parent)}.${this.words.word(name)}`);
  }

  private outerName(parent: number): string {
    return this.words.word(this.rows[parent * ENTITY.width + ENTITY.qualified] as number);
  }
}

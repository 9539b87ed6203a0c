import type { Relation } from '../../domain/entity.js';
import type { FlatTree } from '../../syntax/flat-tree.js';
import { lineOf, lineStarts } from '../../syntax/lines.js';
import { EntityTable } from './entity-table.js';
import { LexicalScope } from './lexical-scope.js';
import { relationNumber } from './module-outline.js';
import { Words } from './words.js';

/** What a parent says of a child before the child is reached. */
export const MARK = {
  none: 0,
  /** It was read with its parent; what lies below it is still to be read. */
  skip: 1,
  /** It is assigned to. */
  target: 2,
  /** A statement of the module, not of a loop or a definition. */
  top: 3,
  base: 4,
  raised: 5,
  caught: 6,
  /** Something of it is assigned to. */
  written: 7,
} as const;

/** What a name was bound to: the node that is its value or annotation, or the object that a method belongs to. */
export interface HeldValue {
  readonly kind: 'value' | 'annotation' | 'self' | 'class';
  readonly node: number;
  readonly scope: LexicalScope;
}

/** What a name can mean beside a plain value; its number in the list is what scopes keep. */
export type Meaning =
  | { readonly kind: 'entity'; readonly entity: number }
  | { readonly kind: 'import'; readonly row: number }
  | HeldValue;

/** A use of a name or of what a chain of attributes and calls begins with, to be resolved when all is read. */
export interface PendingUse {
  readonly name: number;
  readonly scope: LexicalScope;
  readonly owner: number;
  readonly relation: number;
  /** The outermost node of the chain; that of the string when the name stands in one. */
  readonly chain: number;
  /** What follows the name when it stands in a string. */
  readonly steps?: readonly string[];
}

interface Opening {
  readonly start: number;
  readonly end: number;
  readonly scope: LexicalScope;
}

/** A file while it is read: one pass over its nodes, parents first, with what has been found until now. */
export class Reading {
  readonly words: Words;
  readonly entities: EntityTable;
  readonly meanings: Meaning[] = [];
  readonly uses: PendingUse[] = [];
  /** Calls of methods of objects that nothing is known of: owner and name, in turn. */
  readonly unknownCalls: number[] = [];
  readonly imports: number[] = [];
  readonly values: { readonly holder: number; readonly name: number; readonly value: HeldValue }[] = [];
  readonly bindings: number[] = [];
  readonly exports: number[] = [];
  readonly texts: number[] = [];
  /** Statement or constant, and the lambda that stands in it, in turn. */
  readonly holdsLambda: number[] = [];
  readonly fixtureNames: { readonly owner: number; readonly name: number }[] = [];
  readonly marks: Uint8Array;
  readonly module = new LexicalScope('module', undefined, 0);
  scope = this.module;
  owner = 0;
  /** Nodes before this one stand for types. */
  annotationEnd = 0;
  /** Nodes before this one are literals of types, no types: `Literal["a"]`. */
  literalEnd = 0;
  /** Nodes before this one stand below a condition; for type checkers. */
  conditionalEnd = 0;
  typingEnd = 0;
  /** The definition that was entered last, and where its decorators begin. */
  defined = { node: -1, from: -1 };
  /** A star import may bring any name. */
  hasStar = false;
  /** The node that is being read. */
  at = 0;
  /** Where reading goes on, when a node was read with all that lies below it. */
  resumeAt = 0;
  private readonly openings: Opening[] = [];
  private readonly scopes: { readonly scope: LexicalScope; readonly end: number }[] = [];
  private readonly owners: { readonly owner: number; readonly end: number }[] = [];
  private readonly lines: Uint32Array;

  constructor(
    readonly tree: FlatTree,
    readonly path: string,
    readonly isTest: boolean,
  ) {
    this.words = new Words(tree.text);
    this.marks = new Uint8Array(tree.kinds.length);
    this.lines = lineStarts(tree.text);
    const { text } = tree;
    const lineCount = text === '' ? 0 : this.lines.length - (text.endsWith('\n') ? 1 : 0);
    this.entities = new EntityTable(this.words, Math.max(1, lineCount));
  }

  get lineCount(): number {
    return this.lines.length - (this.tree.text.endsWith('\n') || this.tree.text === '' ? 1 : 0);
  }

  kind(node: number): number {
    return this.tree.kinds[node] as number;
  }

  after(node: number): number {
    return this.tree.next[node] as number;
  }

  /** Whether a node has children. */
  hasChildren(node: number): boolean {
    return this.after(node) > node + 1;
  }

  /** The first child with this field, or -1. */
  child(node: number, field: number): number {
    const { fields, next } = this.tree;
    const end = next[node] as number;
    for (let child = node + 1; child < end; child = next[child] as number)
      if (fields[child] === field) return child;
    return -1;
  }

  markChildren(node: number, mark: number): void {
    const end = this.after(node);
    for (let child = node + 1; child < end; child = this.after(child)) this.marks[child] = mark;
  }

  /** The number of the word that a node is. */
  word(node: number): number {
    return this.words.at(this.tree.starts[node] as number, this.tree.ends[node] as number);
  }

  textOf(node: number): string {
    return this.tree.text.slice(this.tree.starts[node], this.tree.ends[node]);
  }

  startLine(node: number): number {
    return lineOf(this.lines, this.tree.starts[node] as number);
  }

  endLine(node: number): number {
    return lineOf(this.lines, Math.max(0, (this.tree.ends[node] as number) - 1));
  }

  /** Moves to a node: leaves what has ended before it and opens what starts at it. */
  moveTo(node: number): void {
    this.at = node;
    while (this.scopes.length > 0 && node >= (this.scopes[this.scopes.length - 1]?.end ?? 0)) {
      this.scopes.pop();
      this.scope = this.scopes[this.scopes.length - 1]?.scope ?? this.module;
    }
    while (this.owners.length > 0 && node >= (this.owners[this.owners.length - 1]?.end ?? 0)) {
      this.owners.pop();
      this.owner = this.owners[this.owners.length - 1]?.owner ?? 0;
    }
    for (
      let opening = this.openings[this.openings.length - 1];
      opening !== undefined && opening.start <= node;
      opening = this.openings[this.openings.length - 1]
    ) {
      this.openings.pop();
      if (node < opening.end) this.enter(opening.scope, opening.end);
    }
  }

  /** Makes a scope the current one up to a node. */
  enter(scope: LexicalScope, end: number): void {
    this.scopes.push({ scope, end });
    this.scope = scope;
  }

  /** Makes a scope the current one for a node that is still to come. */
  enterAt(node: number, scope: LexicalScope): void {
    this.openings.push({ start: node, end: this.after(node), scope });
  }

  own(entity: number, end: number): void {
    this.owners.push({ owner: entity, end });
    this.owner = entity;
  }

  /** Leaves out what lies before a node. */
  skipTo(node: number): void {
    this.resumeAt = node;
  }

  meaning(meaning: Meaning): number {
    return this.meanings.push(meaning) - 1;
  }

  /** A use of what dotted names lead to from the name at a node. */
  useSteps(relation: Relation, node: number, steps: readonly string[]): void {
    const { scope, owner } = this;
    this.uses.push({
      name: this.word(node),
      scope,
      owner,
      relation: relationNumber(relation),
      chain: node,
      steps,
    });
  }

  use(relation: Relation, nameNode: number, chain: number): void {
    const { scope, owner } = this;
    this.uses.push({ name: this.word(nameNode), scope, owner, relation: relationNumber(relation), chain });
  }
}

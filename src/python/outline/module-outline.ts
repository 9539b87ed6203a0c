import { RELATIONS, type EntityKind, type Relation } from '../../domain/entity.js';

/**
 * What one file says of itself: its entities, what they use, and where that comes from as far as the file alone can
 * tell. A pure function of path and text, so it is kept by content; linking many gives the entity graph. Tables are rows of
 * integers (see the column constants below), and words are numbers in `names`, so that it costs next to nothing to
 * send, keep and read.
 */
export interface ModuleOutline {
  readonly path: string;
  readonly lines: number;
  /** The words of the file, without line breaks. */
  readonly names: readonly string[];
  /** The first is the module itself; parents come before what they contain. */
  readonly entities: Int32Array;
  readonly imports: Int32Array;
  readonly uses: Int32Array;
  /** What names, attributes and calls are known to hold or give. */
  readonly values: Int32Array;
  /** Names that statements bind which are no entities of their own: `for name in …` at module level. */
  readonly bindings: Int32Array;
  /** What `__all__` is made of, step by step. */
  readonly exports: Int32Array;
  /** Strings that may name a file or something dotted. */
  readonly texts: Int32Array;
}

/** The kinds of an outline's entities by number. */
export const ENTITY_KINDS = [
  'module',
  'class',
  'function',
  'method',
  'lambda',
  'constant',
  'statement',
  'resource',
  'test',
  'fixture',
] as const satisfies readonly EntityKind[];

/** The number of a kind in `ENTITY_KINDS`. */
export const kindNumber = (kind: EntityKind): number => ENTITY_KINDS.indexOf(kind);

/** The number of a relation in `RELATIONS`. */
export const relationNumber = (relation: Relation): number =>
  RELATIONS.findIndex(([name]) => name === relation);

/** Columns of `entities`; lines are 1-based and inclusive. */
export const ENTITY = {
  kind: 0,
  /** Qualified name within the module. */
  qualified: 1,
  /** Last part of it. */
  simple: 2,
  parent: 3,
  startLine: 4,
  endLine: 5,
  width: 6,
} as const;

/** Columns of `imports`. */
export const IMPORT = {
  /** The entity that imports. */
  owner: 0,
  /** Leading dots. */
  level: 1,
  /** What follows them, a name. */
  module: 2,
  /** The name taken from the module, or `WHOLE` or `STAR`. */
  symbol: 3,
  /** The name that is bound. */
  local: 4,
  /** A sum of `IMPORT_FLAGS`. */
  flags: 5,
  width: 6,
} as const;

/** In place of a symbol: the module itself, or all that it offers. */
export const WHOLE = -1;
export const STAR = -2;

export const IMPORT_FLAGS = {
  /** Bound in a function or class, not in the module. */
  inner: 1,
  /** Below an `if` or a `try`. */
  conditional: 2,
  /** For type checkers only. */
  typing: 4,
  /** `import a.b.c` binds `a`. */
  bindsTop: 8,
} as const;

/** Columns of `uses`: an entity relates to what a path leads to from a root, so many times. */
export const USE = { owner: 0, relation: 1, rootKind: 2, root: 3, path: 4, count: 5, width: 6 } as const;

/** What a root is. */
export const ROOT = {
  /** An entity of this file. */
  entity: 0,
  /** A row of `imports`. */
  import: 1,
  /** A name of the module, or one that a star import may bring. */
  global: 2,
  /** A name that a test or fixture asks pytest for. */
  fixture: 3,
  /** A method of an unknown object, by its name. */
  unknown: 4,
} as const;

/**
 * Steps of a path, joined by dots: names, and these. `()` is what a call gives (of a class: an instance), `[]` an
 * item, `^` at the start what comes after a class in its MRO.
 */
export const STEP = { call: '()', item: '[]', above: '^' } as const;

/**
 * Columns of `values`. Of the module (holder 0) or a class: what `name` is bound to; of a function, with `GIVES` for a
 * name: what a call of it gives.
 */
export const VALUE = { holder: 0, name: 1, rootKind: 2, root: 3, path: 4, width: 5 } as const;
export const GIVES = -1;

/** Columns of `bindings`. */
export const BINDING = { name: 0, entity: 1, width: 2 } as const;

/** Columns of `exports`: one step of building `__all__`. */
export const EXPORT = { step: 0, name: 1, width: 2 } as const;
/** Starts anew; adds or removes a name; adds the `__all__` of what a name, maybe dotted, leads to. */
export const EXPORT_STEPS = { clear: 0, add: 1, remove: 2, addAll: 3 } as const;

/** Columns of `texts`. */
export const TEXT = { owner: 0, text: 1, width: 2 } as const;

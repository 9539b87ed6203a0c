/**
 * What a file does with values, as plain data: a function of its text alone, so that it can be kept by content, and
 * cheap to hand from thread to thread. Values are nodes (integers, 0 being a value that nothing is known of); what
 * happens to them is a stream of instructions, whose order says nothing: order within a scope has been resolved while
 * reading, each use of a name standing for the assignments that reach it.
 */
export interface ModuleFlow {
  /** Names, constants and qualified names below the module; the first is ''. */
  readonly strings: readonly string[];
  /** Nodes are 0 to this, exclusive. */
  readonly nodes: number;
  /** Instructions one after another: see `INSTRUCTION`. */
  readonly code: Int32Array;
  /** Three numbers a scope: its parent, its qualified name below the module (a string), 1 for a function. */
  readonly scopes: Int32Array;
  /** Two numbers a name that the module binds: the name and the node of all its values. */
  readonly names: Int32Array;
  /** What `__all__` lists where it is a list of constants. */
  readonly all: readonly string[] | null;
}

/*
 * The instructions. `dst` is the node that a result flows to, `scope` the scope that the work is done in, `name` and
 * `key` strings. A key says its type: 's:a' is the text "a", 'i:0' the number 0.
 */

/** src, dst: every value of src is one of dst. */
export const COPY = 0;
/** object, name, dst, scope: reads an attribute. */
export const LOAD = 1;
/** object, name, src, scope: writes an attribute. */
export const STORE = 2;
/** container, key, dst, scope: reads the item at a constant. */
export const ITEM = 3;
/** container, index node, dst, scope: reads the item at a value. */
export const ITEM_AT = 4;
/** container, key, src, scope: writes the item at a constant. */
export const SET_ITEM = 5;
/** container, index node, src, scope: writes the item at a value. */
export const SET_ITEM_AT = 6;
/** container, start, stop, dst, scope: a slice; `UNBOUND` for a bound that is left out, `UNKNOWN` for one not constant. */
export const SLICE = 7;
/** iterable, dst, scope, 1 when asynchronous: what it yields. */
export const ITERATE = 8;
/** iterable, index, dst, scope: the value that a target at this place of an unpacking gets. */
export const UNPACK = 9;
/** iterable, targets before, targets after, dst, scope: the list that a starred target gets. */
export const UNPACK_REST = 10;
/** callee, dst, scope, how (`CALLED`), number of arguments, then three numbers each: kind (`ARGUMENT`), node or name, node. */
export const CALL = 11;
/** node, scope of the function, returned node, yielded node (or 0), flags, number of parameters, then name, kind, node each. */
export const FUNCTION = 12;
/** node, scope of the class, number of bases, nodes of bases, number of attributes, then name and node each. */
export const CLASS = 13;
/** node, type (`CONTAINER`), length or -1: a new container. */
export const MAKE = 14;
/** node, constant: a key as above, 's' and 'i' alone for any, or the type of a container of numbers ('list'). */
export const CONSTANT = 15;
/** node, module name, level: `import a.b.c`, bound to its whole path. */
export const IMPORT = 16;
/** node, module name, level, name: `from m import name`. */
export const IMPORT_FROM = 17;
/** module name, level: `from m import *` (of the module's own scope). */
export const IMPORT_ALL = 18;
/** node, name: what a name means that no function around it binds. */
export const GLOBAL = 19;
/** context manager, dst, scope, 1 when asynchronous. */
export const ENTER = 20;
/** left, right, method, reflected method ('' for none), 1 when in place, dst, scope: an operator. */
export const OPERATE = 21;
/** container, other, scope: takes over what another holds (`{**a}`, `[*a]`). */
export const ABSORB = 22;
/** value, scope: raises it; a class is called. */
export const RAISE = 23;
/** value, dst, scope: awaits it. */
export const AWAIT = 24;
/** iterable, dst of what it yields, dst of its result, scope: `yield from`. */
export const YIELD_FROM = 25;
/** class or tuple of classes, dst: the exception that an `except` of it gets. */
export const CATCH = 26;

/** scope of a function, parameter's node: it returns this parameter as it got it. */
export const PASS = 27;

/** A bound of a slice that is not written, and one that is no constant. */
export const UNBOUND = -1_000_000;
export const UNKNOWN = -1_000_001;

/** How a call is written; solving adds `redirected` for each call that one made stands for. */
export const CALLED = { plain: 0, asDecorator: 1, redirected: 2 } as const;

export const ARGUMENT = { positional: 0, star: 1, keyword: 2, doubleStar: 3 } as const;

export const PARAMETER = {
  positional: 0,
  positionalOnly: 1,
  keywordOnly: 2,
  star: 3,
  doubleStar: 4,
} as const;

export const CONTAINER = { list: 0, tuple: 1, set: 2, dict: 3 } as const;

/** Bits that say what a function is. */
export const FUNCTION_FLAG = { isAsync: 1, isGenerator: 2, isMethod: 4 } as const;

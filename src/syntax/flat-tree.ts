import {
  fieldNumber,
  isErrorSymbol,
  kindName,
  kindOf,
  kindsOfSymbols,
  leaves,
  parser,
  TREATMENT,
  treatments,
} from './grammar.js';
import { withoutLongComments } from './long-comments.js';
import { closeCursor, cursor, openCursor } from './tree-cursor.js';

/**
 * A parsed Python file as flat arrays, one entry a node, parents before their children and these in order: the
 * first child of node `i` is `i + 1` unless `next[i]` is, and the sibling of a node is its `next`. It holds no object
 * for a node, so that reading a file costs little more than parsing it, and crosses threads by handing over buffers.
 *
 * Left out are comments and the tokens without a name (brackets, commas, keywords), but for operators, `async`, the
 * pattern `_` and the `from` of `yield from`.
 */
export interface FlatTree {
  readonly text: string;
  /** What each node is: see `kindOf`. */
  readonly kinds: Uint8Array;
  /** Its role in its parent: see `fieldNumber`; 0 for none. */
  readonly fields: Uint8Array;
  /** Offsets into the text in UTF-16 code units, end exclusive. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The index after the last node of its subtree. */
  readonly next: Uint32Array;
  /** Where the text is not Python 3; empty for a clean file. */
  readonly errors: readonly SyntaxError[];
}

export interface SyntaxError {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

const YIELD = kindOf('yield');
const OPERATOR = fieldNumber('operator');
const OPERATORS = fieldNumber('operators');
const PRINT = kindOf('print_statement');
const EXEC = kindOf('exec_statement');

/** The arrays that are filled, reused from file to file and grown where one is longer than all before. */
let room = roomFor(1 << 14);

function roomFor(size: number) {
  return {
    kinds: new Uint8Array(size),
    fields: new Uint8Array(size),
    starts: new Uint32Array(size),
    ends: new Uint32Array(size),
    next: new Uint32Array(size),
  };
}

function widen(): typeof room {
  const wider = roomFor(room.kinds.length * 2);
  for (const name of ['kinds', 'fields', 'starts', 'ends', 'next'] as const) wider[name].set(room[name]);
  return (room = wider);
}

/**
 * Parses Python source into flat arrays. Never throws for bad source: what is no Python 3 is listed in `errors`, with
 * the tree of what could be read. Needs no stack for deep nesting.
 */
export function parseFlat(text: string): FlatTree {
  const tree = parser.parse(withoutLongComments(text));
  if (tree === null) return { ...EMPTY, text, errors: [{ line: 1, message: 'the parser gave up' }] };
  const { address, hasError } = openCursor(tree);
  try {
    const found: Found[] = [];
    const count = readNodes(address, hasError, found);
    return {
      text,
      kinds: room.kinds.slice(0, count),
      fields: room.fields.slice(0, count),
      starts: room.starts.slice(0, count),
      ends: room.ends.slice(0, count),
      next: room.next.slice(0, count),
      errors: located(text, found),
    };
  } finally {
    closeCursor(address);
    tree.delete();
  }
}

const EMPTY = {
  kinds: Uint8Array.of(kindOf('module')),
  fields: Uint8Array.of(0),
  starts: Uint32Array.of(0),
  ends: Uint32Array.of(0),
  next: Uint32Array.of(1),
};

interface Found {
  readonly start: number;
  readonly message: string;
}

/** Fills the room with the tree that the cursor stands on, and returns how many nodes it has. */
function readNodes(tree: number, hasError: boolean, found: Found[]): number {
  let { kinds, fields, starts, ends, next } = room;
  const open: number[] = [];
  let count = 0;
  for (;;) {
    const symbol = cursor.symbol(tree);
    const isError = isErrorSymbol(symbol);
    const kind = isError ? 0 : (kindsOfSymbols[symbol] as number);
    if (hasError) noteError(tree, kind, isError, found);
    const treatment = isError ? TREATMENT.keep : (treatments[symbol] as number);
    let isKept = treatment !== TREATMENT.drop;
    if (isKept) {
      const field = cursor.field(tree);
      if (treatment === TREATMENT.keepOperator) isKept = field === OPERATOR || field === OPERATORS;
      else if (treatment === TREATMENT.keepInYield) isKept = kinds[open[open.length - 1] ?? 0] === YIELD;
      if (isKept) {
        if (count === kinds.length) ({ kinds, fields, starts, ends, next } = widen());
        kinds[count] = kind;
        fields[count] = field;
        starts[count] = cursor.start(tree);
        ends[count] = cursor.end(tree);
        next[count] = count + 1;
        if (kind === PRINT || kind === EXEC)
          found.push({
            start: starts[count] as number,
            message: `a Python 2 ${kindName(kind).replace('_', ' ')}`,
          });
        count += 1;
      }
    }
    if (isKept && (isError || leaves[symbol] === 0) && cursor.moveToFirstChild(tree) === 1) {
      open.push(count - 1);
      continue;
    }
    while (cursor.moveToNextSibling(tree) === 0) {
      const parent = open.pop();
      if (parent === undefined) return count;
      next[parent] = count;
      cursor.moveToParent(tree);
    }
  }
}

/** Records that the cursor stands on an error or on something that the parser made up. */
function noteError(tree: number, kind: number, isError: boolean, found: Found[]): void {
  if (isError) found.push({ start: cursor.start(tree), message: 'not valid Python 3' });
  else if (cursor.isMissing(tree) === 1)
    found.push({ start: cursor.start(tree), message: `"${kindName(kind)}" is missing` });
}

/** Turns offsets, which only grow, into lines. */
function located(text: string, found: readonly Found[]): SyntaxError[] {
  let line = 1;
  let at = 0;
  return found.map(({ start, message }) => {
    for (let end = text.indexOf('\n', at); end >= 0 && end < start; end = text.indexOf('\n', at)) {
      line += 1;
      at = end + 1;
    }
    return { line, message };
  });
}

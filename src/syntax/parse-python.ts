import { parseFlat, type FlatTree, type SyntaxError } from './flat-tree.js';
import { fieldName, kindName } from './grammar.js';
import { lineOf, lineStarts } from './lines.js';

export type { SyntaxError };

/**
 * A node of a parsed Python file as a plain value: it outlives the parser, crosses threads and costs no call into
 * WebAssembly. Node types and fields are those of tree-sitter-python's grammar; what is left out is said at `FlatTree`.
 */
export interface SyntaxNode {
  readonly type: string;
  /** Its role in its parent, e.g. `name` or `body`. */
  readonly field: string | null;
  /** Offsets into the text in UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly children: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly text: string;
  readonly root: SyntaxNode;
  /** Where the text is not Python 3; empty for a clean file. */
  readonly errors: readonly SyntaxError[];
}

/**
 * Parses Python source. Never throws for bad source: what is no Python 3 is listed in `errors`, with the tree of
 * what could be read.
 */
export function parsePython(text: string): SyntaxTree {
  const flat = parseFlat(text);
  return { text, root: toNodes(flat), errors: flat.errors };
}

/** The nodes of a flat tree as objects. */
function toNodes({ text, kinds, fields, starts, ends, next }: FlatTree): SyntaxNode {
  const lines = lineStarts(text);
  const nodes: (SyntaxNode & { children: SyntaxNode[] })[] = [];
  const open: number[] = [];
  let line = 1;
  for (let index = 0; index < kinds.length; index += 1) {
    const start = starts[index] as number;
    const end = ends[index] as number;
    while ((lines[line] ?? Infinity) <= start) line += 1;
    const node = {
      type: kindName(kinds[index] as number),
      field: fieldName(fields[index] as number),
      start,
      end,
      startLine: line,
      endLine: end < (lines[line] ?? Infinity) ? line : lineOf(lines, end),
      children: [],
    };
    nodes.push(node);
    while (open.length > 0 && index >= (next[open[open.length - 1] as number] as number)) open.pop();
    const parent = open[open.length - 1];
    if (parent !== undefined) nodes[parent]?.children.push(node);
    if ((next[index] as number) > index + 1) open.push(index);
  }
  return nodes[0] as SyntaxNode;
}

/** The source text of a node. */
export function textOf(tree: SyntaxTree, node: SyntaxNode): string {
  return tree.text.slice(node.start, node.end);
}

/** The first child with this field. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find(child => child.field === field);
}

/** Every node below and including this one, parents first. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (let index = next.children.length - 1; index >= 0; index -= 1) {
      const child = next.children[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}

import { createRequire } from 'node:module';
import { Language, Parser, type TreeCursor } from 'web-tree-sitter';

/**
 * A node of a parsed Python file as a plain value: it outlives the parser, crosses threads and costs no call into
 * WebAssembly. Node types and fields are those of tree-sitter-python's grammar; brackets, commas, colons and
 * quotes are left out.
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

export interface SyntaxError {
  readonly line: number;
  readonly message: string;
}

const LEFT_OUT = new Set(['(', ')', '[', ']', '{', '}', ',', ':', '.', '=', ';', '->', '"', "'", 'comment']);
const PYTHON_2 = new Set(['print_statement', 'exec_statement']);

const parser = await createParser();

async function createParser(): Promise<Parser> {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm');
  return new Parser().setLanguage(await Language.load(grammar));
}

/**
 * Parses Python source. Never throws for bad source: what is no Python 3 is listed in `errors`, with the tree of
 * what could be read.
 */
export function parsePython(text: string): SyntaxTree {
  const tree = parser.parse(text);
  if (tree === null) return { text, root: EMPTY, errors: [{ line: 1, message: 'the parser gave up' }] };
  const cursor = tree.walk();
  try {
    const errors: SyntaxError[] = [];
    return { text, root: readNode(cursor, errors), errors };
  } finally {
    cursor.delete();
    tree.delete();
  }
}

const EMPTY: SyntaxNode = {
  type: 'module',
  field: null,
  start: 0,
  end: 0,
  startLine: 1,
  endLine: 1,
  children: [],
};

function readNode(cursor: TreeCursor, errors: SyntaxError[]): SyntaxNode {
  const type = cursor.nodeType;
  const startLine = cursor.startPosition.row + 1;
  if (type === 'ERROR') errors.push({ line: startLine, message: 'not valid Python 3' });
  else if (cursor.nodeIsMissing) errors.push({ line: startLine, message: `"${type}" is missing` });
  else if (PYTHON_2.has(type))
    errors.push({ line: startLine, message: `a Python 2 ${type.replace('_', ' ')}` });
  const node = {
    type,
    field: cursor.currentFieldName,
    start: cursor.startIndex,
    end: cursor.endIndex,
    startLine,
    endLine: cursor.endPosition.row + 1,
    children: [] as SyntaxNode[],
  };
  if (cursor.gotoFirstChild()) {
    do {
      if (!LEFT_OUT.has(cursor.nodeType) || cursor.nodeIsMissing)
        node.children.push(readNode(cursor, errors));
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
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

import { importStatements, readImport } from './imports.js';
import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';

/** What may be read off a frame: the name of a module, a line, what the code is called. */
const READ =
  /^\s*\.\s*f_(globals\s*(\.\s*get\(\s*["']__name__["']|\[\s*["']__name__["']\s*\])|lineno|code\.co_\w+)/;
/** Conditions that no sandbox of ours meets: it runs Linux. Whatever else must hold with them is no matter. */
const WINDOWS =
  /\bos\.name\s*==\s*["']nt["']|\bsys\.platform\s*==\s*["']win32["']|\bsys\.platform\.startswith\(\s*["']win/;
/** What every Python on Linux has, so that a way out of its absence is for another system. */
const ALWAYS_ON_LINUX =
  /^\s*(import (fcntl|termios|pwd|grp|resource)|from socket import inet_(pton|ntop)(, inet_(pton|ntop))?)\s*$/;

/**
 * Tells at which offsets of a file a use of the interpreter's machinery reaches nothing: where only a module's name, a
 * line or a function's name is read off a frame, as `namedtuple` does it, where code is for Windows alone, and where a
 * function of the file has such a name.
 */
export function harmlessUses(tree: SyntaxTree): (offset: number) => boolean {
  const functions: SyntaxNode[] = [];
  const onWindows: (readonly [number, number])[] = [];
  const asserted = tree.root.children.find(
    ({ type, children }) => type === 'assert_statement' && isForWindows(tree, children[0]),
  );
  if (asserted !== undefined) {
    onWindows.push([asserted.start, tree.root.end]);
    // What only imports before it has done nothing yet.
    for (const { type, start, end } of tree.root.children)
      if (/^import(_from)?_statement$/.test(type)) onWindows.push([start, end]);
  }
  for (const node of walk(tree.root)) {
    if (node.type === 'function_definition') functions.push(node);
    const body = node.type === 'if_statement' ? fieldOf(node, 'consequence') : undefined;
    if (body !== undefined && isForWindows(tree, fieldOf(node, 'condition')))
      onWindows.push([body.start, body.end]);
    if (node.type === 'try_statement') onWindows.push(...waysOut(tree, node));
  }
  const own = ownFunctions(tree, functions);
  return offset =>
    own.has(offset) ||
    onWindows.some(([start, end]) => start <= offset && offset < end) ||
    onlyReads(tree, functions, offset);
}

/**
 * Where a file defines functions of its own, and where it names those that stand at its top level, unless an import
 * may give the name another meaning. What is read off an object (`os._exit`) is never told to be harmless so.
 */
function ownFunctions(tree: SyntaxTree, functions: readonly SyntaxNode[]): ReadonlySet<number> {
  const names = functions.flatMap(node => fieldOf(node, 'name') ?? []);
  const atTop = new Set(
    tree.root.children.flatMap(node => {
      const name = node.type === 'function_definition' ? fieldOf(node, 'name') : undefined;
      return name === undefined ? [] : [textOf(tree, name)];
    }),
  );
  for (const statement of importStatements(tree.root))
    for (const { symbol, local } of readImport(tree, statement, { module: 'm', isPackage: false })) {
      if (symbol === '*') atTop.clear();
      atTop.delete(local);
      if (symbol !== undefined) atTop.delete(symbol);
    }
  const uses = [...walk(tree.root)].filter(
    node => node.type === 'identifier' && node.field !== 'attribute' && atTop.has(textOf(tree, node)),
  );
  return new Set([...names, ...uses].map(({ start }) => start));
}

/** The handlers of a `try` that does nothing but import what is always there. */
function waysOut(tree: SyntaxTree, node: SyntaxNode): readonly (readonly [number, number])[] {
  const body = fieldOf(node, 'body');
  if (body === undefined || !ALWAYS_ON_LINUX.test(textOf(tree, body))) return [];
  return node.children.filter(({ type }) => type === 'except_clause').map(({ start, end }) => [start, end]);
}

function isForWindows(tree: SyntaxTree, condition: SyntaxNode | undefined): boolean {
  if (condition === undefined) return false;
  const text = textOf(tree, condition);
  return WINDOWS.test(text) && !/\b(or|not|if|lambda)\b|:=/.test(text);
}

/** Whether `sys._getframe(1)` at an offset is read from right there, or kept in a variable that is only read from. */
function onlyReads(tree: SyntaxTree, functions: readonly SyntaxNode[], offset: number): boolean {
  const { text } = tree;
  const call = /^\w+\(\s*\w*\s*\)/.exec(text.slice(offset, offset + 100))?.[0];
  if (call === undefined) return false;
  const after = text.slice(offset + call.length, offset + call.length + 200);
  if (READ.test(after)) return true;
  const before = text.slice(text.lastIndexOf('\n', offset) + 1, offset);
  const [, variable] = /^\s*(\w+)\s*=\s*[\w.]*$/.exec(before) ?? [];
  const around = functions.findLast(({ start, end }) => start <= offset && offset < end);
  if (variable === undefined || around === undefined || !/^[^\S\n]*(#.*)?(\n|$)/.test(after)) return false;
  const places = [...walk(around)].filter(
    node => node.type === 'identifier' && node.field !== 'attribute' && textOf(tree, node) === variable,
  );
  const lineOfCall = offset - before.length;
  return places.every(
    ({ start, end }) => (start >= lineOfCall && start < offset) || READ.test(text.slice(end, end + 200)),
  );
}

import { textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

/**
 * The first line that only Python 2 can read and a lenient parser lets pass: backquotes, `0777`, `10L`, `u'…'` with
 * `r`, tuple parameters, `except A, e`. Undefined when there is none.
 */
export function pythonTwoLine(tree: SyntaxTree): number | undefined {
  for (const node of walk(tree.root)) if (isPythonTwo(tree, node)) return node.startLine;
  return undefined;
}

function isPythonTwo(tree: SyntaxTree, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'string':
      return /^(`|ur)/i.test(tree.text.slice(node.start, node.start + 2));
    case 'integer':
      return /^0[0-9_]*[1-9]|l$/i.test(textOf(tree, node)) && !/^0[xbo]/i.test(textOf(tree, node));
    case 'except_clause':
      return node.children.filter(({ field }) => field === 'value').length > 1;
    case 'parameters':
    case 'lambda_parameters':
      return node.children.some(({ type }) => type === 'tuple_pattern');
    default:
      return false;
  }
}

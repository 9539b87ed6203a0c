import { textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

/** What a file must contain for any of the signs to be in it: most files are told apart without a walk. */
const SUSPICIOUS = new RegExp(
  [
    ...['`', '<>', String.raw`\bur["']`, String.raw`\b0[0-9]`, String.raw`[0-9]l\b`],
    ...[String.raw`\bexcept\b[^:\n]{0,200},`, String.raw`\braise\b[^\n(]{0,200},`],
    ...[
      String.raw`\bdef\b[^()\n]{0,200}\([^()]{0,400}?(?:(?<=[(,]\s{0,80})\()`,
      String.raw`\blambda\b[^:\n]{0,200}\(`,
    ],
  ].join('|'),
  'i',
);

/**
 * The first line that only Python 2 can read and a lenient parser lets pass: backquotes, `0777`, `10L`, `u'…'` with
 * `r`, `<>`, tuple parameters, `except A, e`, `raise E, "text"`. Undefined when there is none.
 */
export function pythonTwoLine(tree: SyntaxTree): number | undefined {
  if (!SUSPICIOUS.test(tree.text)) return undefined;
  for (const node of walk(tree.root)) if (isPythonTwo(tree, node)) return node.startLine;
  return undefined;
}

function isPythonTwo(tree: SyntaxTree, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'string':
      return /^(`|ur)/i.test(tree.text.slice(node.start, node.start + 2));
    case 'integer':
      return /^0[0-9_]*[1-9]|l$/i.test(textOf(tree, node)) && !/^0[xbo]/i.test(textOf(tree, node));
    case '<>':
      return true;
    case 'except_clause':
      return node.children.filter(({ field }) => field === 'value').length > 1;
    case 'raise_statement':
      return node.children[0]?.type === 'expression_list';
    case 'parameters':
    case 'lambda_parameters':
      return node.children.some(({ type }) => type === 'tuple_pattern');
    default:
      return false;
  }
}

import { parsePython, textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

const PARTS = new Set([
  'integer',
  'float',
  'string',
  'string_start',
  'string_content',
  'string_end',
  'escape_sequence',
  'true',
  'false',
  'none',
  'tuple',
  'unary_operator',
  'parenthesized_expression',
  '-',
  '+',
]);

/** Whether source text is a literal of an immutable value, the same wherever it is written. */
export function isLiteral(text: string): boolean {
  const { tree, value } = parseValue(text);
  if (value === undefined) return false;
  return [...walk(value)].every(
    node => PARTS.has(node.type) && !(node.type === 'string_start' && /[fF]/.test(textOf(tree, node))),
  );
}

/** Whether two default values are certainly equal: as written, as numbers or strings, or through a constant. */
export function sameValue(a: string, b: string, readConstant: (name: string) => string | undefined): boolean {
  const known = readConstant(a) ?? a;
  return canonical(a) === canonical(b) || canonical(known) === canonical(b);
}

function canonical(text: string): string {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (/^[-+]?[\d_]*\.?[\d_]+([eE][-+]?\d+)?$/.test(trimmed))
    return String(Number(trimmed.replaceAll('_', '')));
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(trimmed);
  return quoted ? `'${quoted[2] ?? ''}'` : trimmed;
}

function parseValue(text: string): { readonly tree: SyntaxTree; readonly value: SyntaxNode | undefined } {
  const tree = parsePython(text);
  const [statement] = tree.root.children;
  const isAlone = tree.errors.length === 0 && tree.root.children.length === 1;
  return { tree, value: isAlone ? statement?.children[0] : undefined };
}

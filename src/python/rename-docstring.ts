import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import type { Edit } from './edits.js';

/** The text nodes of the docstring that opens a module's, class's or function's body (PEP 257). */
export function docstringParts(body: SyntaxNode | undefined): readonly SyntaxNode[] {
  const first = body?.children[0];
  const literal = first?.type === 'expression_statement' ? first.children[0] : undefined;
  if (literal?.type !== 'string') return [];
  return literal.children.filter(child => child.type === 'string_content');
}

/** Text nodes of every docstring of a file. */
export function allDocstringParts(tree: SyntaxTree): readonly SyntaxNode[] {
  const owners = [...walk(tree.root)].filter(
    node => node.type === 'function_definition' || node.type === 'class_definition',
  );
  return [tree.root, ...owners.map(owner => fieldOf(owner, 'body'))].flatMap(docstringParts);
}

/** Renames a symbol wherever a docstring mentions it as a whole word. */
export function renameSymbolInDocstrings(tree: SyntaxTree, from: string, to: string): readonly Edit[] {
  const mention = new RegExp(`(?<!\\w)${from}(?!\\w)`, 'g');
  return allDocstringParts(tree).flatMap(part => replaceAll(tree, part, mention, to));
}

/**
 * Renames a parameter in docstring parts where it is certainly meant: in backticks or emphasis, in the fields of
 * reStructuredText, and at the head of an entry of Google's or NumPy's style.
 */
export function renameParameterInDocstring(
  tree: SyntaxTree,
  parts: readonly SyntaxNode[],
  from: string,
  to: string,
): readonly Edit[] {
  const places = [
    `(?<=\`)${from}(?=\`)`,
    `(?<=(?<![*\\w])\\*)${from}(?=\\*(?![*\\w]))`,
    `(?<=[:@](?:param|parameter|arg|argument|key|keyword|type)\\b[^:\\n]*[ \\t])${from}(?=[ \\t]*:)`,
    `(?<=^[ \\t]+\\*{0,2})${from}(?=[ \\t]*(?:\\([^)\\n]*\\))?[ \\t]*:)`,
  ];
  const mention = new RegExp(places.join('|'), 'gm');
  return parts.flatMap(part => replaceAll(tree, part, mention, to));
}

function replaceAll(tree: SyntaxTree, part: SyntaxNode, mention: RegExp, to: string): readonly Edit[] {
  return [...textOf(tree, part).matchAll(mention)].map(match => ({
    start: part.start + match.index,
    end: part.start + match.index + match[0].length,
    replacement: to,
  }));
}

import type { StoredFile } from '../../domain/files.js';
import { parsePython, textOf, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

/** Bound once: where modules run in a context of their own, each look at a global costs far more than the product. */
const { imul } = Math;

/** Tokens in one shingle (Code Primitives, appendix G.17). */
const SHINGLE = 5;

/** More of one primitive is not compared: its beginning tells what it is a copy of. */
const MOST_TOKENS = 200_000;

/** Of the nodes with parts, those that stand for a keyword; the others only group. */
const KEYWORDS =
  /_(?:statement|definition|clause|comprehension|expression|operator)$|^(?:lambda|await|yield|call|subscript)$/;
const GROUPING = new Set(['expression_statement', 'parenthesized_expression']);

/**
 * The shingles of a primitive's code: each run of five normalised tokens of a file, as a number of 53 bits. Layout,
 * comments, docstrings, brackets that only group and the kind of quotation marks leave no trace; names do.
 */
export function shinglesOf(files: readonly StoredFile[]): ReadonlySet<number> {
  const shingles = new Set<number>();
  let left = MOST_TOKENS;
  for (const { path, encoding, content } of files) {
    if (encoding !== 'utf8' || !path.endsWith('.py')) continue;
    const tokens = tokensOf(content).slice(0, left);
    left -= tokens.length;
    for (let end = Math.min(SHINGLE, tokens.length); end > 0 && end <= tokens.length; end += 1)
      shingles.add(hashOf(tokens.slice(Math.max(0, end - SHINGLE), end)));
  }
  return shingles;
}

/** The normalised tokens of a Python file, in order. */
export function tokensOf(text: string): readonly string[] {
  const tree = parsePython(text);
  const tokens: string[] = [];
  const waiting = [tree.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isBareText(node)) continue;
    const token = tokenOf(tree, node);
    if (token !== undefined) tokens.push(token);
    if (node.type === 'string') continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child !== undefined) waiting.push(child);
    }
  }
  return tokens;
}

/** A docstring, or a text that serves as a comment. */
function isBareText({ type, children }: SyntaxNode): boolean {
  return type === 'expression_statement' && children.length === 1 && children[0]?.type === 'string';
}

function tokenOf(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  if (node.type === 'string') return withoutQuotes(textOf(tree, node));
  if (node.children.length === 0) return node.type === 'block' ? undefined : textOf(tree, node);
  return KEYWORDS.test(node.type) && !GROUPING.has(node.type) ? node.type : undefined;
}

function withoutQuotes(literal: string): string {
  const [opening = '', prefix = ''] = /^([A-Za-z]{0,3})(?:"""|'''|"|')?/.exec(literal) ?? [];
  const quotes = opening.length - prefix.length;
  const marks = prefix.toLowerCase().replace('u', '');
  return `${marks}"${literal.slice(opening.length, quotes === 0 ? undefined : -quotes)}"`;
}

/** Two FNV-1a hashes with different beginnings, joined to as many bits as a number holds exactly. */
function hashOf(tokens: readonly string[]): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (const token of tokens) {
    for (let at = 0; at < token.length; at += 1) {
      const code = token.charCodeAt(at);
      low = imul(low ^ code, 0x01000193);
      high = imul(high ^ code, 0x01000193);
    }
    // Between tokens, so that `ab c` and `a bc` differ.
    low = imul(low ^ 0x1ff, 0x01000193);
    high = imul(high ^ 0x2ff, 0x85ebca6b);
  }
  return (low >>> 0) * 0x200000 + (high >>> 11);
}

import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import type { Edit } from './edits.js';

/**
 * A self-documenting f-string field prints its expression's text: where a rename would change what `f"{name=}"`
 * prints, the old text is written out and the field prints the value alone. Undefined when that text cannot stand
 * in a string as it is.
 */
export function keepSelfDocumenting(tree: SyntaxTree, renames: readonly Edit[]): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  for (const node of walk(tree.root)) {
    if (node.type !== 'interpolation') continue;
    const field = selfDocumenting(tree, node);
    if (field === undefined || !renames.some(edit => edit.start >= node.start && edit.end <= node.end))
      continue;
    if (/["'{}\\\n]/.test(field.label)) return undefined;
    edits.push(
      { start: node.start, end: node.start, replacement: field.label },
      { start: field.signStart, end: field.signEnd, replacement: field.isPlain ? '!r' : '' },
    );
  }
  return edits;
}

interface Field {
  /** What Python prints before the value. */
  readonly label: string;
  readonly signStart: number;
  readonly signEnd: number;
  /** Neither a conversion nor a format: such a field prints the value's `repr`. */
  readonly isPlain: boolean;
}

function selfDocumenting(tree: SyntaxTree, node: SyntaxNode): Field | undefined {
  const expression = fieldOf(node, 'expression');
  if (expression === undefined) return undefined;
  const next = node.children.find(child => child.start >= expression.end && child !== expression);
  const signEnd = next?.start ?? node.end - 1;
  if (!/^\s*=\s*$/.test(tree.text.slice(expression.end, signEnd))) return undefined;
  const label = textOf(tree, node).slice(1, signEnd - node.start);
  return { label, signStart: expression.end, signEnd, isPlain: next === undefined };
}

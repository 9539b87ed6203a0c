import { readArguments } from '../../../python/calls.js';
import type { Edit } from '../../../python/edits.js';
import { allDocstringParts } from '../../../python/rename-docstring.js';
import { rewriteCall, type SignatureChange } from '../../../python/rewrite-call.js';
import { NestedEdits } from '../../../python/rewrite-nested.js';
import {
  fieldOf,
  parsePython,
  textOf,
  walk,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../syntax/parse-python.js';

/** A statement of an interactive session: its first line and those that continue it (doctest). */
const EXAMPLE = /^[ \t]*>>> .*(?:\r?\n[ \t]*\.\.\. .*)*/gm;
const PROMPT = /^([ \t]*(?:>>>|\.\.\.) )(.*)$/gm;

/** A callable by the name that examples call it by. */
export interface NamedChange {
  readonly symbol: string;
  readonly change: SignatureChange;
}

/**
 * Rewrites the calls in the examples of docstrings, so that documentation keeps telling the truth. An example that
 * cannot be rewritten exactly, or that holds escapes, stays as it is: it is text, and nothing runs it.
 */
export function rewriteExamples(tree: SyntaxTree, changes: readonly NamedChange[]): readonly Edit[] {
  return allDocstringParts(tree).flatMap(part =>
    [...textOf(tree, part).matchAll(EXAMPLE)].flatMap(match =>
      exampleEdits(match[0], changes).map(edit => moved(edit, part.start + match.index)),
    ),
  );
}

function exampleEdits(example: string, changes: readonly NamedChange[]): readonly Edit[] {
  const lines = [...example.matchAll(PROMPT)].map(match => {
    const [, prompt = '', code = ''] = match;
    return { code, codeStart: match.index + prompt.length };
  });
  const code = lines.map(line => line.code).join('\n');
  const edits = code.includes('\\') ? [] : callEdits(code, changes);
  if (edits.some(edit => code.slice(edit.start, edit.end).includes('\n'))) return [];
  return edits.map(edit => {
    const line = code.slice(0, edit.start).split('\n').length - 1;
    const before = lines.slice(0, line).reduce((sum, other) => sum + other.code.length + 1, 0);
    return moved(edit, (lines[line]?.codeStart ?? 0) - before);
  });
}

function callEdits(code: string, changes: readonly NamedChange[]): readonly Edit[] {
  const tree = parsePython(code);
  if (tree.errors.length > 0) return [];
  const edits = new NestedEdits(code);
  const calls = [...walk(tree.root)].flatMap(call => {
    const callee = call.type === 'call' ? fieldOf(call, 'function') : undefined;
    const name = callee?.type === 'identifier' ? textOf(tree, callee) : undefined;
    return changes.filter(({ symbol }) => symbol === name).map(({ change }) => ({ call, change }));
  });
  for (const { call, change } of calls.sort((a, b) => width(a.call) - width(b.call))) {
    const args = readArguments(tree, call);
    if (args === undefined || 'refusal' in rewriteCall(tree, args, change, edits)) return [];
  }
  return edits.all();
}

function width(node: SyntaxNode): number {
  return node.end - node.start;
}

function moved(edit: Edit, by: number): Edit {
  return { ...edit, start: edit.start + by, end: edit.end + by };
}

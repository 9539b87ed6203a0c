import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

/** A name inside a string that stands for a type. */
export interface QuotedName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** How strings in a part of an annotation are to be read. */
export type StringMeaning = 'type' | 'value';

/** Nodes of an annotation whose parts are types again. */
const TYPE_FORMS = new Set([
  'type',
  'generic_type',
  'subscript',
  'member_type',
  'union_type',
  'constrained_type',
  'splat_type',
  'binary_operator',
  'parenthesized_expression',
  'list',
  'tuple',
]);

/**
 * The types that a type is made of, each with how its strings are to be read, or undefined for an expression. No
 * string in `Literal["a"]` is a type (PEP 586), and of `Annotated[T, "text"]` only the first is (PEP 593).
 */
export function typeParts(
  tree: SyntaxTree,
  node: SyntaxNode,
  meaning: StringMeaning,
): readonly { readonly node: SyntaxNode; readonly meaning: StringMeaning }[] | undefined {
  if (!TYPE_FORMS.has(node.type)) return undefined;
  if (node.type === 'member_type') return node.children.slice(0, 1).map(part => ({ node: part, meaning }));
  const [head, ...rest] = node.children.flatMap(child =>
    child.type === 'type_parameter' ? child.children : [child],
  );
  if (head === undefined) return [];
  const isSubscripted = node.type === 'generic_type' || node.type === 'subscript';
  const name = isSubscripted ? textOf(tree, head).split('.').at(-1)?.trim() : undefined;
  const meaningOf = (index: number): StringMeaning =>
    name === 'Literal' || (name === 'Annotated' && index > 0) ? 'value' : meaning;
  return [{ node: head, meaning }, ...rest.map((part, index) => ({ node: part, meaning: meaningOf(index) }))];
}

/** The names in a type that is written as a string, at the places where they stand (PEP 484); none with escapes. */
export function quotedNames(tree: SyntaxTree, string: SyntaxNode): readonly QuotedName[] {
  return string.children.flatMap(part => {
    const text = part.type === 'string_content' ? textOf(tree, part) : '';
    if (text.includes('\\')) return [];
    return [...text.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].map(match => ({
      name: match[0],
      start: part.start + match.index,
      end: part.start + match.index + match[0].length,
      line: part.startLine,
    }));
  });
}

/**
 * The string that a call takes for a type: the first argument of `cast` and `ForwardRef`, and the `bound` of a
 * `TypeVar`.
 */
export function quotedTypeArgument(tree: SyntaxTree, call: SyntaxNode): SyntaxNode | undefined {
  const callee = fieldOf(call, 'function');
  const list = fieldOf(call, 'arguments');
  if (callee === undefined || list === undefined) return undefined;
  const name = textOf(tree, callee).split('.').at(-1);
  if (name === 'cast' || name === 'ForwardRef') return asString(list.children[0]);
  if (name !== 'TypeVar') return undefined;
  const bound = list.children.find(
    child => child.type === 'keyword_argument' && /^bound\b/.test(textOf(tree, child)),
  );
  return bound && asString(fieldOf(bound, 'value'));
}

function asString(node: SyntaxNode | undefined): SyntaxNode | undefined {
  return node?.type === 'string' ? node : undefined;
}

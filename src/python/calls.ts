import type { Parameter } from '../domain/signature.js';
import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';

export interface KeywordArgument {
  readonly name: string;
  readonly nameNode: SyntaxNode;
  readonly node: SyntaxNode;
}

/** The arguments of one call, in source order. */
export interface CallArguments {
  /** The brackets and what is between them; a generator expression when it stands alone. */
  readonly list: SyntaxNode;
  readonly positional: readonly SyntaxNode[];
  readonly keywords: readonly KeywordArgument[];
  /** `*values` is among them. */
  readonly unpacksSequence: boolean;
  /** `**values` is among them. */
  readonly unpacksMapping: boolean;
}

/** Reads a call's arguments, leaving out the first `skip` positional ones. */
export function readArguments(tree: SyntaxTree, call: SyntaxNode, skip = 0): CallArguments | undefined {
  const list = fieldOf(call, 'arguments');
  if (list === undefined) return undefined;
  const words = list.type === 'argument_list' ? list.children : [list];
  const keywords = words.flatMap((node): readonly KeywordArgument[] => {
    const nameNode = node.type === 'keyword_argument' ? fieldOf(node, 'name') : undefined;
    return nameNode === undefined ? [] : [{ name: textOf(tree, nameNode), nameNode, node }];
  });
  const apart = new Set(['keyword_argument', 'list_splat', 'dictionary_splat']);
  return {
    list,
    positional: words.filter(node => !apart.has(node.type)).slice(skip),
    keywords,
    unpacksSequence: words.some(node => node.type === 'list_splat'),
    unpacksMapping: words.some(node => node.type === 'dictionary_splat'),
  };
}

/** Parameters that a positional argument can reach, in order. */
export function positionalOf<P extends Pick<Parameter, 'kind'>>(parameters: readonly P[]): readonly P[] {
  return parameters.filter(({ kind }) => kind === 'positional-only' || kind === 'positional-or-keyword');
}

const SIMPLE = new Set([
  'identifier',
  'integer',
  'float',
  'string',
  'string_start',
  'string_content',
  'string_end',
  'escape_sequence',
  'concatenated_string',
  'true',
  'false',
  'none',
  'ellipsis',
  'unary_operator',
  'tuple',
  'parenthesized_expression',
  '-',
  '+',
]);
const ACTIVE = new Set(['call', 'await', 'yield', 'named_expression', 'interpolation']);

/**
 * Whether arguments may be evaluated in another order without anybody noticing: none of them runs code of its own,
 * or one does and the others are literals and names that nothing else can rebind.
 */
export function mayChangeOrder(
  tree: SyntaxTree,
  values: readonly SyntaxNode[],
  rebindable: ReadonlySet<string>,
): boolean {
  const active = values.filter(value => [...walk(value)].some(node => ACTIVE.has(node.type)));
  if (active.length === 0) return true;
  if (active.length > 1) return false;
  return values
    .filter(value => !active.includes(value))
    .every(value =>
      [...walk(value)].every(
        node => SIMPLE.has(node.type) && (node.type !== 'identifier' || !rebindable.has(textOf(tree, node))),
      ),
    );
}

import type { Parameter, Signature } from '../domain/signature.js';
import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `name.rest.attribute` for each place where `name` stands, with the offsets of the whole expression. */
export function attributeUses(
  tree: SyntaxTree,
  places: readonly Place[],
  rest: readonly string[],
): readonly (Place & { readonly attribute: string })[] {
  const starts = new Set(places.map(place => place.start));
  const depth = rest.length + 1;
  const uses: (Place & { attribute: string })[] = [];
  for (const node of walk(tree.root)) {
    if (node.type !== 'attribute' || !starts.has(node.start)) continue;
    const parts = textOf(tree, node).replace(/\s/g, '').split('.');
    const attribute = parts[depth];
    if (parts.length !== depth + 1 || attribute === undefined) continue;
    if (rest.every((part, index) => parts[index + 1] === part))
      uses.push({ start: node.start, end: node.end, attribute });
  }
  return uses;
}

/** One call of a name: types of the positional literals and of the keyword literals, where they are literals. */
interface CallShape {
  readonly positional: readonly (string | undefined)[];
  readonly keywords: ReadonlyMap<string, string | undefined>;
}

/**
 * What the calls of a name show of its signature, or undefined when it is never called plainly. Positional
 * parameters have no name, keywords are keyword-only, annotations are the types of the literals where they agree;
 * no literal's value is kept.
 */
export function inferSignature(
  uses: readonly { readonly tree: SyntaxTree; readonly places: readonly Place[] }[],
): Signature | undefined {
  const calls = uses.flatMap(use => callShapes(use.tree, use.places));
  if (calls.length === 0) return undefined;
  const width = Math.max(...calls.map(call => call.positional.length));
  const parameters: Parameter[] = [];
  for (let index = 0; index < width; index += 1) {
    const types = calls.filter(call => index < call.positional.length).map(call => call.positional[index]);
    parameters.push({ name: '', kind: 'positional-only', ...annotationOf(types) });
  }
  for (const keyword of new Set(calls.flatMap(call => [...call.keywords.keys()]))) {
    const types = calls.filter(call => call.keywords.has(keyword)).map(call => call.keywords.get(keyword));
    parameters.push({ name: keyword, kind: 'keyword-only', ...annotationOf(types) });
  }
  return { isInferred: true, parameters, isAsync: false };
}

function callShapes(tree: SyntaxTree, places: readonly Place[]): readonly CallShape[] {
  const wanted = new Set(places.map(place => `${place.start}:${place.end}`));
  const shapes: CallShape[] = [];
  for (const node of walk(tree.root)) {
    const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
    if (callee === undefined || !wanted.has(`${callee.start}:${callee.end}`)) continue;
    const words = fieldOf(node, 'arguments')?.children ?? [];
    if (words.some(word => word.type.endsWith('_splat'))) continue;
    const keywords = words.filter(word => word.type === 'keyword_argument');
    shapes.push({
      positional: words.filter(word => word.type !== 'keyword_argument').map(literalType),
      keywords: new Map(keywords.map(word => [keywordName(tree, word), literalType(fieldOf(word, 'value'))])),
    });
  }
  return shapes;
}

function keywordName(tree: SyntaxTree, word: SyntaxNode): string {
  const name = fieldOf(word, 'name');
  return name === undefined ? '' : textOf(tree, name);
}

const LITERAL_TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  concatenated_string: 'str',
  integer: 'int',
  float: 'float',
  true: 'bool',
  false: 'bool',
  list: 'list',
  dictionary: 'dict',
  tuple: 'tuple',
  set: 'set',
};

function literalType(node: SyntaxNode | undefined): string | undefined {
  return node === undefined ? undefined : LITERAL_TYPES[node.type];
}

function annotationOf(types: readonly (string | undefined)[]): { readonly annotation?: string } {
  const known = new Set(types.filter(type => type !== undefined));
  const [only] = known;
  return known.size === 1 && only !== undefined ? { annotation: only } : {};
}

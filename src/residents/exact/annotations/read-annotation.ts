import {
  fieldOf,
  parsePython,
  textOf,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../syntax/parse-python.js';

/** An annotation by its meaning: a union of alternatives, each a name with arguments. */
export type Annotation = readonly Alternative[];

export interface Alternative {
  /** Without its module: `list`, `Sequence`, `None`; `[]` for a list of types, `...` for any. */
  readonly name: string;
  readonly args: readonly Annotation[];
}

/** Old and new spellings of one type (PEP 585, PEP 604). */
const ALIASES: Readonly<Record<string, string>> = {
  List: 'list',
  Dict: 'dict',
  Set: 'set',
  FrozenSet: 'frozenset',
  Tuple: 'tuple',
  Type: 'type',
  Text: 'str',
  DefaultDict: 'defaultdict',
  Deque: 'deque',
  AbstractSet: 'Set_',
  NoneType: 'None',
};
const TRANSPARENT = new Set(['Annotated', 'Final', 'ClassVar', 'Required', 'NotRequired', 'ReadOnly']);

/** Reads an annotation's source text; undefined when it is none or cannot be read. */
export function readAnnotation(text: string | undefined): Annotation | undefined {
  if (text === undefined) return undefined;
  const tree = parsePython(text);
  const expression = tree.root.children[0]?.children[0];
  if (tree.errors.length > 0 || expression === undefined || tree.root.children.length > 1) return undefined;
  return readType(tree, expression);
}

function readType(tree: SyntaxTree, node: SyntaxNode): Annotation | undefined {
  switch (node.type) {
    case 'none':
      return [{ name: 'None', args: [] }];
    case 'ellipsis':
      return [{ name: '...', args: [] }];
    case 'identifier':
    case 'attribute':
      return [{ name: simpleName(textOf(tree, node)), args: [] }];
    case 'string':
      return readAnnotation(
        node.children
          .filter(child => child.type === 'string_content')
          .map(child => textOf(tree, child))
          .join(''),
      );
    case 'parenthesized_expression':
      return node.children[0] && readType(tree, node.children[0]);
    case 'list':
      return [{ name: '[]', args: readAll(tree, node.children) }];
    case 'binary_operator':
      return readUnion(
        tree,
        node.children.filter(child => child.field === 'left' || child.field === 'right'),
      );
    case 'subscript':
      return readSubscript(tree, node);
    default:
      return undefined;
  }
}

function readSubscript(tree: SyntaxTree, node: SyntaxNode): Annotation | undefined {
  const value = fieldOf(node, 'value');
  const args = node.children.filter(child => child.field === 'subscript');
  if (value === undefined) return undefined;
  const name = simpleName(textOf(tree, value));
  const [first] = args;
  if (TRANSPARENT.has(name)) return first && readType(tree, first);
  if (name === 'Optional') return [...((first && readType(tree, first)) ?? []), { name: 'None', args: [] }];
  if (name === 'Union') return readUnion(tree, args);
  if (name === 'Literal') return args.map(arg => ({ name: literalType(arg.type), args: [] }));
  return [{ name, args: readAll(tree, args) }];
}

function readUnion(tree: SyntaxTree, nodes: readonly SyntaxNode[]): Annotation | undefined {
  const members = nodes.map(node => readType(tree, node));
  return members.some(member => member === undefined) ? undefined : members.flatMap(member => member ?? []);
}

function readAll(tree: SyntaxTree, nodes: readonly SyntaxNode[]): readonly Annotation[] {
  return nodes.map(node => readType(tree, node) ?? [{ name: 'Any', args: [] }]);
}

function simpleName(text: string): string {
  const qualified = text.replace(/\s/g, '');
  const name = qualified.split('.').at(-1) ?? qualified;
  if (/(^|\.)abc\.Set$/.test(qualified)) return 'Set_';
  return ALIASES[name] ?? name;
}

function literalType(type: string): string {
  const types: Readonly<Record<string, string>> = {
    string: 'str',
    integer: 'int',
    true: 'bool',
    false: 'bool',
    none: 'None',
  };
  return types[type] ?? 'Any';
}

import {
  fieldOf,
  parsePython,
  textOf,
  walk,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../syntax/parse-python.js';

/** A Python file whose literals can be read without running it. */
export interface LiteralSource {
  readonly tree: SyntaxTree;
  /**
   * The value of an expression made of literals, names that the module binds to such, `+` and calls of `dict`: strings,
   * numbers, booleans, null, arrays and tables. Undefined for anything else; unknown items of a collection are left out.
   */
  valueOf(node: SyntaxNode): unknown;
  /** What the module binds a name to at its top level, by its last assignment. */
  valueOfName(name: string): unknown;
}

/** Expressions looked at per file: names that double each other would never end. */
const MOST_STEPS = 20_000;
const LONGEST_STRING = 20_000;

/** Reads Python source for its literals; undefined when it nests too deeply to be walked. */
export function readLiterals(text: string): LiteralSource | undefined {
  let tree: SyntaxTree;
  try {
    tree = parsePython(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const bound = moduleBindings(tree);
  let steps = 0;
  const evaluate = (node: SyntaxNode | undefined): unknown => {
    steps += 1;
    if (node === undefined || steps > MOST_STEPS) return undefined;
    switch (node.type) {
      case 'string':
        return stringValue(tree, node);
      case 'concatenated_string':
        return joined(node.children.map(evaluate));
      case 'integer':
      case 'float':
        return Number(textOf(tree, node).replaceAll('_', ''));
      case 'true':
      case 'false':
        return node.type === 'true';
      case 'none':
        return null;
      case 'parenthesized_expression':
        return evaluate(node.children[0]);
      case 'identifier':
        return evaluate(bound.get(textOf(tree, node)));
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
        return node.children.flatMap(child => listed(child));
      case 'dictionary':
        return Object.fromEntries(node.children.flatMap(child => entriesOf(child)));
      case 'binary_operator':
        return sum(node);
      case 'call':
        return dictCall(node);
      default:
        return undefined;
    }
  };
  const listed = (node: SyntaxNode): readonly unknown[] => {
    const splat = node.type === 'list_splat' ? evaluate(node.children.at(-1)) : undefined;
    if (Array.isArray(splat)) return splat;
    const value = evaluate(node);
    return value === undefined ? [] : [value];
  };
  const entriesOf = (node: SyntaxNode): readonly (readonly [string, unknown])[] => {
    if (node.type === 'dictionary_splat') {
      const table = evaluate(node.children.at(-1));
      return table !== null && typeof table === 'object' && !Array.isArray(table)
        ? Object.entries(table)
        : [];
    }
    const isPair = node.type === 'pair';
    const name = isPair ? fieldOf(node, 'key') : fieldOf(node, 'name');
    if (name === undefined || (!isPair && node.type !== 'keyword_argument')) return [];
    const key = isPair ? evaluate(name) : textOf(tree, name);
    return typeof key === 'string' ? [[key, evaluate(fieldOf(node, 'value'))]] : [];
  };
  const sum = (node: SyntaxNode): unknown => {
    const operator = node.children.find(child => child.field === 'operator');
    if (operator?.type !== '+') return undefined;
    const [left, right] = [evaluate(fieldOf(node, 'left')), evaluate(fieldOf(node, 'right'))];
    if (Array.isArray(left) || Array.isArray(right))
      return [...itemsOf(left), ...itemsOf(right)].slice(0, MOST_STEPS);
    return joined([left, right]);
  };
  const dictCall = (node: SyntaxNode): unknown => {
    const callee = fieldOf(node, 'function');
    if (callee === undefined || textOf(tree, callee) !== 'dict') return undefined;
    return Object.fromEntries(
      (fieldOf(node, 'arguments')?.children ?? []).flatMap(child => entriesOf(child)),
    );
  };
  const safely = (node: SyntaxNode | undefined): unknown => {
    try {
      return evaluate(node);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
  return { tree, valueOf: safely, valueOfName: name => safely(bound.get(name)) };
}

/** Right-hand sides of the module's own plain assignments; in `a = b = 1` both names are bound to the 1. */
function moduleBindings(tree: SyntaxTree): ReadonlyMap<string, SyntaxNode> {
  const bound = new Map<string, SyntaxNode>();
  for (const statement of tree.root.children) {
    if (statement.type !== 'expression_statement') continue;
    const names: string[] = [];
    let node = statement.children[0];
    while (node?.type === 'assignment') {
      const left = fieldOf(node, 'left');
      if (left?.type === 'identifier') names.push(textOf(tree, left));
      node = fieldOf(node, 'right');
    }
    for (const name of names) if (node !== undefined) bound.set(name, node);
  }
  return bound;
}

/** The items of a list; none of what could not be read. */
function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function joined(parts: readonly unknown[]): string | undefined {
  if (!parts.every(part => typeof part === 'string')) return undefined;
  const text = parts.join('');
  return text.length > LONGEST_STRING ? undefined : text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  "'": "'",
  '"': '"',
  '\\': '\\',
  '\n': '',
};

function stringValue(tree: SyntaxTree, node: SyntaxNode): string | undefined {
  if ([...walk(node)].some(({ type }) => type === 'interpolation')) return undefined;
  const start = node.children.find(({ type }) => type === 'string_start');
  const end = node.children.find(({ type }) => type === 'string_end');
  const prefix = start === undefined ? '' : textOf(tree, start).replace(/['"]/g, '').toLowerCase();
  if (start === undefined || end === undefined || prefix.includes('b')) return undefined;
  const text = tree.text.slice(start.end, end.start);
  if (text.length > LONGEST_STRING) return undefined;
  return prefix.includes('r')
    ? text
    : text.replace(/\\([ntr'"\\\n])/g, (_, escaped: string) => ESCAPES[escaped] ?? '');
}

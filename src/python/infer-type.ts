import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';

/** The type that a literal, a comparison or a display has whatever runs; undefined for anything else. */
export function typeOfLiteral(tree: SyntaxTree, node: SyntaxNode | undefined): string | undefined {
  switch (node?.type) {
    case 'string':
      return /^[a-z]*b/i.test(tree.text.slice(node.start, node.start + 2)) ? 'bytes' : 'str';
    case 'concatenated_string':
    case 'parenthesized_expression':
      return typeOfLiteral(tree, node.children[0]);
    case 'unary_operator':
      return typeOfLiteral(tree, fieldOf(node, 'argument'));
    case 'integer':
      return /j$/i.test(textOf(tree, node)) ? 'complex' : 'int';
    case 'float':
      return /j$/i.test(textOf(tree, node)) ? 'complex' : 'float';
    case 'true':
    case 'false':
    case 'not_operator':
      return 'bool';
    case 'comparison_operator':
      // `<` and `==` give whatever their operands say; membership and identity are always plain.
      return node.children.every(({ field, type }) => field !== 'operators' || /^(not |)in$|^is/.test(type))
        ? 'bool'
        : undefined;
    case 'none':
      return 'None';
    case 'list':
    case 'list_comprehension':
      return 'list';
    case 'dictionary':
    case 'dictionary_comprehension':
      return 'dict';
    case 'set':
    case 'set_comprehension':
      return 'set';
    case 'tuple':
    case 'expression_list':
      return 'tuple';
    default:
      return undefined;
  }
}

/** What is defined inside of a function runs when it is called, not with it. */
const OWN_SCOPE = new Set(['function_definition', 'class_definition', 'lambda']);

/** The nodes of a function's own body, not those of what is defined inside of it; parents first. */
export function* ownNodes(body: SyntaxNode | undefined): Generator<SyntaxNode> {
  const waiting = body === undefined ? [] : [body];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if (OWN_SCOPE.has(next.type)) continue;
    for (let index = next.children.length - 1; index >= 0; index -= 1) {
      const child = next.children[index];
      if (child !== undefined) waiting.push(child);
    }
  }
}

/**
 * What a function gives back by its own statements: `Iterator` when it yields, `None` when it returns nothing, else
 * the types of its return values when all of them are plain to see. Undefined when they are not.
 */
export function returnedType(tree: SyntaxTree, definition: SyntaxNode): string | undefined {
  const body = fieldOf(definition, 'body');
  const isAsync = definition.children.some(({ type }) => type === 'async');
  const types = new Set<string>();
  for (const node of ownNodes(body)) {
    if (node.type === 'yield') return isAsync ? 'AsyncIterator' : 'Iterator';
    if (node.type !== 'return_statement') continue;
    const [value] = node.children;
    const type = value === undefined ? 'None' : typeOfLiteral(tree, value);
    if (type === undefined) return undefined;
    types.add(type);
  }
  if (types.size === 0) return isStub(body) ? undefined : 'None';
  const ending = endingOf(body);
  if (ending === 'unknown') return undefined;
  if (ending === 'falls-through') types.add('None');
  const named = [...types].sort((a, b) => Number(a === 'None') - Number(b === 'None') || (a < b ? -1 : 1));
  return named.join(' | ');
}

/** Whether control can reach the end of a block, as far as its last statement shows. */
function endingOf(block: SyntaxNode | undefined): 'leaves' | 'falls-through' | 'unknown' {
  const last = block?.children.at(-1);
  if (last?.type === 'return_statement' || last?.type === 'raise_statement') return 'leaves';
  if (last?.type === 'if_statement') {
    const branches = last.children.filter(({ field }) => field === 'consequence' || field === 'alternative');
    const endings = branches.map(branch => endingOf(branch.type === 'block' ? branch : blockOf(branch)));
    if (endings.includes('unknown')) return 'unknown';
    const isWhole = branches.some(({ type }) => type === 'else_clause');
    return isWhole && endings.every(ending => ending === 'leaves') ? 'leaves' : 'falls-through';
  }
  return last !== undefined && UNCERTAIN.has(last.type) ? 'unknown' : 'falls-through';
}

const UNCERTAIN = new Set([
  'try_statement',
  'with_statement',
  'while_statement',
  'for_statement',
  'match_statement',
]);

function blockOf(clause: SyntaxNode): SyntaxNode | undefined {
  return fieldOf(clause, 'body') ?? fieldOf(clause, 'consequence');
}

/** A body without statements of its own says nothing: an abstract method, an overload, a protocol. */
function isStub(body: SyntaxNode | undefined): boolean {
  return (body?.children ?? []).every(
    ({ type, children: [child] }) =>
      type === 'pass_statement' ||
      type === 'raise_statement' ||
      (type === 'expression_statement' && (child?.type === 'string' || child?.type === 'ellipsis')),
  );
}

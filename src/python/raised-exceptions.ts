import type { RaisedException } from '../domain/signature.js';
import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import { docstringFields } from './docstring-fields.js';

/** A condition or an assertion that is longer tells a reader nothing at a glance. */
const LONGEST_TEXT = 160;
const OWN_SCOPE = new Set(['function_definition', 'class_definition', 'decorated_definition', 'lambda']);
const LEAVING = new Set(['return_statement', 'raise_statement', 'continue_statement', 'break_statement']);

/**
 * The exceptions that a function raises: those of the `raise` statements of its own body that can be reached and are
 * not caught in it, in source order, then those that only its docstring names.
 */
export function raisedExceptions(
  tree: SyntaxTree,
  definition: SyntaxNode,
  docstring: string | undefined,
): readonly RaisedException[] {
  const found = new Map<string, { readonly conditions: Set<string>; isUnconditional: boolean }>();
  for (const { name, condition } of raisesIn(tree, fieldOf(definition, 'body'))) {
    const known = found.get(name) ?? { conditions: new Set<string>(), isUnconditional: false };
    if (condition === undefined) known.isUnconditional = true;
    else known.conditions.add(condition);
    found.set(name, known);
  }
  const documented = new Map(
    docstringFields(docstring)
      .filter(({ role }) => role === 'raises')
      .map(({ name, description }) => [name, description]),
  );
  const names = new Set([...found.keys(), ...documented.keys()]);
  return [...names].map(name => {
    const { conditions, isUnconditional } = found.get(name) ?? {
      conditions: new Set(),
      isUnconditional: true,
    };
    const description = documented.get(name);
    return {
      name,
      ...(!isUnconditional && { condition: [...conditions].join(' or ') }),
      ...(description && { description }),
    };
  });
}

/**
 * What must hold when a function is called, as sentences: the guards (`if …: raise`) and assertions that stand before
 * anything else is done. Assignments between them are passed over.
 */
export function preconditionsOf(tree: SyntaxTree, definition: SyntaxNode): readonly string[] {
  const sentences: string[] = [];
  for (const statement of fieldOf(definition, 'body')?.children ?? []) {
    if (statement.type === 'assert_statement') {
      const [test] = statement.children;
      if (test !== undefined) sentences.push(`\`${short(tree, test)}\` must hold`);
    } else if (statement.type === 'if_statement') {
      const guards = guardsOf(tree, statement);
      if (guards === undefined) break;
      sentences.push(...guards);
    } else if (statement.type !== 'expression_statement' || !isHarmless(statement)) break;
  }
  return sentences;
}

/** `condition` raises an exception, for each branch; undefined when a branch does anything else. */
function guardsOf(tree: SyntaxTree, statement: SyntaxNode): readonly string[] | undefined {
  const branches = [statement, ...statement.children.filter(({ field }) => field === 'alternative')];
  const sentences: string[] = [];
  for (const branch of branches) {
    const condition = fieldOf(branch, 'condition');
    const last = fieldOf(branch, 'consequence')?.children.at(-1);
    const name = last?.type === 'raise_statement' ? raisedName(tree, last) : undefined;
    if (condition === undefined || name === undefined) return undefined;
    sentences.push(`\`${short(tree, condition)}\` raises ${name}`);
  }
  return sentences;
}

/** A docstring, or an assignment: neither ends the beginning of a function. */
function isHarmless({ children: [child] }: SyntaxNode): boolean {
  return child?.type === 'string' || child?.type === 'assignment';
}

interface Raise {
  readonly name: string;
  readonly condition?: string;
}

/** Walks blocks with a stack of its own: nesting is as deep as the author likes. */
function raisesIn(tree: SyntaxTree, body: SyntaxNode | undefined): readonly Raise[] {
  const found: Raise[] = [];
  const waiting: { node: SyntaxNode; condition?: string; caught: readonly string[] }[] =
    body === undefined ? [] : [{ node: body, caught: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, condition, caught } = next;
    if (OWN_SCOPE.has(node.type)) continue;
    if (node.type === 'raise_statement') {
      const name = raisedName(tree, node);
      if (name !== undefined && !caught.some(one => catches(one, name)))
        found.push({ name, ...(condition !== undefined && { condition }) });
      continue;
    }
    const handled = node.type === 'try_statement' ? [...caught, ...caughtBy(tree, node)] : caught;
    const own = fieldOf(node, 'condition');
    const test =
      own !== undefined && /^(if_statement|elif_clause)$/.test(node.type) ? short(tree, own) : undefined;
    for (const child of reachable(node).toReversed()) {
      const isGuarded = node.type === 'try_statement' && child.field === 'body';
      const inner = test === undefined ? condition : conditionOf(node, child, test, condition);
      waiting.push({
        node: child,
        ...(inner !== undefined && { condition: inner }),
        caught: isGuarded ? handled : caught,
      });
    }
  }
  return found;
}

/** The condition under which a branch of an `if` runs: its own test, the contrary of an only one, or the outer one. */
function conditionOf(node: SyntaxNode, child: SyntaxNode, test: string, outer: string | undefined) {
  if (child.field === 'consequence') return test;
  const isOnly = node.type === 'if_statement' && node.children.every(({ type }) => type !== 'elif_clause');
  return child.type === 'else_clause' && isOnly ? `not (${test})` : outer;
}

/** The statements of a block up to the one that leaves it; all parts of anything else. */
function reachable(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type !== 'block') return node.children;
  const end = node.children.findIndex(({ type }) => LEAVING.has(type));
  return end < 0 ? node.children : node.children.slice(0, end + 1);
}

/** The class that a `raise` names; undefined for a bare one and for a variable. */
function raisedName(tree: SyntaxTree, statement: SyntaxNode): string | undefined {
  const [value] = statement.children;
  const named = value?.type === 'call' ? fieldOf(value, 'function') : value;
  if (named === undefined || !/^(identifier|attribute)$/.test(named.type) || named.field === 'cause')
    return undefined;
  const name = textOf(tree, named).replace(/\s+/g, '');
  return /(^|\.)_*[A-Z]\w*$/.test(name) ? name : undefined;
}

/** What the handlers of a `try` statement name; a bare one catches everything. */
function caughtBy(tree: SyntaxTree, statement: SyntaxNode): readonly string[] {
  return statement.children
    .filter(({ type }) => type === 'except_clause')
    .flatMap(clause => {
      const value = fieldOf(clause, 'value');
      if (value === undefined) return ['BaseException'];
      const pattern = value.type === 'as_pattern' ? value.children[0] : value;
      const named = pattern?.type === 'tuple' ? pattern.children : [pattern];
      return named.flatMap(node => (node === undefined ? [] : textOf(tree, node)));
    });
}

function catches(handler: string, name: string): boolean {
  return handler === name || handler === 'Exception' || handler === 'BaseException';
}

function short(tree: SyntaxTree, node: SyntaxNode): string {
  const text = textOf(tree, node).replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

import { undecorated } from '../../python/exported-symbols.js';
import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';
import type { SuiteNode } from './suite-names.js';
import { testMethodsOf, type TestCase } from './test-cases.js';

/** Calls by which a test says what must hold: of unittest, pytest, mocks, numpy, nose and the like. */
const CLAIMS = /^_?(assert|fail|expect|raises|warns|deprecated_call|eq_$|ok_$|testmod$|testfile$|should)/i;
const RAISES_ASSERTION = /^raise\s+(AssertionError|pytest\.fail)/;

const known = new WeakMap<SyntaxNode, boolean>();

/**
 * Whether a test can fail otherwise than by an error on its way: it asserts something or expects an exception, itself
 * or in a method or function of the suite that it calls.
 */
export function canFail(test: TestCase, own: readonly SuiteNode[]): boolean {
  const { method, unit, module } = test;
  const bodies =
    method === undefined
      ? unit.nodes.map(node => ({ node, tree: module.tree }))
      : [method, ...test.called].map(one => ({ node: one.node, tree: one.module.tree }));
  if (bodies.some(({ tree, node }) => claims(tree, node))) return true;
  const called = new Set(bodies.flatMap(({ tree, node }) => [...calledNames(tree, node)]));
  return own.some(node => {
    if (node.kind === 'whole') return true;
    if (node.kind !== 'unit') return false;
    const isOther = node.unit !== unit && [...node.unit.binds].some(name => called.has(name));
    return isOther
      ? node.unit.nodes.some(one => claims(node.module.tree, one))
      : membersCalled(node, called).some(member => claims(node.module.tree, member));
  });
}

/** The methods of a class, tests aside, that go by one of the names. */
function membersCalled(
  node: Extract<SuiteNode, { readonly kind: 'unit' }>,
  names: ReadonlySet<string>,
): readonly SyntaxNode[] {
  const [statement] = node.unit.nodes;
  const definition = statement && undecorated(statement);
  if (definition?.type !== 'class_definition') return [];
  const tests = new Set(testMethodsOf(node.module, node.unit).map(method => method.node));
  return (fieldOf(definition, 'body')?.children ?? []).filter(member => {
    const name = fieldOf(undecorated(member), 'name');
    return !tests.has(member) && name !== undefined && names.has(textOf(node.module.tree, name));
  });
}

function claims(tree: SyntaxTree, node: SyntaxNode): boolean {
  const answer = known.get(node) ?? [...walk(node)].some(part => isClaim(tree, part));
  known.set(node, answer);
  return answer;
}

function isClaim(tree: SyntaxTree, node: SyntaxNode): boolean {
  if (node.type === 'assert_statement') return true;
  if (node.type === 'raise_statement') return RAISES_ASSERTION.test(textOf(tree, node));
  const name = node.type === 'call' ? nameOfCallee(tree, node) : undefined;
  return name !== undefined && CLAIMS.test(name);
}

/** The names that code calls: the last of `self.check(…)`; and those it mentions, as callbacks and fixtures are. */
function* calledNames(tree: SyntaxTree, node: SyntaxNode): Generator<string> {
  for (const part of walk(node)) if (part.type === 'identifier') yield textOf(tree, part);
}

function nameOfCallee(tree: SyntaxTree, call: SyntaxNode): string | undefined {
  const callee = fieldOf(call, 'function');
  const name = callee?.type === 'attribute' ? fieldOf(callee, 'attribute') : callee;
  return name?.type === 'identifier' ? textOf(tree, name) : undefined;
}

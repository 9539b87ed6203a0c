import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SyntaxNode } from '../../syntax/parse-python.js';
import { testMethodsOf, type TestCase } from './test-cases.js';

/**
 * Tells whether a line (1-based) of a statement belongs to a test. Of the classes of tests that it is in or inherits
 * from, those methods do not that are other tests.
 */
export function linesOfTest(
  { method, called }: TestCase,
  { module, unit }: Extract<SliceNode, { kind: 'unit' }>,
): (line: number) => boolean {
  const own = new Set([...(method === undefined ? [] : [method]), ...called].map(({ node }) => node));
  const others = testMethodsOf(module, unit).flatMap(({ node }) => (own.has(node) ? [] : [node]));
  return line => isOn(unit.nodes, line) && !isOn(others, line);
}

function isOn(nodes: readonly SyntaxNode[], line: number): boolean {
  return nodes.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
}

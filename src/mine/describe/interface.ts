import type { PrimitiveInterface } from '../../domain/primitive.js';
import type { ExportedSymbol } from '../../domain/signature.js';
import { examplesOf, summaryOf, wordsOfTest } from '../../python/docstrings.js';
import { exportedSymbol } from '../../python/exported-symbols.js';
import type { Boundary, Capability } from '../components/components.js';
import { definitionIn } from '../roles.js';
import type { TestCase } from '../cut/test-cases.js';

/** So many tests are told in words. */
const MOST_TOLD_TESTS = 12;

/** I: what a component offers, its capability first, then the other public definitions of the same module inside. */
export function interfaceOf(boundary: Boundary, tests: readonly TestCase[]): PrimitiveInterface {
  const { capability } = boundary;
  const exports = exportsOf(boundary);
  const told = [...new Set(tests.map(({ name }) => wordsOfTest(name)))].filter(words => words !== '');
  const contract = [
    ...exports.flatMap(({ name, docstring }) => {
      const summary = summaryOf(docstring);
      return summary === '' ? [] : [`${name}: ${summary}`];
    }),
    ...(told.length === 0 ? [] : [`Tested: ${told.slice(0, MOST_TOLD_TESTS).join('; ')}.`]),
  ];
  return { module: capability.module.module, exports, behaviour: contract.join('\n') };
}

/** How the capability is used: the examples of its docstring, else its shortest test. */
export function usageExampleOf(boundary: Boundary, tests: readonly TestCase[]): string | undefined {
  const [first] = exportsOf(boundary);
  const examples = examplesOf(first?.docstring);
  if (examples !== undefined) return examples;
  const texts = tests.map(({ module, unit, method }) => {
    const nodes = method === undefined ? unit.nodes : [method.node];
    const home = method?.module ?? module;
    return home.tree.text.slice(nodes[0]?.start, nodes.at(-1)?.end);
  });
  return texts.toSorted((a, b) => a.length - b.length)[0];
}

function exportsOf({ capability, nodes }: Boundary): readonly ExportedSymbol[] {
  const { module } = capability;
  const symbols = new Map<string, ExportedSymbol>();
  const kept = new Set([...nodes].map(node => (node.kind === 'unit' ? node.unit : undefined)));
  for (const unit of module.units) {
    const [statement] = unit.nodes;
    const name = definitionIn(module, unit)?.name;
    if (statement === undefined || name === undefined || name.startsWith('_') || !kept.has(unit)) continue;
    const symbol = exportedSymbol(module.tree, statement);
    if (symbol !== undefined) symbols.set(name, symbol);
  }
  const own = symbols.get(capability.name);
  return [...(own ? [own] : []), ...[...symbols.values()].filter(symbol => symbol !== own)];
}

/** The readable name of a component. */
export function nameOf(repository: string, { module, name }: Capability): string {
  return `${repository}/${module.module}.${name}`;
}

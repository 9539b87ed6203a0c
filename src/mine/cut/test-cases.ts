import { undecorated } from '../../python/exported-symbols.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { startingWithin } from '../../python/slicing/ranges.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { fieldOf, textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import { definitionIn } from '../roles.js';

/** A test function, or one test method of a class, its own or inherited. */
export interface TestCase {
  /** pytest node id without parameters. */
  readonly id: string;
  readonly name: string;
  /** Where it is collected. */
  readonly module: SourceModule;
  /** The function, or the class that pytest collects. */
  readonly unit: Unit;
  readonly method?: TestMethod;
  /** Other test methods that the method calls itself. */
  readonly called: readonly TestMethod[];
}

/** A test method that a slice can cut out of its class. */
export interface TestMethod {
  readonly name: string;
  readonly module: SourceModule;
  readonly unit: Unit;
  readonly node: SyntaxNode;
  /** Offsets of whole lines, with the comments right above and the line break before them. */
  readonly start: number;
  readonly end: number;
  /** Names of other test methods that it calls itself. */
  readonly calls: readonly string[];
}

/** What unittest runs of a `TestCase` without a test method; only there does pytest collect it. */
const RUN_TEST = 'runTest';

/** A file that pytest finds, or collects when it is named, as carried tests are. */
const TEST_FILE = /(^|\/)(test_[^/]*|[^/]*_test|tests)\.py$|^test\.py$/;

/** Every test of the modules that pytest would collect, in order of module and line. */
export function testCasesOf(graph: DependenceGraph): readonly TestCase[] {
  return graph.project.modules
    .filter(({ path, isTest }) => isTest && TEST_FILE.test(path))
    .flatMap(module => module.units.flatMap(unit => testCasesIn(graph, module, unit)));
}

/** The test methods of a class, in source order; a method that is alone in its class stays, or the class would be empty. */
export function testMethodsOf(module: SourceModule, unit: Unit): readonly TestMethod[] {
  const methods = methodsByUnit.get(unit) ?? readTestMethods(module, unit);
  methodsByUnit.set(unit, methods);
  return methods;
}

const methodsByUnit = new WeakMap<Unit, readonly TestMethod[]>();

function readTestMethods(module: SourceModule, unit: Unit): readonly TestMethod[] {
  const [statement] = unit.nodes;
  const definition = statement === undefined ? undefined : undecorated(statement);
  if (definition?.type !== 'class_definition') return [];
  const members = fieldOf(definition, 'body')?.children ?? [];
  const { text } = module.tree;
  return members.flatMap((node, index) => {
    const name = fieldOf(undecorated(node), 'name');
    const isTest =
      undecorated(node).type === 'function_definition' &&
      name !== undefined &&
      textOf(module.tree, name).startsWith('test');
    if (!isTest) return [];
    const floor = members[index - 1]?.end ?? definition.start;
    const end = text.indexOf('\n', node.end);
    return {
      name: textOf(module.tree, name),
      module,
      unit,
      node,
      start: methodStart(text, node.start, floor),
      end: end < 0 ? text.length : end + 1,
      calls: [...text.slice(node.start, node.end).matchAll(/\b(?:self|cls|super\(\))\.(test\w*)/g)].flatMap(
        match => match[1] ?? [],
      ),
    };
  });
}

/** The class, and the classes of the repository that it inherits from, nearest first. */
export function lineageOf(
  graph: DependenceGraph,
  module: SourceModule,
  unit: Unit,
): readonly { readonly module: SourceModule; readonly unit: Unit }[] {
  const lineage = [{ module, unit }];
  for (const one of lineage) {
    for (const base of basesOf(graph, one.module, one.unit))
      if (!lineage.some(other => other.unit === base.unit)) lineage.push(base);
  }
  return lineage;
}

function testCasesIn(graph: DependenceGraph, module: SourceModule, unit: Unit): readonly TestCase[] {
  const defined = definitionIn(module, unit);
  if (defined === undefined) return [];
  const id = `${module.path}::${defined.name}`;
  if (defined.kind === 'function')
    return defined.name.startsWith('test') ? [{ id, name: defined.name, module, unit, called: [] }] : [];
  const lineage = lineageOf(graph, module, unit);
  const isUnittest = isOfUnittest(lineage);
  if (!isUnittest && !defined.name.startsWith('Test')) return [];
  const methods = new Map<string, TestMethod>();
  for (const ancestor of lineage)
    for (const method of testMethodsOf(ancestor.module, ancestor.unit))
      if (!methods.has(method.name)) methods.set(method.name, method);
  if (isUnittest && methods.size === 0 && lineage.some(one => defines(one.module, one.unit, RUN_TEST)))
    return [{ id: `${id}::${RUN_TEST}`, name: `${defined.name}::${RUN_TEST}`, module, unit, called: [] }];
  return [...methods.values()].map(method => ({
    id: `${id}::${method.name}`,
    name: `${defined.name}::${method.name}`,
    module,
    unit,
    method,
    called: calledFrom(method, methods),
  }));
}

function defines(module: SourceModule, { nodes: [statement] }: Unit, method: string): boolean {
  const body = statement && fieldOf(undecorated(statement), 'body');
  return (body?.children ?? []).some(member => {
    const name = fieldOf(undecorated(member), 'name');
    return name !== undefined && textOf(module.tree, name) === method;
  });
}

/** The methods that one calls, directly or through others. */
function calledFrom(method: TestMethod, methods: ReadonlyMap<string, TestMethod>): readonly TestMethod[] {
  const found = new Set([method]);
  for (const one of found)
    for (const name of one.calls) {
      const called = methods.get(name);
      if (called !== undefined) found.add(called);
    }
  found.delete(method);
  return [...found];
}

/** pytest collects every subclass of `unittest.TestCase`, besides the classes that are called `Test…`. */
function isOfUnittest(lineage: readonly { readonly module: SourceModule; readonly unit: Unit }[]): boolean {
  return lineage.some(({ module, unit }) =>
    superclassesOf(unit).some(base => /TestCase$/.test(textOf(module.tree, base))),
  );
}

function basesOf(
  graph: DependenceGraph,
  module: SourceModule,
  unit: Unit,
): readonly { readonly module: SourceModule; readonly unit: Unit }[] {
  return superclassesOf(unit).flatMap(base => {
    const [reference] = startingWithin(module.references, base.start, base.end);
    if (reference === undefined) return [];
    return graph.names
      .ofName(module, reference.name, reference)
      .flatMap(node => (node.kind === 'unit' && isClass(node.unit) ? [node] : []))
      .slice(-1);
  });
}

function superclassesOf(unit: Unit): readonly SyntaxNode[] {
  const [statement] = unit.nodes;
  const list = statement === undefined ? undefined : fieldOf(undecorated(statement), 'superclasses');
  return (list?.children ?? []).filter(({ type }) => type !== 'keyword_argument');
}

function isClass(unit: Unit): boolean {
  return unit.nodes.some(node => undecorated(node).type === 'class_definition');
}

/** The line of the method with the comments right above it and the blank lines before. */
function methodStart(text: string, start: number, floor: number): number {
  let position = text.lastIndexOf('\n', start - 1) + 1;
  while (position > floor) {
    const above = text.lastIndexOf('\n', position - 2) + 1;
    if (above <= floor || !/^[ \t]*(#.*)?\r?\n$/.test(text.slice(above, position))) break;
    position = above;
  }
  return position;
}

import { undecorated } from '../../python/exported-symbols.js';
import type { Project } from '../../python/slicing/project.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { literalText } from '../../python/slicing/surroundings.js';
import type { Unit } from '../../python/slicing/units.js';
import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../../syntax/parse-python.js';

/** A pytest fixture at the top level of a module. */
export interface Fixture {
  readonly name: string;
  readonly module: SourceModule;
  readonly unit: Unit;
  readonly isAutouse: boolean;
}

/** The fixtures that the tests of a module may ask for, by name; nearer ones hide farther ones. */
export type VisibleFixtures = ReadonlyMap<string, Fixture>;

/** Finds what each module of a suite may ask for, and remembers it. */
export class FixtureIndex {
  private readonly own = new Map<SourceModule, readonly Fixture[]>();
  private readonly visible = new Map<SourceModule, VisibleFixtures>();
  private readonly chains = new Map<SourceModule, ReadonlyMap<string, readonly Fixture[]>>();
  private readonly conftests: readonly SourceModule[];

  constructor(private readonly project: Project) {
    this.conftests = project.modules.filter(({ path }) => /(^|\/)conftest\.py$/.test(path));
  }

  /** From every `conftest.py` above, the outermost first, then from the module itself. */
  visibleFrom(module: SourceModule): VisibleFixtures {
    const known = this.visible.get(module);
    if (known !== undefined) return known;
    const visible = new Map<string, Fixture>();
    for (const [name, chain] of this.chainsFrom(module)) {
      const nearest = chain.at(-1);
      if (nearest !== undefined) visible.set(name, nearest);
    }
    this.visible.set(module, visible);
    return visible;
  }

  /** Every fixture of each name that holds for a module, the outermost first: each hides those before it. */
  chainsFrom(module: SourceModule): ReadonlyMap<string, readonly Fixture[]> {
    const known = this.chains.get(module);
    if (known !== undefined) return known;
    const chains = new Map<string, Fixture[]>();
    const places = [...this.conftestsAbove(module), module];
    for (const fixture of places.flatMap(place => [...this.broughtBy(place), ...this.ownOf(place)])) {
      const chain = (chains.get(fixture.name) ?? []).filter(({ unit }) => unit !== fixture.unit);
      chains.set(fixture.name, [...chain, fixture]);
    }
    this.chains.set(module, chains);
    return chains;
  }

  /** The `conftest.py` of each folder above a module, the outermost first. */
  conftestsAbove(module: SourceModule): readonly SourceModule[] {
    return this.conftests
      .filter(
        ({ path }) => module.path.startsWith(path.slice(0, -'conftest.py'.length)) && path !== module.path,
      )
      .toSorted((a, b) => a.path.length - b.path.length);
  }

  private ownOf(module: SourceModule): readonly Fixture[] {
    const known = this.own.get(module);
    if (known !== undefined) return known;
    const fixtures = module.units.flatMap(unit => fixtureOf(module, unit) ?? []);
    this.own.set(module, fixtures);
    return fixtures;
  }

  /** Fixtures that a module imports, and those of the modules it lists in `pytest_plugins`. */
  private broughtBy(module: SourceModule): readonly Fixture[] {
    const plugins = module.units
      .filter(unit => unit.binds.has('pytest_plugins'))
      .flatMap(unit => unit.nodes.flatMap(node => literalsIn(module.tree, node)))
      .flatMap(name => this.project.find(name, module) ?? [])
      .flatMap(plugin => this.ownOf(plugin));
    const imported = module.units
      .flatMap(unit => (unit.kind === 'import' ? unit.imports : []))
      .flatMap(({ module: source, symbol, local }) => {
        const found = symbol === undefined ? undefined : this.project.find(source, module);
        if (found === undefined || !found.isTest) return [];
        const offered = this.ownOf(found);
        // A fixture is known by the name it is bound to, unless its decorator names it.
        return symbol === '*'
          ? offered
          : offered
              .filter(({ unit }) => symbol !== undefined && unit.binds.has(symbol))
              .map(fixture => (fixture.name === symbol ? { ...fixture, name: local } : fixture));
      });
    return [...plugins, ...imported];
  }
}

/** The fixture that a unit defines, or undefined. */
export function fixtureOf(module: SourceModule, unit: Unit): Fixture | undefined {
  const [statement] = unit.nodes;
  const call = statement && fixtureDecorator(module.tree, statement);
  const name = statement && fieldOf(undecorated(statement), 'name');
  if (statement === undefined || call === undefined || name === undefined) return undefined;
  const given = keyword(call, module.tree, 'name');
  const isMarked = keyword(call, module.tree, 'autouse')?.type === 'true';
  return {
    name: literalText(module.tree, given) ?? textOf(module.tree, name),
    module,
    unit,
    isAutouse: isMarked && !servesExamples(module.tree, statement),
  };
}

/**
 * Whether a fixture does nothing but to name things for the examples in docstrings: what it puts into pytest's
 * `doctest_namespace` no test function sees.
 */
export function servesExamples(tree: SyntaxTree, statement: SyntaxNode): boolean {
  const body = fieldOf(undecorated(statement), 'body')?.children ?? [];
  return (
    body.length > 0 &&
    body.every(line => /^(doctest_namespace\b|(import|from)\s|["'])/.test(textOf(tree, line)))
  );
}

/** The `@pytest.fixture` of a definition: the expression after the `@`. */
export function fixtureDecorator(tree: SyntaxTree, statement: SyntaxNode): SyntaxNode | undefined {
  return statement.children
    .filter(({ type }) => type === 'decorator')
    .flatMap(({ children }) => children)
    .find(expression => {
      const callee = expression.type === 'call' ? fieldOf(expression, 'function') : expression;
      return callee !== undefined && /(^|[._])fixture$/.test(textOf(tree, callee));
    });
}

/**
 * The fixtures that a definition asks for by name: parameters without a default of the function, or of the methods
 * of a class save those in `cut`, and the texts in `usefixtures(…)` and `getfixturevalue(…)`.
 */
export function requestedFixtures(
  tree: SyntaxTree,
  statement: SyntaxNode,
  cut: ReadonlySet<SyntaxNode> = new Set(),
): readonly string[] {
  const definition = undecorated(statement);
  if (definition.type !== 'class_definition')
    return [...parametersOf(tree, definition), ...askedByText(tree, statement)];
  const members = (fieldOf(definition, 'body')?.children ?? []).filter(member => !cut.has(member));
  const decorators = statement === definition ? [] : statement.children.filter(child => child !== definition);
  return [
    ...members.flatMap(member => parametersOf(tree, undecorated(member))),
    ...[...members, ...decorators].flatMap(node => askedByText(tree, node)),
  ];
}

function parametersOf(tree: SyntaxTree, definition: SyntaxNode): readonly string[] {
  if (definition.type !== 'function_definition') return [];
  return (fieldOf(definition, 'parameters')?.children ?? [])
    .flatMap(node => (node.type === 'typed_parameter' ? (node.children[0] ?? []) : node))
    .filter(({ type }) => type === 'identifier')
    .map(node => textOf(tree, node));
}

function askedByText(tree: SyntaxTree, node: SyntaxNode): readonly string[] {
  return [...walk(node)].flatMap(child => {
    const callee = child.type === 'call' ? fieldOf(child, 'function') : undefined;
    if (callee === undefined || !/\b(usefixtures|getfixturevalue)$/.test(textOf(tree, callee))) return [];
    return literalsIn(tree, child);
  });
}

function literalsIn(tree: SyntaxTree, node: SyntaxNode): readonly string[] {
  return [...walk(node)].flatMap(child => literalText(tree, child) ?? []);
}

function keyword(call: SyntaxNode, tree: SyntaxTree, name: string): SyntaxNode | undefined {
  const argument = fieldOf(call, 'arguments')?.children.find(
    child => child.type === 'keyword_argument' && textOf(tree, child).startsWith(name),
  );
  return argument && fieldOf(argument, 'value');
}

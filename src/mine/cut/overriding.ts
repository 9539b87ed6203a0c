import type { Edit } from '../../python/edits.js';
import { undecorated } from '../../python/exported-symbols.js';
import { occurrencesOf } from '../../python/scopes/index.js';
import type { Project } from '../../python/slicing/project.js';
import type { PlacedUnit, SourceModule } from '../../python/slicing/source-module.js';
import { literalText } from '../../python/slicing/surroundings.js';
import type { Unit } from '../../python/slicing/units.js';
import { fieldOf, textOf, walk } from '../../syntax/parse-python.js';
import { FixtureIndex, fixtureDecorator, requestedFixtures, type Fixture } from './fixtures.js';

/**
 * How fixtures that override each other stand in one file. pytest gives a fixture that asks for its own name the one
 * that it hides ("Overriding fixtures on various levels", pytest's how-to guides); where both are in one module, the
 * hidden one goes by another name, and so does the parameter that asks for it.
 */
export interface Overriding {
  /** Whether no fixture of the file can ask for it. */
  isHidden(unit: Unit): boolean;
  /** What a hidden fixture that is asked for is called in the file. */
  newNameOf(unit: Unit): string | undefined;
  /** What that takes in its statement, and in the one that asks for it. */
  editsOf(unit: Unit): readonly Edit[];
}

/** What is known of a project: its fixtures, and how those stand that hold for each module. */
interface Known {
  readonly fixtures: FixtureIndex;
  readonly overriding: Map<SourceModule, Overriding>;
}

const projects = new WeakMap<Project, Known>();

/** How the fixtures that hold for a module of tests stand in the file that is made of it; worked out once. */
export function overridingIn(project: Project, home: SourceModule): Overriding {
  const known: Known = projects.get(project) ?? {
    fixtures: new FixtureIndex(project),
    overriding: new Map<SourceModule, Overriding>(),
  };
  projects.set(project, known);
  const overriding = known.overriding.get(home) ?? readOverriding(known.fixtures, home);
  known.overriding.set(home, overriding);
  return overriding;
}

/** The fixture that another one hides and asks for by their common name, if the statement defines such a one. */
export function hiddenBehind(
  fixtures: FixtureIndex,
  module: SourceModule,
  unit: Unit,
): readonly PlacedUnit[] {
  for (const chain of fixtures.chainsFrom(module).values()) {
    const place = chain.findIndex(one => one.unit === unit);
    const [fixture, hidden] = [chain[place], chain[place - 1]];
    if (fixture !== undefined && hidden !== undefined && asksForItself(fixture)) return [hidden];
  }
  return [];
}

/**
 * The fixtures that a module's tests have when they ask for these, those of farther fixtures too, where nearer ones
 * hide some: a fixture of a `conftest.py` is given what the test's own module overrides.
 */
export function requestedFrom(
  fixtures: FixtureIndex,
  module: SourceModule,
  asked: readonly string[],
): readonly PlacedUnit[] {
  if ([...fixtures.chainsFrom(module).values()].every(({ length }) => length < 2)) return [];
  const visible = fixtures.visibleFrom(module);
  const automatic = [...visible.values()].filter(({ isAutouse }) => isAutouse);
  const found = new Set([...asked.flatMap(name => visible.get(name) ?? []), ...automatic]);
  for (const fixture of found)
    for (const name of namesAskedBy(fixture)) {
      const next = visible.get(name);
      if (next !== undefined) found.add(next);
    }
  return [...found];
}

function readOverriding(fixtures: FixtureIndex, home: SourceModule): Overriding {
  const hidden = new Set<Unit>();
  const names = new Map<Unit, string>();
  const edits = new Map<Unit, readonly Edit[]>();
  const add = (unit: Unit, more: readonly Edit[]) => edits.set(unit, [...(edits.get(unit) ?? []), ...more]);
  for (const [name, chain] of fixtures.chainsFrom(home)) {
    let isAsked = true;
    for (let place = chain.length - 2; place >= 0; place -= 1) {
      const [fixture, nearer] = [chain[place], chain[place + 1]];
      if (fixture === undefined || nearer === undefined) continue;
      isAsked = isAsked && asksForItself(nearer);
      if (isAsked) {
        const newName = `${name}_of_${fixture.module.path.replace(/\.py$/, '').replace(/\W/g, '_')}`;
        names.set(fixture.unit, newName);
        add(fixture.unit, editsToRename(fixture, newName));
        add(nearer.unit, editsToAsk(nearer, newName));
      } else hidden.add(fixture.unit);
    }
  }
  return {
    isHidden: unit => hidden.has(unit),
    newNameOf: unit => names.get(unit),
    editsOf: unit => edits.get(unit) ?? [],
  };
}

function asksForItself(fixture: Fixture): boolean {
  return namesAskedBy(fixture).includes(fixture.name);
}

function namesAskedBy({ module, unit }: Fixture): readonly string[] {
  return unit.nodes.flatMap(node => requestedFixtures(module.tree, node));
}

/** The name of the function, and the one that its decorator gives. */
function editsToRename({ module: { tree }, unit, name }: Fixture, newName: string): readonly Edit[] {
  const [statement] = unit.nodes;
  const identifier = statement && fieldOf(undecorated(statement), 'name');
  const decorator = statement && fixtureDecorator(tree, statement);
  if (identifier === undefined || decorator === undefined) return [];
  return [
    { start: identifier.start, end: identifier.end, replacement: newName },
    ...editsOfText(tree, decorator, name, newName),
  ];
}

/** The parameter, wherever the function speaks of it, and the name in `getfixturevalue(…)`. */
function editsToAsk({ module, unit, name }: Fixture, newName: string): readonly Edit[] {
  const { scopes, tree } = module;
  const parameters = unit.nodes.flatMap(node => fieldOf(undecorated(node), 'parameters') ?? []);
  const parameter = scopes.occurrences.find(
    one =>
      one.role === 'parameter' &&
      one.name === name &&
      parameters.some(({ start, end }) => start <= one.start && one.end <= end),
  );
  const occurrences = parameter === undefined ? [] : occurrencesOf(scopes, parameter.scope, name);
  const calls = unit.nodes.flatMap(node =>
    [...walk(node)].filter(child => {
      const callee = child.type === 'call' ? fieldOf(child, 'function') : undefined;
      return callee !== undefined && /\bgetfixturevalue$/.test(textOf(tree, callee));
    }),
  );
  return [
    ...occurrences.map(({ start, end }) => ({ start, end, replacement: newName })),
    ...calls.flatMap(call => editsOfText(tree, call, name, newName)),
  ];
}

function editsOfText(
  tree: SourceModule['tree'],
  within: Parameters<typeof walk>[0],
  text: string,
  newText: string,
): readonly Edit[] {
  return [...walk(within)]
    .filter(node => literalText(tree, node) === text)
    .map(({ start, end }) => ({ start, end, replacement: JSON.stringify(newText) }));
}

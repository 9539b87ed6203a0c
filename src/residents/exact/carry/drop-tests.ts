import { applyEdits, type Edit } from '../../../python/edits.js';
import { textOf, type SyntaxTree } from '../../../syntax/parse-python.js';
import { droppableUnits, wordsOf, type TestUnit } from './test-units.js';

/** A test file after what cannot be carried was taken out; undefined when nothing of it can. */
export interface Reduced {
  readonly text: string | undefined;
  /** Names of the units that are gone, with the reason. */
  readonly gone: ReadonlyMap<string, string>;
}

/** Methods that frameworks run around every test of their class. */
const AROUND_TESTS =
  /^(setUp|tearDown|asyncSetUp|asyncTearDown|setUpClass|tearDownClass|setup_method|teardown_method|setup_class|teardown_class|setup|teardown)$/;

/**
 * Takes units out of a test file, with everything that cannot work without them: tests that use a broken helper,
 * constant or fixture, and those of a class whose set-up is broken. `broken` maps unit names to reasons; an undefined name is
 * the file itself.
 */
export function dropUnits(tree: SyntaxTree, broken: ReadonlyMap<string | undefined, string>): Reduced {
  const units = droppableUnits(tree);
  const gone = new Map<string, string>();
  const whole = broken.get(undefined);
  if (whole !== undefined) return { text: undefined, gone: new Map(units.map(({ name }) => [name, whole])) };
  for (const [name, reason] of broken) if (name !== undefined) gone.set(name, reason);
  for (let before = -1; before < gone.size;) {
    before = gone.size;
    for (const unit of units) {
      const reason = gone.has(unit.name) ? undefined : reasonToGo(unit, units, gone);
      if (reason !== undefined) gone.set(unit.name, reason);
    }
    const leaning = topLevelReason(tree, units, gone);
    if (leaning !== undefined)
      return { text: undefined, gone: new Map(units.map(({ name }) => [name, leaning])) };
  }
  const removed = units.filter(({ name, owner }) => gone.has(name) && !(owner && gone.has(owner)));
  const text = applyEdits(
    tree.text,
    removed.map(unit => removal(tree, unit)),
  ).replace(/\s+$/, '\n');
  return { text, gone };
}

function reasonToGo(
  unit: TestUnit,
  units: readonly TestUnit[],
  gone: ReadonlyMap<string, string>,
): string | undefined {
  if (unit.owner !== undefined && gone.has(unit.owner)) return gone.get(unit.owner);
  const members = units.filter(({ owner }) => owner === unit.name);
  const tests = members.filter(({ name }) => /\.test\w*$/i.test(name));
  // A class of tests goes with the last of them; any other one is not what it was without one of its methods.
  const lost = members.filter(
    ({ name }) => gone.has(name) && (tests.length === 0 || /\.__\w+__$/.test(name)),
  );
  const reason =
    lost[0] ?? (tests.length > 0 && tests.every(({ name }) => gone.has(name)) ? tests[0] : undefined);
  if (reason !== undefined) return gone.get(reason.name);
  for (const other of units) {
    const why = gone.get(other.name);
    if (why !== undefined && other !== unit && needs(unit, other)) return why;
  }
  return undefined;
}

/** Whether one unit cannot work without another: it names it, or is run around by it. */
function needs(unit: TestUnit, other: TestUnit): boolean {
  const simpleName = other.name.split('.').at(-1) ?? other.name;
  const isSibling = other.owner === unit.owner && unit.owner !== undefined;
  if (isSibling && AROUND_TESTS.test(simpleName)) return true;
  const reaches = other.owner === undefined || isSibling || unit.name === other.owner;
  if (!reaches || (unit.name === other.owner && !AROUND_TESTS.test(simpleName))) return false;
  const isAutomatic = other.words.has('autouse') && (other.owner === undefined || isSibling);
  return isAutomatic || unit.words.has(simpleName);
}

/** A statement of the file itself that needs what is gone takes the whole file with it. */
function topLevelReason(
  tree: SyntaxTree,
  units: readonly TestUnit[],
  gone: ReadonlyMap<string, string>,
): string | undefined {
  const definitions = new Set(units.map(({ node }) => node));
  for (const statement of tree.root.children) {
    if (definitions.has(statement)) continue;
    const words = wordsOf(textOf(tree, statement));
    for (const [name, reason] of gone) if (words.has(name)) return reason;
  }
  return undefined;
}

/** The unit's lines with the blank ones that follow. */
function removal(tree: SyntaxTree, { node }: TestUnit): Edit {
  const start = tree.text.lastIndexOf('\n', node.start - 1) + 1;
  const rest = /^[^\n]*\n?(?:[ \t]*\r?\n)*/.exec(tree.text.slice(node.end));
  return { start, end: node.end + (rest?.[0].length ?? 0), replacement: '' };
}

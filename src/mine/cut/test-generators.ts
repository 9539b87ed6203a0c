import type { PlacedUnit, SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { literalText } from '../../python/slicing/surroundings.js';
import { walk } from '../../syntax/parse-python.js';
import type { FixtureIndex } from './fixtures.js';

const HOOK = 'pytest_generate_tests';
/** A hook that looks at the test itself may give values to a parameter of any name. */
const LOOKS_AT_TEST = /\.(cls|function|module|definition)\b/;

/**
 * The `pytest_generate_tests` of the `conftest.py` files above a module that give one of the parameters its values, as
 * they stand in a module of tests too. A hook that names none of them, and looks at no test, does nothing for it.
 */
export function generatorsFor(
  fixtures: FixtureIndex,
  module: SourceModule,
  parameters: readonly string[],
): readonly PlacedUnit[] {
  if (parameters.length === 0) return [];
  return fixtures
    .conftestsAbove(module)
    .flatMap(conftest =>
      conftest.units
        .filter(unit => unit.binds.has(HOOK) && gives(conftest, unit, parameters))
        .map(unit => ({ module: conftest, unit })),
    );
}

function gives({ tree }: SourceModule, unit: Unit, parameters: readonly string[]): boolean {
  if (LOOKS_AT_TEST.test(tree.text.slice(unit.start, unit.end))) return true;
  const named = unit.nodes.flatMap(node => [...walk(node)].flatMap(child => literalText(tree, child) ?? []));
  // `parametrize("a, b", …)` names two.
  return named.some(text => text.split(/[\s,]+/).some(name => parameters.includes(name)));
}

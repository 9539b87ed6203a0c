import { testBaseId, type Execution, type TestResult } from '../../domain/execution.js';
import type { CarriedTest, CarriedTests } from '../../domain/primitive.js';
import type { Mutant, Trial, ValidationRecord } from '../../domain/validation.js';
import { excluded, type Verdict } from './verdict.js';

/** A suite that misses more than this share of the mutants says too little of the code to travel with it. */
const LOWEST_KILL_SCORE = 0.5;
/** A score over fewer says little, unless there are no more. */
const FEWEST_MUTANTS = 20;
const MOST_TOLD_SURVIVORS = 3;
const DUMMIES = { raises: 'raises', nothing: 'returns nothing' } as const;

/**
 * Judges what a passing suite was put to. Its tests must pass in every order; on both dummies the suite must fail; a
 * test that passes on both proves nothing and is left behind; and the suite must tell at least half of the mutants
 * from the original. Mutants are drawn from the whole implementation. Those count that a test executes, and all in
 * `home`, the file of what is exported: what is missed there counts against the suite even where no test comes, while
 * what a component only brings along is not what its tests are of. What runs only as a module is loaded has run before
 * a change is chosen: no test could notice it, and it does not count. `orders` is how many orders were asked for.
 */
export function judgeTrial(
  carried: CarriedTests,
  execution: Execution,
  { orders, home }: { readonly orders: number; readonly home: string },
): Verdict {
  const { trial } = execution;
  if (trial === undefined)
    return excluded('not-judged', 'its tests pass, but were put to no trial; mine it again');
  if (trial.passes < orders) return judgeOrders(carried, trial);
  const { passing, dummies, mutants } = trial;
  if (passing === null || dummies === null || mutants === null || trial.detail !== '')
    return excluded('not-judged', `its tests could not be tried on changed code: ${trial.detail}`);
  if (passing.length === 0)
    return excluded(
      'not-judged',
      'its tests pass, but not once its code is made to vary; they look at the code',
    );
  const drawn = trial.drawn ?? mutants.length;
  if (mutants.length < Math.min(drawn, FEWEST_MUTANTS))
    return excluded(
      'not-judged',
      `its tests are too slow to be tried on changed code: there was time for ${mutants.length} of ${drawn} changes`,
    );
  for (const name of ['raises', 'nothing'] as const) {
    const onDummy = new Set(dummies[name]);
    if (passing.every(id => onDummy.has(id)))
      return excluded(
        'passes-on-dummy',
        `its tests pass even when every function of it ${DUMMIES[name]}; add one that checks a result`,
      );
  }
  const counted = mutants.filter(
    ({ reached, runsAtImport, path }) => reached || (path === home && !runsAtImport),
  );
  if (killScore(counted) < LOWEST_KILL_SCORE) return excluded('weak-tests', weakness(trial, counted));
  const idle = idleTests(carried, passing, dummies);
  if (idle.length > 0) {
    const reason =
      'it passes even when every function raises or returns nothing, so it proves nothing of them';
    const refused = new Map(idle.map(({ id }) => [id, reason] as const));
    return { kind: 'refine', added: [], refused, why: 'passes-on-dummy' };
  }
  return {
    kind: 'admitted',
    tests: testsThatRan(carried, execution.tests.filter(hasRun)),
    record: recordOf(execution, trial, counted),
    example: ranExample(trial),
  };
}

function judgeOrders(carried: CarriedTests, { unstable, detail }: Trial): Verdict {
  const refused = new Map(
    unstable.flatMap(({ id, message }) => {
      const reason = `it passes in one order of the tests and fails in another (${message}); it needs a state of its own`;
      return carried.tests.filter(test => test.id === testBaseId(id)).map(test => [test.id, reason] as const);
    }),
  );
  if (refused.size > 0) return { kind: 'refine', added: [], refused, why: 'unstable-tests' };
  const what = detail === '' ? unstable.map(({ id, message }) => `${id}: ${message}`).join('; ') : detail;
  return excluded('unstable-tests', `its tests pass in one order and not in another: ${what}`);
}

/** The tests of which every case passes on both dummies. */
function idleTests(
  carried: CarriedTests,
  passing: readonly string[],
  dummies: NonNullable<Trial['dummies']>,
): readonly CarriedTest[] {
  const [onRaising, onNothing] = [new Set(dummies.raises), new Set(dummies.nothing)];
  const isIdle = (id: string) => onRaising.has(id) && onNothing.has(id);
  const telling = new Set(passing.filter(id => !isIdle(id)).map(testBaseId));
  const ran = new Set(passing.map(testBaseId));
  return carried.tests.filter(({ id }) => ran.has(id) && !telling.has(id));
}

/** The listed tests that ran, and those that only pytest finds: inherited from outside, or made at import. */
function testsThatRan(carried: CarriedTests, passing: readonly TestResult[]): readonly CarriedTest[] {
  const ran = new Set(passing.map(({ id }) => testBaseId(id)));
  const listed = carried.tests.filter(({ id }) => ran.delete(id));
  const found = [...ran].map(id => {
    const [path = id, ...names] = id.split('::');
    return { id, path, name: names.join('::') };
  });
  return [...listed, ...found];
}

function hasRun({ outcome }: TestResult): boolean {
  return outcome === 'passed' || outcome === 'xpassed' || outcome === 'xfailed';
}

/** Share of the mutants that were told from the original; 1 when there is none. */
export function killScore(mutants: readonly Mutant[]): number {
  if (mutants.length === 0) return 1;
  return mutants.filter(({ killer }) => killer !== null).length / mutants.length;
}

function weakness({ lines }: Trial, mutants: readonly Mutant[]): string {
  const survivors = mutants.filter(({ killer }) => killer === null);
  const unreached = survivors.filter(({ reached }) => !reached).length;
  const share = Math.round(100 * shareOf(lines));
  const places = survivors
    .slice(0, MOST_TOLD_SURVIVORS)
    .map(({ path, line, operator }) => `${path}:${line} (${operator})`);
  const where = `${places.join(', ')}${survivors.length > places.length ? ' and others' : ''}`;
  return (
    `its tests notice ${mutants.length - survivors.length} of ${mutants.length} small changes to its code, fewer than half; ` +
    `${unreached} lie where no test comes, which execute ${share} % of its lines. Check what ${where} does`
  );
}

function shareOf(lines: Trial['lines']): number {
  return lines === null || lines.all === 0 ? 1 : lines.executed / lines.all;
}

function recordOf({ isolation }: Execution, trial: Trial, mutants: readonly Mutant[]): ValidationRecord {
  return {
    isolation: isolation ?? 'cold',
    passes: trial.passes,
    lineShare: shareOf(trial.lines),
    mutants: mutants.length,
    killScore: killScore(mutants),
    exampleRan: ranExample(trial) !== undefined,
  };
}

function ranExample({ examples }: Trial): number | undefined {
  const index = examples.findIndex(({ passed }) => passed);
  return index < 0 ? undefined : index;
}

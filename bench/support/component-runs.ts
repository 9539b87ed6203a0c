import { CodefaceError } from '../../src/domain/errors.js';
import { testBaseId, type Execution } from '../../src/domain/execution.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import type { Harness, SuiteRequest } from '../../src/harness/harness.js';
import { mineRepository, type MineServices } from '../../src/mining/mine-repository.js';

/** What mining asks the sandbox to run of a repository first: each component with its carried tests, once. */
export async function componentRuns(
  services: MineServices,
  snapshot: RepositorySnapshot,
): Promise<readonly SuiteRequest[]> {
  const asked: SuiteRequest[] = [];
  const refuse = (): never => {
    throw new CodefaceError('sandbox', 'nothing is run, only noted');
  };
  const harness: Harness = {
    runSuite: async () => refuse(),
    runEach: async requests => {
      asked.push(...requests);
      return requests.map(notRun);
    },
  };
  await mineRepository({ ...services, harness, memory: undefined }, snapshot);
  return asked.map(({ trial: _trial, ...plain }) => plain);
}

function notRun({ environment }: SuiteRequest): Execution {
  return {
    status: 'crashed',
    detail: 'noted, not run',
    command: [],
    driver: 'none',
    environment: environment.id,
    digest: environment.digest,
    seeds: {},
    interpreter: environment.interpreter,
    distributions: environment.distributions,
    exitCode: null,
    tests: [],
    collectionErrors: [],
    output: '',
    durationMs: 0,
  };
}

/**
 * What a run says of a component: the outcome of each test, and what could not be imported. The cases of a test are told
 * apart by their place, since some have the time in their ids.
 */
export function verdictOf({ status, tests, collectionErrors }: Execution): ReadonlyMap<string, string> {
  const cases = new Map<string, number>();
  return new Map([
    ['status', status],
    ...tests.map(({ id, outcome }) => {
      const test = testBaseId(id);
      const place = (cases.get(test) ?? 0) + 1;
      cases.set(test, place);
      return [`${test}[${place}]`, outcome] as const;
    }),
    ...collectionErrors.map(({ path, errorType }) => [path, errorType] as const),
  ]);
}

/** Where two runs of one component differ, one sentence each. */
export function differences(one: Execution, other: Execution): readonly string[] {
  const [first, second] = [verdictOf(one), verdictOf(other)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter(key => first.get(key) !== second.get(key))
    .map(key => `${key}: ${first.get(key) ?? 'not there'} forked, ${second.get(key) ?? 'not there'} cold`);
}

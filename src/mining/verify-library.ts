import { CodefaceError } from '../domain/errors.js';
import { countTests, type Execution, type TestCounts } from '../domain/execution.js';
import type { Component, Primitive } from '../domain/primitive.js';
import { runRemembered, type NeedySuite, type RunServices } from '../harness/remembered-runs.js';
import type { Outcome } from '../mine/validate/settle.js';
import { ALONE_LIMITS, installedFor, suiteRequest } from '../mine/validate/suite-request.js';
import type { LibraryStore } from '../ports/library-store.js';
import type { Progress } from '../ports/progress.js';

/** What running primitives again works with. */
export interface VerifyingServices extends Pick<RunServices, 'harness' | 'sandbox'> {
  readonly library: LibraryStore;
  readonly progress: Progress;
}

/** What running one primitive again gave. */
export interface VerifiedPrimitive {
  readonly id: string;
  readonly name: string;
  readonly verified: boolean;
  /** Why it is not; empty otherwise. */
  readonly reason: string;
  readonly tests: TestCounts;
}

/**
 * Runs the carried tests of every primitive again, from the library alone, in new sandboxes: the primitives of one
 * repository together. Ends in a `CodefaceError` of code `sandbox` or `store`.
 */
export async function verifyLibrary(services: VerifyingServices): Promise<readonly VerifiedPrimitive[]> {
  const primitives = await services.library.list();
  const step = services.progress.step('Verifying the library', primitives.length);
  const results: VerifiedPrimitive[] = [];
  try {
    for (const group of byRepository(primitives)) {
      const before = results.length;
      const outcomes = await runComponents(services, group, done => step.update(before + done));
      results.push(...group.map((primitive, index) => verdictOf(primitive, outcomes[index])));
    }
  } catch (error) {
    step.fail('the sandbox failed');
    throw error;
  }
  step.finish(`${results.filter(({ verified }) => verified).length} of ${primitives.length} verified`);
  return results;
}

function verdictOf({ id, name }: Primitive, outcome: Outcome | undefined): VerifiedPrimitive {
  const execution = outcome instanceof CodefaceError ? undefined : outcome;
  const tests = countTests(execution ?? { tests: [], collectionErrors: [] });
  const reason = outcome instanceof CodefaceError ? outcome.message : whyNot(execution, tests);
  return { id, name, verified: reason === '', reason, tests };
}

function whyNot(execution: Execution | undefined, counts: TestCounts): string {
  if (execution === undefined) return 'it was not run';
  const { status, detail, tests, collectionErrors } = execution;
  if (status !== 'completed') return detail;
  const [error] = collectionErrors;
  if (error !== undefined) return `${error.path}: ${error.errorType}: ${error.message}`;
  const failing = tests.find(({ outcome }) => outcome === 'failed' || outcome === 'error');
  if (failing !== undefined)
    return `${failing.id}: ${failing.errorType ?? 'failed'}: ${failing.message ?? ''}`;
  return counts.passed === 0 ? 'none of its tests passes: all are skipped' : '';
}

function byRepository(primitives: readonly Primitive[]): readonly (readonly Primitive[])[] {
  const groups = new Map<string, Primitive[]>();
  for (const primitive of primitives) {
    const { repository } = primitive.provenance;
    groups.set(repository, [...(groups.get(repository) ?? []), primitive]);
  }
  return [...groups.values()];
}

/**
 * Runs components alone, all of them, many in one sandbox, in the order given; one whose distributions cannot be
 * installed gives the error instead. Ends in a `CodefaceError` of code `sandbox` when the sandbox itself fails.
 */
export async function runComponents(
  { harness, sandbox }: Pick<RunServices, 'harness' | 'sandbox'>,
  components: readonly Component[],
  onDone: (finished: number) => void,
): Promise<readonly Outcome[]> {
  const suites = components.map(suiteAlone);
  return (await runRemembered({ harness, sandbox }, suites, ALONE_LIMITS, onDone)).outcomes;
}

function suiteAlone(component: Component): NeedySuite {
  return {
    requirements: installedFor(component),
    requestIn: environment => suiteRequest(component, environment),
  };
}

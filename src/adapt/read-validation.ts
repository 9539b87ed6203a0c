import type { ValidationLog } from '../domain/adaptation.js';
import { countTests, testBaseId, type Execution } from '../domain/execution.js';

/** Lines of diagnostics that a resident is given. */
const MOST_DIAGNOSTICS = 20;

/**
 * What a run of retained tests says of a component: the component is valid exactly when there is no diagnostic.
 * Every retained test has to be there, none may fail, and at least one has to pass, if any is retained; one that skips
 * itself is no failure.
 */
export function readValidation(execution: Execution, retained: readonly string[]): ValidationLog {
  const collected = new Set(execution.tests.map(({ id }) => testBaseId(id)));
  const failures = execution.tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'error');
  const counts = countTests(execution);
  const diagnostics = [
    ...(execution.status === 'completed' ? [] : [`The tests did not finish: ${execution.detail}`]),
    ...execution.collectionErrors.map(
      ({ path, errorType, message }) => `${path} could not be collected: ${errorType}: ${message}`,
    ),
    ...failures.map(({ id, errorType, message }) => `${id}: ${errorType ?? 'failed'}: ${message ?? ''}`),
    ...retained.filter(id => !collected.has(id)).map(id => `${id} was not run`),
    ...(retained.length > 0 && counts.passed === 0 ? ['No retained test passed'] : []),
  ];
  return {
    ...counts,
    diagnostics: diagnostics.map(line => line.trim()).slice(0, MOST_DIAGNOSTICS),
    durationMs: execution.durationMs,
  };
}

import type { Execution } from '../../domain/execution.js';
import type { FileTree } from '../../domain/files.js';
import type { EnvironmentFinding, FaultKind } from '../../domain/finding.js';
import { describeFault } from './describe-fault.js';
import { faultPlace, type FaultPlace, type FaultSurroundings } from './fault-place.js';
import { FAULT_RULES, type FaultText } from './fault-rules.js';
import { hasFailed } from '../outcomes.js';

/**
 * What of a run's failures is not the code's fault: each fault once, with the failures that it explains and its remedy.
 * One with no failure is why the suite did not complete. It goes by what was reported and what the tree holds, so it
 * never makes anything pass: it only says whose failure it is. Never throws.
 */
export function environmentFaults(
  execution: Execution,
  tree: FileTree,
  surroundings: Omit<FaultSurroundings, 'interpreter'> = {},
): readonly EnvironmentFinding[] {
  const place = faultPlace(tree, { ...surroundings, interpreter: execution.interpreter });
  const faults = new Map<string, Seen>();
  const see = (failure: FaultText, subject: string | undefined) => {
    const fault = recognise(failure, place);
    if (fault === undefined) return;
    const key = `${fault.kind} ${fault.what}`;
    const seen = faults.get(key) ?? { ...fault, subjects: [] };
    if (subject !== undefined) seen.subjects.push(subject);
    faults.set(key, seen);
  };
  for (const test of execution.tests)
    if (hasFailed(test)) see(textOf(test.errorType, test.message, test.trace), test.id);
  for (const { path, errorType, message, trace } of execution.collectionErrors)
    see(textOf(errorType, message, trace), path);
  const found = [...faults.values()].map(({ kind, what, subjects }) => describeFault(kind, what, subjects));
  return [...whyIncomplete(execution, place), ...found];
}

interface Seen {
  readonly kind: FaultKind;
  readonly what: string;
  readonly subjects: string[];
}

/** Why a suite could not be begun or finished; what the target printed is heard only when it could not be begun. */
function whyIncomplete(execution: Execution, place: FaultPlace): readonly EnvironmentFinding[] {
  const { status, detail, output, driver } = execution;
  if (status === 'completed' || status === 'untrusted') return [];
  const isUnbegun = status === 'environment-fault';
  const texts = isUnbegun ? [detail, ...output.split('\n').slice(-50)] : [detail];
  for (const text of texts) {
    const fault = recognise({ text, paths: [] }, place);
    if (fault !== undefined) return [describeFault(fault.kind, fault.what, [])];
  }
  return isUnbegun ? [{ ...describeFault('environment-fault', driver, []), message: detail }] : [];
}

function recognise(
  failure: FaultText,
  place: FaultPlace,
): { readonly kind: FaultKind; readonly what: string } | undefined {
  for (const { kind, pattern, what } of FAULT_RULES) {
    const match = pattern.exec(failure.text);
    const missing = match === null ? undefined : what(match, place, failure);
    if (missing !== undefined) return { kind, what: missing };
  }
  return undefined;
}

function textOf(
  errorType: string | undefined,
  message: string | undefined,
  trace: readonly { readonly path: string }[] | undefined,
): FaultText {
  const text = [errorType, message].filter(part => part !== undefined).join(': ');
  return { text: text.slice(0, 2000), paths: (trace ?? []).map(({ path }) => path) };
}

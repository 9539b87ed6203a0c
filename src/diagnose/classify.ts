import type { ConstraintViolation } from '../domain/change-set.js';
import type { DiagnosisClass } from '../domain/diagnosis.js';
import type { CapabilityRequirement } from '../domain/requirement.js';

/** What is known of one failure when it is classified. */
export interface FailureEvidence {
  readonly errorType: string;
  readonly message: string;
  /** The requirements that explain it; empty when none does. */
  readonly implicated: readonly CapabilityRequirement[];
  /** Top-level names that the target itself provides. */
  readonly ownNames: ReadonlySet<string>;
}

/** The class of a failure, by the error that was seen and what it was seen in. */
export function classify(evidence: FailureEvidence): DiagnosisClass {
  const { errorType, message, implicated, ownNames } = evidence;
  const module = /No module named '([\w.]+)'/.exec(message)?.[1];
  if (module !== undefined) {
    return ownNames.has(module.split('.', 1)[0] ?? '') ? 'missing-capability' : 'dependency-failure';
  }
  if (errorType === 'ImportError') return 'missing-capability';
  if (implicated.length === 0) return 'integration-failure';
  if (errorType === 'FileNotFoundError' || errorType === 'KeyError') return 'configuration-failure';
  if (['TypeError', 'AttributeError', 'NameError'].includes(errorType)) return 'interface-mismatch';
  // Two parameters of one type can be taken for each other: only a test's values tell.
  if (implicated.some(hasInterchangeableParameters)) return 'interface-mismatch';
  return 'incorrect-implementation';
}

/** The class that a violated composition constraint stands for. */
export function classOfConstraint(constraint: ConstraintViolation['constraint']): DiagnosisClass {
  const classes = {
    api: 'interface-mismatch',
    type: 'representation-mismatch',
    dependency: 'dependency-failure',
    configuration: 'configuration-failure',
  } as const;
  return classes[constraint];
}

/** Whether an export takes two parameters of the same annotation. */
export function hasInterchangeableParameters(requirement: CapabilityRequirement): boolean {
  return requirement.exports.some(symbol => {
    const types = (symbol.signature?.parameters ?? []).flatMap(parameter => parameter.annotation ?? []);
    return new Set(types).size < types.length;
  });
}

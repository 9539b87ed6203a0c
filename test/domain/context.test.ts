import { describe, expect, it } from '@jest/globals';
import { EMPTY_CONTEXT, growContext } from '../../src/domain/context.js';
import type { DiagnosisClass } from '../../src/domain/diagnosis.js';
import { adaptation, round } from '../support/values.js';

const blamed = (diagnosisClass: DiagnosisClass, ...requirementIds: string[]) =>
  round({
    adaptations: [adaptation(), adaptation({ requirementId: 'r:shop.tax', primitiveId: 'cf-tax' })],
    diagnosis: {
      ...round().diagnosis,
      failures: [
        { subject: 't.py::test_secret', diagnosisClass, evidence: 'assert "planted" == 2', requirementIds },
      ],
    },
  });

describe('growContext', () => {
  it('tells the implicated resident that its mapping was refused, and nothing of why', () => {
    const context = growContext(EMPTY_CONTEXT, blamed('interface-mismatch', 'r:shop.prices'));
    expect(context.attempts).toEqual([
      {
        requirementId: 'r:shop.prices',
        primitiveId: 'cf-000000000001',
        mapping: adaptation().mapping,
        outcome: 'refused',
        diagnostics: [],
      },
    ]);
  });

  it('refuses no mapping for a failure that a mapping cannot mend', () => {
    expect(growContext(EMPTY_CONTEXT, blamed('dependency-failure', 'r:shop.prices')).attempts).toEqual([]);
    expect(growContext(EMPTY_CONTEXT, blamed('incorrect-implementation')).attempts).toEqual([]);
  });

  it('only grows', () => {
    const once = growContext(EMPTY_CONTEXT, blamed('interface-mismatch', 'r:shop.prices'));
    const twice = growContext(once, blamed('incorrect-implementation', 'r:shop.tax'));
    expect(twice.attempts.slice(0, 1)).toEqual(once.attempts);
    expect(twice.attempts).toHaveLength(2);
    expect(twice.rounds).toHaveLength(2);
  });
});

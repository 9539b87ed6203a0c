import { describe, expect, it } from '@jest/globals';
import { adaptAll } from '../../src/adapt/adapt.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { primitiveOf, type Texts } from '../support/primitive-of.js';
import { requirementFor } from '../support/resident-requests.js';
import { keptSandbox, PREPARE_TIMEOUT_MS, suiteRunner } from '../support/suites.js';

const requirement = requirementFor('shop.sums', 'def total(numbers: list) -> int: ...\n');
const SUPPORTED =
  'from carried_support.kit.store import Store\n\ndef test_store(): assert Store([1, 2]).total() == 3\n';

async function adapted(tests: Texts, donor = 'def total(numbers: list) -> int:\n    return sum(numbers)\n') {
  const primitive = primitiveOf({
    module: 'kit.sums',
    exports: ['total'],
    files: { 'kit/__init__.py': '', 'kit/sums.py': donor },
    tests: {
      'carried_support/kit/store.py':
        'from kit.sums import total\n\nclass Store:\n    def __init__(self, all): self.all = all\n    def total(self): return total(self.all)\n',
      'tests/test_store.py': SUPPORTED,
      ...tests,
    },
  });
  const sandbox = keptSandbox();
  const { harness } = await suiteRunner([], sandbox);
  return adaptAll(
    { residents: [createExactResident()], harness, sandbox, progress: createSilentProgress() },
    {
      activations: [{ requirementId: requirement.id, primitiveId: primitive.id, localRequest: '' }],
      plan: { requirements: [requirement] },
      retrieval: { primitives: new Map([[primitive.id, primitive]]) },
      attempts: [],
    },
  );
}

describe('tests that need more of their repository than the component', () => {
  it(
    'stay in the library with what they need, and the others are delivered',
    async () => {
      const outcome = await adapted({
        'tests/test_sums.py': 'from kit.sums import total\n\ndef test_total(): assert total([1]) == 1\n',
      });
      const [adaptation] = outcome.adaptations;
      expect(adaptation?.testFiles.map(({ path }) => path)).toEqual(['tests/carried/test_shop_sums.py']);
      expect(adaptation?.validation).toMatchObject({ passed: 1, failed: 0, diagnostics: [] });
      expect(adaptation?.note).toBeUndefined();
    },
    PREPARE_TIMEOUT_MS,
  );

  it(
    'leave a component without any, which is said',
    async () => {
      const outcome = await adapted({});
      const [adaptation] = outcome.adaptations;
      expect(outcome.unsuccessful).toEqual([]);
      expect(adaptation?.files.map(({ path }) => path)).toEqual(['shop/sums.py']);
      expect(adaptation?.testFiles).toEqual([]);
      expect(adaptation?.note).toMatch(/^no test of its own comes along/);
    },
    PREPARE_TIMEOUT_MS,
  );

  it(
    'let nothing through that cannot be imported',
    async () => {
      const outcome = await adapted(
        {},
        'def total(numbers: list) -> int:\n    return sum(numbers)\n\ntotal(None)\n',
      );
      expect(outcome.adaptations).toEqual([]);
      expect(outcome.attempts[0]?.diagnostics.join('\n')).toContain('TypeError');
    },
    PREPARE_TIMEOUT_MS,
  );
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { adaptAll, type AdaptServices } from '../../src/adapt/adapt.js';
import type { Activation, Adaptation, PastAttempt } from '../../src/domain/adaptation.js';
import { EMPTY_CONTEXT } from '../../src/domain/context.js';
import { countTests } from '../../src/domain/execution.js';
import { fileBytes } from '../../src/domain/files.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { CapabilityRequirement, Plan } from '../../src/domain/requirement.js';
import { createPackageIndex } from '../../src/adapters/package-index/package-index.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { mineRepository } from '../../src/mining/mine-repository.js';
import { planRound } from '../../src/plan/plan.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import { residentInput } from '../../src/residents/resident-input.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { readFixtureRequest, readFixtureTree } from '../support/fixture-repositories.js';
import {
  keptSandbox,
  PREPARE_TIMEOUT_MS,
  SUITE_LIMITS,
  suiteRunner,
  type SuiteRunner,
} from '../support/suites.js';

const DONORS: Readonly<Record<string, string>> = {
  'orderdesk.platform.waiting': 'steadykit.backoff.backoff_delay',
  'orderdesk.platform.settings': 'wordforms.settings.load_settings',
  'orderdesk.checkout.basket_cache': 'steadykit.cache.TtlCache',
  'orderdesk.catalogue.handles': 'wordforms.slugs.slugify',
};

const resident = createExactResident();
const target = readFixtureTree('orderdesk');
let runner: SuiteRunner;
let services: AdaptServices;
let plan: Plan;
const primitives = new Map<string, Primitive>();

beforeAll(async () => {
  const sandbox = keptSandbox();
  runner = await suiteRunner([], sandbox);
  services = { residents: [resident], harness: runner.harness, sandbox, progress: createSilentProgress() };
  const mining = { ...services, packageIndex: createPackageIndex(), clock: systemClock };
  for (const donor of ['steadykit', 'wordforms'] as const) {
    const snapshot = {
      repository: `harbourline/${donor}`,
      commit: 'a'.repeat(40),
      files: readFixtureTree(donor),
    };
    const report = await mineRepository(mining, snapshot);
    for (const primitive of report.admitted) primitives.set(primitive.id, primitive);
  }
  const request = {
    repository: 'harbourline/orderdesk',
    title: 'Start',
    body: readFixtureRequest('orderdesk'),
    requestedBy: 'ada',
  };
  ({ plan } = planRound(request, target, EMPTY_CONTEXT, []));
}, PREPARE_TIMEOUT_MS);

function donorOf(requirement: CapabilityRequirement): Primitive {
  const name = DONORS[requirement.module] ?? '';
  const found = [...primitives.values()].find(primitive => primitive.name.endsWith(`/${name}`));
  if (found === undefined)
    throw new Error(
      `${name} was not mined; there is ${[...primitives.values()].map(one => one.name).join(', ')}`,
    );
  return found;
}

async function adapt(attempts: readonly PastAttempt[] = []): Promise<readonly Adaptation[]> {
  const activations = plan.requirements.map((requirement): Activation => ({
    requirementId: requirement.id,
    primitiveId: donorOf(requirement).id,
    localRequest: '',
  }));
  const outcome = await adaptAll(services, { activations, plan, retrieval: { primitives }, attempts });
  expect(outcome.unsuccessful).toEqual([]);
  expect(outcome.attempts).toEqual([]);
  return outcome.adaptations;
}

async function runTarget(adaptations: readonly Adaptation[]) {
  const files = new Map(target);
  for (const file of adaptations.flatMap(one => [...one.files, ...one.testFiles]))
    files.set(file.path, fileBytes(file));
  return runner.run(Object.fromEntries(files), { sourceRoots: ['src'] }, SUITE_LIMITS);
}

describe('the donors of the fixtures, mined and adapted to the target that needs them', () => {
  it('are each assessed as suitable', async () => {
    expect(plan.requirements.map(({ module }) => module).sort()).toEqual(Object.keys(DONORS).sort());
    for (const requirement of plan.requirements) {
      const assessment = await resident.assess(residentInput(donorOf(requirement), requirement, plan, []));
      expect([requirement.module, assessment.verdict, assessment.compatibilityNotes]).toEqual([
        requirement.module,
        'SUITABLE',
        assessment.compatibilityNotes,
      ]);
    }
  });

  it(
    'pass their own tests under the first mapping, and the target’s under the second one of `pause_before`',
    async () => {
      const first = await adapt();
      expect(first).toHaveLength(4);
      for (const { validation, carriedTests } of first) {
        expect(validation.diagnostics).toEqual([]);
        const dropped = carriedTests.filter(({ status }) => status === 'dropped');
        for (const { reason } of dropped)
          expect(reason).toBe('it needs `retry_call`, which was not asked for');
        expect(dropped.length).toBeLessThan(carriedTests.length);
      }
      const delivered = first.flatMap(({ files, testFiles }) => [...files, ...testFiles]);
      for (const { content } of delivered) expect(content).not.toContain('retry_call');
      const red = await runTarget(first);
      expect(red.collectionErrors).toEqual([]);
      const failing = red.tests
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ id }) => id.split('::')[0]);
      expect(new Set(failing)).toEqual(new Set(['tests/test_payments.py', 'tests/test_waiting.py']));

      const waiting = first.find(({ requirementId }) => requirementId === 'r:orderdesk.platform.waiting');
      if (waiting === undefined) throw new Error('nothing was adapted for waiting');
      const { requirementId, primitiveId, mapping } = waiting;
      const second = await adapt([
        { requirementId, primitiveId, mapping, outcome: 'refused', diagnostics: [] },
      ]);
      const green = await runTarget(second);
      expect(countTests(green)).toMatchObject({ failed: 0, errors: 0 });
    },
    PREPARE_TIMEOUT_MS,
  );
});

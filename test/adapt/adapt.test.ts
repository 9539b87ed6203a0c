import { describe, expect, it } from '@jest/globals';
import { adaptAll, type AdaptInput, type AdaptServices } from '../../src/adapt/adapt.js';
import type { AdaptationProposal, OutgoingRequirement, PastAttempt } from '../../src/domain/adaptation.js';
import { EMPTY_CONTEXT } from '../../src/domain/context.js';
import { CodefaceError } from '../../src/domain/errors.js';
import type { Execution } from '../../src/domain/execution.js';
import { treeOf } from '../../src/domain/files.js';
import type { Primitive } from '../../src/domain/primitive.js';
import type { CapabilityRequirement } from '../../src/domain/requirement.js';
import type { Harness, SuiteRequest } from '../../src/harness/harness.js';
import { planRound } from '../../src/plan/plan.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import type { Resident, ResidentInput } from '../../src/residents/resident.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { primitiveOf } from '../support/primitive-of.js';
import { requirementFor } from '../support/resident-requests.js';
import { keptSandbox, PREPARE_TIMEOUT_MS, suiteRunner } from '../support/suites.js';

const primitive = primitiveOf({
  module: 'kit.waiting',
  exports: ['delay'],
  sourceRoot: 'src',
  files: {
    'src/kit/__init__.py': '',
    'src/kit/waiting.py':
      'from kit.numbers import clamp\n\ndef delay(base: float, cap: float) -> float:\n    return clamp(base * 2, cap)\n',
    'src/kit/numbers.py': 'def clamp(value, most):\n    return min(value, most)\n',
  },
  tests: {
    'tests/test_waiting.py':
      'import pytest\nfrom kit.waiting import delay\n\n@pytest.mark.parametrize("cap", [3.0, 4.0])\ndef test_cap(cap):\n    assert delay(9.0, cap) == cap\n\ndef test_double():\n    assert delay(1.0, 9.0) == 2.0\n',
  },
});
const requirement = requirementFor('shop.pauses', 'def pause(limit: float, unit: float) -> float: ...\n', {
  path: 'src/shop/pauses.py',
});

function inputFor(
  pairs: readonly (readonly [CapabilityRequirement, Primitive])[],
  attempts: readonly PastAttempt[] = [],
): AdaptInput {
  return {
    activations: pairs.map(([{ id }, { id: primitiveId }]) => ({
      requirementId: id,
      primitiveId,
      localRequest: '',
    })),
    plan: { requirements: pairs.map(([one]) => one) },
    retrieval: { primitives: new Map(pairs.map(([, one]) => [one.id, one])) },
    attempts,
  };
}

/** A resident that is asked in the test's stead, and what it was given. */
function recording(answer: Resident['adapt']): Resident & { readonly inputs: readonly ResidentInput[] } {
  const inputs: ResidentInput[] = [];
  const exact = createExactResident();
  return {
    name: 'model',
    inputs,
    assess: input => exact.assess(input),
    adapt: async input => {
      inputs.push(input);
      return answer(input);
    },
  };
}

/** A harness whose runs all end this way. */
function ending(execution: Partial<Execution>): Harness & { readonly requests: readonly SuiteRequest[] } {
  const requests: SuiteRequest[] = [];
  const run = (request: SuiteRequest): Execution => {
    requests.push(request);
    return {
      status: 'completed',
      detail: '',
      command: [],
      driver: 'process',
      environment: 'e',
      digest: 'sha256:1',
      seeds: { PYTHONHASHSEED: '0' },
      interpreter: '3.11.2',
      distributions: [],
      exitCode: 0,
      tests: request.targets.map(id => ({ id, outcome: 'passed', durationMs: 1 })),
      collectionErrors: [],
      output: '',
      durationMs: 1,
      ...execution,
    };
  };
  return { requests, runSuite: async request => run(request), runEach: async all => all.map(run) };
}

function services(residents: readonly Resident[], harness: Harness = ending({})): AdaptServices {
  const environment = { id: 'e', digest: 'd', interpreter: '3.11.2', distributions: [] };
  return {
    residents,
    harness,
    sandbox: {
      driver: 'process',
      prepare: async () => environment,
      run: () => Promise.reject(new Error('only the harness runs')),
    },
    progress: createSilentProgress(),
  };
}

describe('with the exact resident, in a real sandbox', () => {
  it(
    'adapts, runs the carried tests, and proposes the next mapping when the first was refused',
    async () => {
      const sandbox = keptSandbox();
      const { harness } = await suiteRunner([], sandbox);
      const real = { residents: [createExactResident()], harness, sandbox, progress: createSilentProgress() };
      const first = await adaptAll(real, inputFor([[requirement, primitive]]));
      const [adaptation] = first.adaptations;
      expect(first.unsuccessful).toEqual([]);
      expect(first.attempts).toEqual([]);
      expect(adaptation?.validation).toMatchObject({ passed: 3, failed: 0, errors: 0, diagnostics: [] });
      expect(adaptation?.mapping.exports[0]?.parameters).toEqual([
        { from: 'base', to: 'limit' },
        { from: 'cap', to: 'unit' },
      ]);
      expect(adaptation?.provenance).toBe(primitive.provenance);

      const refusal: PastAttempt = {
        requirementId: requirement.id,
        primitiveId: primitive.id,
        mapping: adaptation?.mapping ?? { exports: [] },
        outcome: 'refused',
        diagnostics: [],
      };
      const second = await adaptAll(real, inputFor([[requirement, primitive]], [refusal]));
      expect(second.adaptations[0]?.mapping.exports[0]?.parameters).toEqual([
        { from: 'cap', to: 'limit' },
        { from: 'base', to: 'unit' },
      ]);
      expect(second.adaptations[0]?.validation.passed).toBe(3);

      const refusals = [refusal, { ...refusal, mapping: second.adaptations[0]?.mapping ?? { exports: [] } }];
      const third = await adaptAll(real, inputFor([[requirement, primitive]], refusals));
      expect(third.adaptations).toEqual([]);
      expect(third.unsuccessful).toEqual([
        {
          requirementId: requirement.id,
          primitiveId: primitive.id,
          reason: 'every mapping that fits was refused',
        },
      ]);
    },
    PREPARE_TIMEOUT_MS,
  );

  it(
    'tells what failed when a carried test of the donor fails',
    async () => {
      const sandbox = keptSandbox();
      const { harness } = await suiteRunner([], sandbox);
      const text = 'from kit.waiting import delay\n\ndef test_wrong():\n    assert delay(1.0, 9.0) == 3.0\n';
      const broken = primitiveOf({
        module: 'kit.waiting',
        exports: ['delay'],
        files: {
          'kit/__init__.py': '',
          'kit/waiting.py': 'def delay(base: float, cap: float) -> float:\n    return base\n',
        },
        tests: { 'tests/test_waiting.py': text },
      });
      const real = { residents: [createExactResident()], harness, sandbox, progress: createSilentProgress() };
      const outcome = await adaptAll(real, inputFor([[requirement, broken]]));
      expect(outcome.adaptations).toEqual([]);
      expect(outcome.attempts.map(({ outcome: ending_ }) => ending_)).toEqual([
        'carried-tests-failed',
        'carried-tests-failed',
      ]);
      expect(outcome.attempts[0]?.diagnostics[0]).toMatch(/test_wrong: AssertionError/);
      expect(outcome.unsuccessful[0]?.reason).toBe('every mapping that fits was refused');
    },
    PREPARE_TIMEOUT_MS,
  );
});

it('runs the proposal alone: its files, the packages they lie in, and its retained tests', async () => {
  const harness = ending({});
  await adaptAll(services([createExactResident()], harness), inputFor([[requirement, primitive]]));
  const [request] = harness.requests;
  expect([...(request?.files.keys() ?? [])].sort()).toEqual([
    'src/shop/__init__.py',
    'src/shop/_pauses/__init__.py',
    'src/shop/_pauses/numbers.py',
    'src/shop/pauses.py',
    'tests/carried/test_shop_pauses.py',
  ]);
  expect(request?.sourceRoots).toEqual(['src']);
  expect(request?.mustImport).toEqual(['shop.pauses']);
  expect(request?.targets).toEqual([
    'tests/carried/test_shop_pauses.py::test_cap',
    'tests/carried/test_shop_pauses.py::test_double',
  ]);
});

it('gives a resident exactly its four things: nothing of the target’s tests ever reaches it', async () => {
  const planted = 'planted-literal-83274';
  const target = treeOf([
    { path: 'src/shop/__init__.py', encoding: 'utf8', content: '' },
    {
      path: 'tests/test_pauses.py',
      encoding: 'utf8',
      content: `from shop.pauses import pause\n\ndef test_it():\n    assert pause(1.5, unit=2.5) == "${planted}", pause("${planted}", 4321.25)\n`,
    },
  ]);
  const asked = { repository: 'acme/shop', title: 'Pauses', body: 'Build the pauses.', requestedBy: 'ada' };
  const { plan } = planRound(asked, target, EMPTY_CONTEXT, []);
  const [found] = plan.requirements;
  if (found === undefined) throw new Error('the plan is empty');
  expect(found.exports[0]?.name).toBe('pause');
  const resident = recording(input => createExactResident().adapt(input));
  const foreign: PastAttempt = {
    requirementId: 'r:another',
    primitiveId: primitive.id,
    mapping: { exports: [] },
    outcome: 'carried-tests-failed',
    diagnostics: [planted],
  };
  await adaptAll(services([resident]), inputFor([[found, primitive]], [foreign]));
  expect(resident.inputs).toHaveLength(1);
  const [input] = resident.inputs;
  expect(Object.keys(input ?? {}).sort()).toEqual([
    'attempts',
    'context',
    'incoming',
    'localRequest',
    'primitive',
  ]);
  const text = JSON.stringify(resident.inputs);
  for (const secret of [planted, '4321.25', 'test_it', 'tests/test_pauses.py'])
    expect(text).not.toContain(secret);
});

describe('a proposal is rejected', () => {
  it('at most three times, each time with what was wrong, before the requirement is returned', async () => {
    const harness = ending({
      tests: [
        { id: 't::test_x', outcome: 'failed', durationMs: 1, errorType: 'AssertionError', message: 'no' },
      ],
    });
    const resident = recording(input => createExactResident().adapt({ ...input, attempts: [] }));
    const outcome = await adaptAll(services([resident], harness), inputFor([[requirement, primitive]]));
    expect(resident.inputs).toHaveLength(3);
    expect(resident.inputs.map(({ attempts }) => attempts.length)).toEqual([0, 1, 2]);
    expect(resident.inputs[2]?.attempts[1]?.diagnostics[0]).toBe('t::test_x: AssertionError: no');
    expect(outcome.adaptations).toEqual([]);
    expect(outcome.attempts).toHaveLength(3);
    expect(outcome.unsuccessful[0]?.reason).toBe('3 proposals were rejected: t::test_x: AssertionError: no');
  });

  it('without being run when it leaves its bounds', async () => {
    const harness = ending({});
    const resident = recording(async input => {
      const proposal = await createExactResident().adapt(input);
      const escape = { path: '../x.py', encoding: 'utf8' as const, content: '' };
      return { ...proposal, files: [...proposal.files, escape] };
    });
    const outcome = await adaptAll(services([resident], harness), inputFor([[requirement, primitive]]));
    expect(harness.requests).toEqual([]);
    expect(outcome.attempts.map(attempt => attempt.outcome)).toContain('invalid-reply');
    expect(outcome.attempts[0]?.diagnostics).toEqual(['`../x.py` is no path inside of the target.']);
  });

  it('and the next resident is asked, also when one cannot be reached', async () => {
    const down = recording(() => Promise.reject(new CodefaceError('language-model', 'The server is away.')));
    const outcome = await adaptAll(
      services([down, createExactResident()]),
      inputFor([[requirement, primitive]]),
    );
    expect(outcome.adaptations).toHaveLength(1);
    const alone = await adaptAll(services([down]), inputFor([[requirement, primitive]]));
    expect(alone.unsuccessful[0]?.reason).toBe('the model resident failed: The server is away.');
  });
});

it('ends in a sandbox error when nothing can be run', async () => {
  const progress = createSilentProgress();
  const broken = ending({ status: 'environment-fault', detail: 'the engine stopped' });
  const run = adaptAll(
    { ...services([createExactResident()], broken), progress },
    inputFor([[requirement, primitive]]),
  );
  await expect(run).rejects.toMatchObject({ code: 'sandbox', retryable: true });
  expect(progress.steps[0]?.ending?.kind).toBe('failed');
});

describe('what one component demands of another', () => {
  const other: Primitive = { ...primitive, id: 'cf-other0000000' };
  const later = requirementFor('shop.later', 'def pause(limit: float, unit: float) -> float: ...\n');

  async function demands(outgoing: (input: ResidentInput) => readonly OutgoingRequirement[]) {
    const resident = recording(async (input): Promise<AdaptationProposal> => {
      const proposal = await createExactResident().adapt(input);
      return { ...proposal, outgoing: outgoing(input) };
    });
    const pairs = [
      [requirement, primitive],
      [later, other],
    ] as const;
    const outcome = await adaptAll(services([resident]), inputFor(pairs));
    return {
      outcome,
      asked: resident.inputs.map(({ localRequest, incoming }) => [localRequest.module, incoming.length]),
    };
  }

  it('reaches one that comes later', async () => {
    const demand = { from: requirement.id, to: later.id, demand: 'Accept seconds.' };
    const { asked } = await demands(({ context }) => (context.module === 'shop.pauses' ? [demand] : []));
    expect(asked).toEqual([
      ['shop.pauses', 0],
      ['shop.later', 1],
    ]);
  });

  it('has one that came earlier adapted once more, and no oftener', async () => {
    const demand = { from: later.id, to: requirement.id, demand: 'Accept seconds.' };
    const back = { from: requirement.id, to: later.id, demand: 'Give seconds.' };
    const { asked, outcome } = await demands(({ context }) =>
      context.module === 'shop.later' ? [demand] : [back],
    );
    expect(asked).toEqual([
      ['shop.pauses', 0],
      ['shop.later', 1],
      ['shop.pauses', 1],
    ]);
    expect(outcome.adaptations).toHaveLength(2);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CodefaceError } from '../../src/domain/errors.js';
import { createHarness } from '../../src/harness/create-harness.js';
import { associate, type AssociationServices } from '../../src/mining/associate.js';
import type { EnvironmentRequest, Sandbox } from '../../src/ports/sandbox.js';
import { createFakeHarness } from '../fakes/fake-harness.js';
import { createFakeSandbox } from '../fakes/fake-sandbox.js';
import { createMemoryMiningMemory } from '../fakes/memory-mining-memory.js';
import { createSilentProgress } from '../fakes/silent-progress.js';
import { harnessProgram } from '../support/harness-program.js';
import { lines, snapshotOf } from '../support/mined.js';
import { keptSandbox, PREPARE_TIMEOUT_MS } from '../support/suites.js';

const SHOP = snapshotOf({
  'shop.py': lines('def price(): return 3', 'def other(): return 4'),
  'test_shop.py': lines('import shop', 'def test_price(): assert shop.price() == 3'),
});
const ALONE = 'Its own suite told nothing, so that tests are tied to code by names and imports alone.';

/** Everything fake; the suite's only test passes and enters `price`. */
function services(more: Pick<Partial<AssociationServices>, 'sandbox'> = {}) {
  const harness = createFakeHarness(() => ({
    tests: [{ id: 'test_shop.py::test_price', outcome: 'passed', durationMs: 1, entered: [] }],
  }));
  const progress = createSilentProgress();
  return { harness, progress, sandbox: createFakeSandbox(), ...more };
}

/** A sandbox in which some requests cannot be prepared. */
const refusing = (refusal: (request: EnvironmentRequest) => CodefaceError | undefined): Sandbox => ({
  ...createFakeSandbox(),
  prepare: async request => {
    const error = refusal(request);
    if (error !== undefined) throw error;
    return createFakeSandbox().prepare(request);
  },
});

describe('running a repository’s own suite', () => {
  const sandbox = keptSandbox();
  beforeAll(() => sandbox.prepare({ distributions: [] }), PREPARE_TIMEOUT_MS);

  it(
    'ties each test to what it enters',
    async () => {
      const harness = createHarness({ sandbox, program: harnessProgram(), nonce: randomUUID });
      const { association, run } = await associate({ ...services({ sandbox }), harness }, SHOP);
      expect(run).toEqual({ tests: 1, functions: 2, note: '' });
      expect(association?.functions).toEqual([
        ['shop.py', 1],
        ['test_shop.py', 2],
      ]);
      expect([...(association?.byTest ?? [])]).toEqual([
        [
          'test_shop.py::test_price',
          [
            { number: 0, share: 1 },
            { number: 1, share: 1 },
          ],
        ],
      ]);
    },
    PREPARE_TIMEOUT_MS,
  );

  it('is shown as a step', async () => {
    const own = services();
    await associate(own, SHOP);
    expect(own.progress.steps.map(({ title, ending }) => [title, ending])).toEqual([
      ['Running its own suite', { kind: 'finished', text: '1 test' }],
    ]);
  });

  it('is not done again for the same tree, and is for another', async () => {
    const own = { ...services(), memory: createMemoryMiningMemory() };
    const first = await associate(own, SHOP);
    expect(await associate(own, SHOP)).toEqual(first);
    expect(own.harness.requests).toHaveLength(1);
    await associate(own, { ...SHOP, files: new Map([...SHOP.files, ['more.py', Buffer.from('A = 1\n')]]) });
    expect(own.harness.requests).toHaveLength(2);
  });
});

describe('a suite that cannot be run', () => {
  it('is told of, and nothing else is lost', async () => {
    const sandbox = refusing(() => new CodefaceError('sandbox', 'There is no engine.'));
    const { association, run } = await associate(services({ sandbox }), SHOP);
    expect([association, run?.note]).toEqual([undefined, `${ALONE} There is no engine.`]);
  });

  it('is run without what has no wheel', async () => {
    const sandbox = refusing(({ distributions }) =>
      distributions.some(one => one.startsWith('style'))
        ? new CodefaceError('sandbox', 'Installing did not succeed: style-check==1 has no wheel here.', {
            fault: 'no-wheel',
          })
        : undefined,
    );
    const files = new Map([...SHOP.files, ['requirements-test.txt', Buffer.from('style-check==1\nattrs\n')]]);
    const own = services({ sandbox });
    const { run } = await associate(own, { ...SHOP, files });
    expect(run?.note).toBe('');
    expect(own.harness.requests[0]?.environment.distributions).toEqual(['attrs']);
  });

  it('is left to the CI where the repository says so', async () => {
    const files = new Map([...SHOP.files, ['.codeface.yml', Buffer.from('judge: ci\n')]]);
    const own = services();
    const { run } = await associate(own, { ...SHOP, files });
    expect(run?.note).toContain('only its own CI runs it');
    expect(own.harness.requests).toEqual([]);
  });

  it('is nothing to speak of where there are no tests', async () => {
    const files = new Map([...SHOP.files].filter(([path]) => path !== 'test_shop.py'));
    const own = services();
    expect(await associate(own, { ...SHOP, files })).toEqual({});
    expect(own.progress.steps).toEqual([]);
  });

  it('does not hide what is no fault of the suite', async () => {
    const sandbox = refusing(() => new CodefaceError('store', 'The disk is full.'));
    await expect(associate(services({ sandbox }), SHOP)).rejects.toThrow('The disk is full.');
  });
});

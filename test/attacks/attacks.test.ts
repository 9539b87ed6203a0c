import { beforeAll, expect, it } from '@jest/globals';
import { describeWithDriver } from '../support/sandboxes.js';
import type { AttackResult } from './attack.js';
import { ATTACKS } from './all-attacks.js';
import { runAttacks } from './run-attacks.js';
import { isProblem, renderProblem, sumOf } from './table.js';
import { ISOLATING_DRIVERS, probe, type IsolatingDriver } from './world.js';

const LONGEST_MS = 15 * 60_000;

/** Whether all that is wrong with an attack's end is how long it took. */
function isLate({ outcome, escapes, leftovers }: AttackResult): boolean {
  return escapes.length === 0 && leftovers.length === 0 && /^[\w -]+, took \d+ ms$/.test(outcome);
}

const probes = await Promise.all(ISOLATING_DRIVERS.map(probe));
/** Both drivers at once; each takes its attacks one after the other. */
const running = new Map<string, ReturnType<typeof runAttacks>>();

beforeAll(() => {
  for (const [index, driver] of ISOLATING_DRIVERS.entries()) {
    if (probes[index]?.available !== true) continue;
    const results = runAttacks(driver, ATTACKS);
    results.catch(() => undefined);
    running.set(driver, results);
  }
});

for (const found of probes)
  describeWithDriver(found, () => {
    it(
      'lets nothing out, leaves nothing, and ends each attack as it must',
      async () => {
        const first = (await running.get(found.driver)) ?? [];
        // Both drivers and other tests share the processors: a bound that is missed meanwhile is tried once more alone.
        const late = first.filter(isLate).map(({ attack }) => attack);
        const again = late.length > 0 ? await runAttacks(found.driver as IsolatingDriver, late) : [];
        const results = first.map(result => again.find(({ attack }) => attack === result.attack) ?? result);
        expect(results.filter(isProblem).map(renderProblem)).toEqual([]);
        expect(results).toHaveLength(ATTACKS.length);
        expect(sumOf(results)).toEqual({ escapes: 0, leftovers: 0, wrongOutcomes: 0 });
      },
      LONGEST_MS,
    );
  });

it('are at least forty, each with a name of its own', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(ATTACKS.map(({ family, name }) => `${family}: ${name}`)).size).toBe(ATTACKS.length);
});

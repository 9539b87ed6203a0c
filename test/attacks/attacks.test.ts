import { beforeAll, expect, it } from '@jest/globals';
import { describeWithDriver } from '../support/sandboxes.js';
import { ATTACKS } from './all-attacks.js';
import { runAttacks } from './run-attacks.js';
import { isProblem, renderProblem, sumOf } from './table.js';
import { ISOLATING_DRIVERS, probe } from './world.js';

const LONGEST_MS = 15 * 60_000;
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
        const results = (await running.get(found.driver)) ?? [];
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

import type { Attack, AttackResult } from './attack.js';
import { runAttack } from './run-attack.js';
import { openWorld } from './world.js';
import type { IsolatingDriver } from './world.js';

/** Runs attacks on one driver in order; `onDone` is told each result and how many there are by then. */
export async function runAttacks(
  driver: IsolatingDriver,
  attacks: readonly Attack[],
  onDone: (result: AttackResult, done: number) => void = () => undefined,
): Promise<readonly AttackResult[]> {
  const world = await openWorld(driver);
  const results: AttackResult[] = [];
  try {
    for (const attack of attacks) {
      const result = await runAttack(attack, world);
      results.push(result);
      onDone(result, results.length);
    }
    return results;
  } finally {
    await world.close();
  }
}

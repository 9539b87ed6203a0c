import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { boundsCommands } from './sandbox-bounds-contract.js';
import { preparesEnvironments } from './sandbox-environments-contract.js';
import { confinesInstallations } from './sandbox-installations-contract.js';
import { isolatesCommands } from './sandbox-isolation-contract.js';
import { runsCommands } from './sandbox-runs-contract.js';
import { PREPARE_TIMEOUT_MS, SandboxWorld } from './sandbox-world.js';
import type { SandboxSubject } from './sandbox-world.js';

/**
 * What every sandbox promises. `isolates` is false for the process driver, which promises only what a plain child
 * process can hold.
 */
export function sandboxContract(
  name: string,
  make: () => Promise<SandboxSubject>,
  { isolates }: { readonly isolates: boolean },
): void {
  describe(`${name} keeps the sandbox contract`, () => {
    const world = new SandboxWorld(isolates);
    beforeAll(() => world.open(make), PREPARE_TIMEOUT_MS);
    afterAll(() => world.close());

    runsCommands(world);
    boundsCommands(world);
    isolatesCommands(world);
    preparesEnvironments(world);
    confinesInstallations(world);

    describe('after all that', () => {
      it('nothing is left behind, not even a process', async () => {
        expect(await world.subject.leftovers()).toEqual([]);
        expect(processesWith(world.marker)).toEqual([]);
      });
    });
  });
}

/** Command lines on this machine that hold the text. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    })
    .filter(line => line.includes(text));
}

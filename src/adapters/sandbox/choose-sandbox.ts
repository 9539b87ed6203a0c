import { CodefaceError } from '../../domain/errors.js';
import type { SandboxDriver } from '../../ports/sandbox.js';
import type { SandboxProbe } from './probe.js';

export interface SandboxWish {
  /** What the person set; the strongest one that is there when absent. */
  readonly driver: SandboxDriver | undefined;
  /** The caller says that it trusts the code it will run. */
  readonly trusted: boolean;
}

/** One look at a driver each, made only when it is needed. */
export type SandboxProbes = Readonly<Record<SandboxDriver, () => Promise<SandboxProbe>>>;

/**
 * The driver that was set, else docker, else bubblewrap, else, for trusted code alone, process. Ends in a
 * `CodefaceError`: `configuration` when process was set for code nobody vouches for, `sandbox` when the driver
 * that was set, or every driver, is missing; it says what to install.
 */
export async function chooseSandbox(wish: SandboxWish, probes: SandboxProbes): Promise<SandboxDriver> {
  if (wish.driver === 'process' && !wish.trusted)
    throw new CodefaceError(
      'configuration',
      'The process sandbox runs code without any isolation: add --trust on the command line if all of the code is yours, or choose docker or bubblewrap.',
    );
  const inOrder: readonly SandboxDriver[] = wish.trusted
    ? ['docker', 'bubblewrap', 'process']
    : ['docker', 'bubblewrap'];
  const missing: SandboxProbe[] = [];
  for (const driver of wish.driver === undefined ? inOrder : [wish.driver]) {
    const probe = await probes[driver]();
    if (probe.available) return driver;
    missing.push(probe);
  }
  const reasons = missing.map(({ driver, reason }) => `${driver}: ${reason}`).join('; ');
  throw new CodefaceError('sandbox', `There is no sandbox to run code in. ${reasons}.`);
}

import { CodefaceError } from '../../src/domain/errors.js';
import type { Environment, Sandbox } from '../../src/ports/sandbox.js';

/** Prepares anything but the distributions in `broken`, and runs nothing. */
export function createFakeSandbox(
  broken: ReadonlySet<string> = new Set(),
): Sandbox & { readonly prepared: readonly (readonly string[])[] } {
  const prepared: (readonly string[])[] = [];
  return {
    driver: 'process',
    prepared,
    prepare: async ({ distributions }): Promise<Environment> => {
      prepared.push(distributions);
      const offender = distributions.find(one => broken.has(one)) ?? (broken.has('*') ? '*' : undefined);
      if (offender !== undefined) throw new CodefaceError('sandbox', `${offender} cannot be installed`);
      return { id: distributions.join(), digest: 'sha256:1', interpreter: '3.11.2', distributions };
    },
    run: async () => {
      throw new CodefaceError('sandbox', 'this sandbox runs nothing');
    },
  };
}

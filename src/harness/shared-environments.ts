import { CodefaceError } from '../domain/errors.js';
import type { Environment, Sandbox } from '../ports/sandbox.js';

/**
 * Prepares one environment for all sets of requirements, or, when they cannot be installed together, one for each; a
 * set that cannot be installed at all has its error. Ends in that error when not even nothing can be prepared.
 */
export async function prepareTogether(
  sandbox: Sandbox,
  sets: readonly (readonly string[])[],
): Promise<(requirements: readonly string[]) => Environment | CodefaceError> {
  const together = await tryPrepare(sandbox, [...new Set(sets.flat())].sort());
  if (!(together instanceof CodefaceError)) return () => together;
  await sandbox.prepare({ distributions: [] });
  const environments = new Map<string, Environment | CodefaceError>();
  for (const set of sets) {
    const key = requirementsKey(set);
    if (!environments.has(key)) environments.set(key, await tryPrepare(sandbox, set));
  }
  return set => environments.get(requirementsKey(set)) ?? together;
}

/** The name of a set of requirements, whatever their order. */
export function requirementsKey(requirements: readonly string[]): string {
  return [...new Set(requirements)].sort().join('\n');
}

async function tryPrepare(
  sandbox: Sandbox,
  distributions: readonly string[],
): Promise<Environment | CodefaceError> {
  try {
    return await sandbox.prepare({ distributions });
  } catch (error) {
    if (error instanceof CodefaceError && error.code === 'sandbox') return error;
    throw error;
  }
}

import { distributionName } from '../../python/distribution-name.js';

/**
 * The requirements among `known` whose distributions are named. A distribution is installed with network, so nobody
 * can bring a new one along by naming it: the code that imports it fails, and says so.
 */
export function knownDistributions(names: readonly string[], known: readonly string[]): readonly string[] {
  const requirements = new Map<string, string>();
  for (const requirement of known) {
    const name = distributionName(requirement);
    if (!requirements.has(name)) requirements.set(name, requirement);
  }
  return [...new Set(names.map(distributionName))].flatMap(name => requirements.get(name) ?? []);
}

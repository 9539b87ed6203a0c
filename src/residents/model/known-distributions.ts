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

/** The normalised distribution name of a PEP 508 requirement (PEP 503). */
function distributionName(requirement: string): string {
  const name = /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1] ?? requirement;
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

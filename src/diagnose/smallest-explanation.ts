/** A failure with the components it may be due to. */
export interface Suspicion {
  readonly subject: string;
  readonly suspects: readonly string[];
}

/**
 * The smallest set of components that explains every failure, greedily (Code Primitives, equation 23: c_t): first
 * the one that explains most of what is left; of equals, the one that fewer passing tests speak for. Failures
 * without a suspect are explained by nothing.
 */
export function smallestExplanation(
  failures: readonly Suspicion[],
  passing: readonly Suspicion[],
): ReadonlySet<string> {
  const chosen = new Set<string>();
  let open = failures.filter(failure => failure.suspects.length > 0);
  const exonerations = countBySuspect(passing);
  while (open.length > 0) {
    const counts = [...countBySuspect(open)];
    counts.sort(
      ([a, explainsA], [b, explainsB]) =>
        explainsB - explainsA || (exonerations.get(a) ?? 0) - (exonerations.get(b) ?? 0) || (a < b ? -1 : 1),
    );
    const guilty = counts[0]?.[0];
    if (guilty === undefined) break;
    chosen.add(guilty);
    open = open.filter(failure => !failure.suspects.includes(guilty));
  }
  return chosen;
}

function countBySuspect(suspicions: readonly Suspicion[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { suspects } of suspicions) {
    for (const suspect of suspects) counts.set(suspect, (counts.get(suspect) ?? 0) + 1);
  }
  return counts;
}

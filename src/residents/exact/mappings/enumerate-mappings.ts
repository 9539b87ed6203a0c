import type { ExportMapping, Mapping } from '../../../domain/adaptation.js';
import type { PrimitiveInterface } from '../../../domain/primitive.js';
import type { ExportedSymbol } from '../../../domain/signature.js';
import type { TypeVariables } from '../annotations/accepts.js';
import { fitExport } from './fit-export.js';
import { nameSimilarity, splitIdentifier, wordSimilarity } from './name-similarity.js';
import type { RankedParameters } from './rank-parameters.js';

/** Ways to pair exports, and parameter mappings for each of them, that are proposed at most. */
const MOST_ASSIGNMENTS = 16;
const MOST_MAPPINGS = 64;
const MOST_EXPLORED = 2_000;

/**
 * Every mapping that gives the required exports, the most plausible first and always in the same order: exports
 * are paired by names, docstrings and fit, then their parameters by `rankParameters`. Lazy: what is not asked for is
 * not worked out. Empty when a required export has no counterpart.
 */
export function* enumerateMappings(
  offered: PrimitiveInterface,
  required: readonly ExportedSymbol[],
  variables: TypeVariables = new Set(),
): Iterable<Mapping> {
  for (const assignment of assignments(offered.exports, required, variables))
    yield* product(assignment, required);
}

/** A donor's export for a required one. */
interface Pair {
  readonly donor: ExportedSymbol;
  readonly score: number;
  readonly parameters: readonly RankedParameters[];
}

function assignments(
  donors: readonly ExportedSymbol[],
  required: readonly ExportedSymbol[],
  variables: TypeVariables,
): readonly (readonly Pair[])[] {
  const choices = required.map(target =>
    donors
      .flatMap((donor): readonly Pair[] => {
        const fit = fitExport(donor, target, variables);
        return fit.fits
          ? [{ donor, parameters: fit.parameters, score: pairScore(donor, target, fit.parameters) }]
          : [];
      })
      .sort((a, b) => b.score - a.score),
  );
  const found: { readonly pairs: readonly Pair[]; readonly score: number }[] = [];
  const visit = (pairs: readonly Pair[], score: number): void => {
    if (found.length >= MOST_EXPLORED) return;
    if (pairs.length === required.length) {
      found.push({ pairs, score });
      return;
    }
    for (const pair of choices[pairs.length] ?? [])
      if (!pairs.some(({ donor }) => donor === pair.donor)) visit([...pairs, pair], score + pair.score);
  };
  visit([], 0);
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_ASSIGNMENTS)
    .map(({ pairs }) => pairs);
}

/** How plausible it is that one export is meant by another: names first, then words, then the shape. */
export function pairScore(
  donor: ExportedSymbol,
  target: ExportedSymbol,
  parameters: readonly RankedParameters[],
): number {
  const names = donor.name === target.name ? 60 : 30 * nameSimilarity(donor.name, target.name);
  const words = 20 * wordSimilarity(proseWords(donor.docstring), proseWords(target.docstring));
  const count = parameters[0]?.parameters.length ?? 0;
  const shape = count === 0 ? 0 : (parameters[0]?.score ?? 0) / count;
  return names + words + 0.2 * shape + (donor.kind === target.kind ? 5 : 0);
}

/** Words of a docstring's prose, short ones left out. */
function proseWords(docstring: string | undefined): readonly string[] {
  const [summary = ''] = (docstring ?? '').split(/^\s*>>>/m);
  return splitIdentifier(summary).filter(word => word.length > 3);
}

/** Combinations of parameter mappings for one assignment, best sum first. */
function* product(pairs: readonly Pair[], required: readonly ExportedSymbol[]): Iterable<Mapping> {
  let combinations: readonly Combination[] = [{ exports: [], score: 0 }];
  pairs.forEach((pair, index) => {
    const to = required[index]?.name ?? pair.donor.name;
    combinations = combinations
      .flatMap(({ exports, score }) =>
        pair.parameters.map(({ parameters, score: own }) => ({
          exports: [...exports, { from: pair.donor.name, to, parameters }],
          score: score + own,
        })),
      )
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_MAPPINGS);
  });
  for (const { exports } of combinations) yield { exports };
}

interface Combination {
  readonly exports: readonly ExportMapping[];
  readonly score: number;
}

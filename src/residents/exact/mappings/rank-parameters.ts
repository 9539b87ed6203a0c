import type { ExportMapping } from '../../../domain/adaptation.js';
import type { Parameter, Signature } from '../../../domain/signature.js';
import { accepts, type Fit, type TypeVariables } from '../annotations/accepts.js';
import { readAnnotation } from '../annotations/read-annotation.js';
import { nameSimilarity } from './name-similarity.js';

/** One way to give a donor's parameters to the required ones, the more plausible the higher its score. */
export interface RankedParameters {
  readonly parameters: ExportMapping['parameters'];
  readonly score: number;
}

/** Partial ways that are looked at, and ways that are kept, for one pair of callables. */
const MOST_EXPLORED = 20_000;
const MOST_KEPT = 64;

const ANNOTATION_SCORES: Readonly<Record<Exclude<Fit, 'incompatible'>, number>> = {
  same: 10,
  compatible: 6,
  unknown: 5,
};

/**
 * Every way to map parameters within compatible types, best first: by the same name, by alike names, by annotation,
 * by default, and by the donor's order where nothing else tells them apart. Each required parameter takes one of
 * the donor's, that of its own name where there is one; what the donor has besides needs a default. None when there
 * is no such way.
 */
export function rankParameters(
  donor: Signature,
  required: Signature,
  variables: TypeVariables,
): readonly RankedParameters[] {
  const targets = required.parameters;
  const choices = targets.map(target => choicesFor(target, donor.parameters, variables));
  if (choices.some(({ length }) => length === 0)) return [];
  const found: RankedParameters[] = [];
  let explored = 0;
  const visit = (taken: readonly number[], score: number): void => {
    explored += 1;
    if (explored > MOST_EXPLORED) return;
    if (taken.length === targets.length) {
      const parameters = namedPairs(donor, targets, taken);
      if (parameters !== undefined)
        found.push({ parameters, score: score - ORDER_WEIGHT * inversions(taken, targets) });
      return;
    }
    for (const choice of choices[taken.length] ?? [])
      if (!taken.includes(choice.position)) visit([...taken, choice.position], score + choice.score);
  };
  visit([], 0);
  return found.sort((a, b) => b.score - a.score).slice(0, MOST_KEPT);
}

interface Choice {
  /** Of the donor's parameter. */
  readonly position: number;
  readonly score: number;
}

function choicesFor(
  target: Parameter,
  parameters: readonly Parameter[],
  variables: TypeVariables,
): readonly Choice[] {
  const choices = parameters
    .map((parameter, position) => ({ position, score: pairScore(parameter, target, variables) }))
    .flatMap(({ position, score }) => (score === undefined ? [] : [{ position, score }]))
    .sort((a, b) => b.score - a.score || a.position - b.position);
  const namesake = choices.filter(({ position }) => parameters[position]?.name === target.name);
  return namesake.length > 0 ? namesake : choices;
}

/** Less than any difference that names make. */
const ORDER_WEIGHT = 0.5;

/** How well a donor's parameter serves as a required one; undefined when it cannot. */
export function pairScore(donor: Parameter, target: Parameter, variables: TypeVariables): number | undefined {
  const isVariadic = donor.kind.startsWith('var') || target.kind.startsWith('var');
  if (isVariadic && donor.kind !== target.kind) return undefined;
  const fit = accepts(readAnnotation(donor.annotation), readAnnotation(target.annotation), variables);
  if (fit === 'incompatible') return undefined;
  const names = donor.name === target.name ? 50 : 25 * nameSimilarity(donor.name, target.name);
  return names + ANNOTATION_SCORES[fit] + defaultScore(donor.defaultValue, target.defaultValue);
}

function defaultScore(donor: string | undefined, target: string | undefined): number {
  if (donor === undefined) return target === undefined ? 3 : 2;
  if (target === undefined) return 1;
  return donor === target ? 4 : 3;
}

/** The pairs by name, unless a donor's parameter that is left over has no default or two would share a name. */
function namedPairs(
  donor: Signature,
  targets: readonly Parameter[],
  taken: readonly number[],
): ExportMapping['parameters'] | undefined {
  const left = donor.parameters.filter((_, position) => !taken.includes(position));
  if (left.some(isDemanded)) return undefined;
  const pairs = taken.flatMap((position, index) => {
    const from = donor.parameters[position]?.name;
    const name = targets[index]?.name;
    return from === undefined || name === undefined ? [] : [{ from, to: name === '' ? from : name }];
  });
  const names = [...pairs.map(({ to }) => to), ...left.map(({ name }) => name)];
  return new Set(names).size === names.length ? pairs : undefined;
}

/** Whether every caller has to give a parameter. */
export function isDemanded(parameter: Parameter): boolean {
  return parameter.defaultValue === undefined && !parameter.kind.startsWith('var');
}

/** Pairs of positional parameters that stand the other way round in the donor. */
function inversions(taken: readonly number[], targets: readonly Parameter[]): number {
  const positions = taken.filter((_, index) => targets[index]?.kind.startsWith('positional'));
  return positions.reduce(
    (count, position, index) => count + positions.slice(index + 1).filter(later => later < position).length,
    0,
  );
}

import type { Primitive } from '../domain/primitive.js';
import type { CapabilityRequirement } from '../domain/requirement.js';
import type { ExportedSymbol } from '../domain/signature.js';
import { byAge, versionOf } from './families/age.js';
import { familyOf } from './families/link-families.js';

/** A primitive with the score that search gave it; larger is better. */
export interface ScoredPrimitive {
  readonly primitive: Primitive;
  readonly score: number;
}

/** How many candidates a requirement gets (Code Primitives, section 3.4: m = 2). */
export const CANDIDATES_PER_REQUIREMENT = 2;

/**
 * The candidates of one requirement, best first: words decide together with how well the exports fit, since a
 * capability under other names shares its shape with the requirement and not its words; many functions share a shape,
 * so that one which has the required name too counts for more. The score is of -0.5 to 2.5: words and shape give up to
 * 1 each, names up to `NAME_WEIGHT`, and surplus takes up to `SURPLUS_WEIGHT`. What exports more than is
 * needed comes after what does not; ties go to the smaller primitive, then to the id, so that the order is the same
 * everywhere. A family of near duplicates has one place, and of primitives that would offer the very same definition
 * only the best is a candidate: the second place is for something else.
 */
export function rankCandidates(
  requirement: CapabilityRequirement,
  found: readonly ScoredPrimitive[],
): readonly ScoredPrimitive[] {
  const best = Math.max(...found.map(hit => hit.score), 0);
  const families = new Map<string, Fitting>();
  for (const { primitive, score } of found) {
    const fit =
      exportFit(primitive.interface.exports, requirement.exports) +
      NAME_WEIGHT * namedFit(primitive.interface.exports, requirement.exports) -
      SURPLUS_WEIGHT * surplus(primitive, requirement);
    const hit = { primitive, fit, score: (best > 0 ? score / best : 0) + fit };
    const family = familyOf(primitive);
    const rival = families.get(family);
    if (rival === undefined || isRatherOffered(hit, rival)) families.set(family, hit);
  }
  const offered = new Set<string>();
  return [...families.values()]
    .sort(byScore)
    .filter(({ primitive }) => {
      const definitions = offeredDefinitions(primitive, requirement);
      return !offered.has(definitions) && offered.add(definitions);
    })
    .slice(0, CANDIDATES_PER_REQUIREMENT)
    .map(({ primitive, score }) => ({ primitive, score }));
}

interface Fitting extends ScoredPrimitive {
  /** How well the exports fit, without the words. */
  readonly fit: number;
}

/** Which of two near duplicates a family offers: what fits better, else the newer version, else the better score. */
function isRatherOffered(one: Fitting, other: Fitting): boolean {
  if (one.fit !== other.fit) return one.fit > other.fit;
  const [a, b] = [versionOf(one.primitive), versionOf(other.primitive)];
  if (a !== undefined && b !== undefined && a !== b) return byAge(other.primitive, one.primitive) < 0;
  return byScore(one, other) < 0;
}

function byScore(a: ScoredPrimitive, b: ScoredPrimitive): number {
  return b.score - a.score || size(a) - size(b) || (a.primitive.id < b.primitive.id ? -1 : 1);
}

/** What a primitive costs that brings nothing but surplus, on the scale of the two parts of the score. */
const SURPLUS_WEIGHT = 0.5;

/**
 * What the required name on a fitting export is worth, on the same scale: half of what the words can give, among which
 * the name is one already.
 */
const NAME_WEIGHT = 0.5;

/** Share of a primitive's exports that the requirement has no use for, 0 to 1. */
function surplus({ interface: { exports } }: Primitive, requirement: CapabilityRequirement): number {
  return Math.max(0, exports.length - requirement.exports.length) / exports.length;
}

/** Which definitions of which module would be taken: the best fitting one for each required export. */
function offeredDefinitions(primitive: Primitive, requirement: CapabilityRequirement): string {
  const { module, exports } = primitive.interface;
  const taken = requirement.exports.map(required => {
    const fits = exports.map(symbol => symbolFit(symbol, required));
    return exports[fits.indexOf(Math.max(...fits))]?.name;
  });
  return JSON.stringify([primitive.provenance.repository, module, taken]);
}

/** Mean over the required exports of the best fit among the offered ones, 0 to 1. */
export function exportFit(offered: readonly ExportedSymbol[], required: readonly ExportedSymbol[]): number {
  if (required.length === 0) return 0;
  const fits = required.map(symbol => Math.max(0, ...offered.map(other => symbolFit(other, symbol))));
  return fits.reduce((sum, fit) => sum + fit, 0) / fits.length;
}

/** The same of exports that have the required names, in whatever case they are written. */
function namedFit(offered: readonly ExportedSymbol[], required: readonly ExportedSymbol[]): number {
  if (required.length === 0) return 0;
  const fits = required.map(symbol =>
    exportFit(
      offered.filter(other => bareName(other) === bareName(symbol)),
      [symbol],
    ),
  );
  return fits.reduce((sum, fit) => sum + fit, 0) / fits.length;
}

function bareName({ name }: ExportedSymbol): string {
  return name.replaceAll('_', '').toLowerCase();
}

function symbolFit(offered: ExportedSymbol, required: ExportedSymbol): number {
  if (offered.kind !== required.kind) return 0;
  const wanted = required.signature?.parameters ?? [];
  if (required.signature === undefined || offered.signature === undefined) return 0.25;
  const given = [...offered.signature.parameters];
  let matched = 0;
  for (const parameter of wanted) {
    const index = given.findIndex(other => sameType(other.annotation, parameter.annotation));
    if (index < 0) continue;
    matched += 1;
    given.splice(index, 1);
  }
  const needed = given.filter(
    parameter => parameter.defaultValue === undefined && !parameter.kind.startsWith('var'),
  ).length;
  return Math.max(0, (matched - needed) / Math.max(wanted.length, 1)) * methodFit(offered, required);
}

function methodFit(offered: ExportedSymbol, required: ExportedSymbol): number {
  const wanted = required.methods ?? [];
  if (wanted.length === 0) return 1;
  const names = new Set((offered.methods ?? []).map(method => method.name));
  return wanted.filter(method => names.has(method.name)).length / wanted.length;
}

/** Loose on purpose: an unknown type fits any, an optional one fits its own; residents decide exactly. */
function sameType(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  const bare = (text: string) =>
    text
      .replace(/\b(?:typing\.)?Optional\[(.*)\]$/, '$1')
      .replace(/\s*\|\s*None$/, '')
      .split('[')[0];
  return bare(a) === bare(b);
}

function size(hit: ScoredPrimitive): number {
  return hit.primitive.implementation.reduce((sum, file) => sum + file.content.length, 0);
}

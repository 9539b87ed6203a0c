import { conflictingRequirements } from '../distribution-conflicts.js';
import { distributionName } from '../distribution-name.js';
import { readRequirement } from './requirement.js';
import { combineWanted, shown, type DeclaredRequirement, type Wanted } from './wanted.js';

/** What names in a declaration may stand for. */
export interface Names {
  /** The project's own distribution, normalised; empty when nothing says. */
  readonly own: string;
  readonly extras: ReadonlyMap<string, Wanted>;
  readonly groups: ReadonlyMap<string, Wanted>;
  /** Normalised names that no package index holds. */
  readonly elsewhere: ReadonlySet<string>;
}

/** No repository lists more by hand; the rest is left out, with a note. */
const MOST_REQUIREMENTS = 1000;
/** Comparing ranges is slow: past these, pip is left to find a contradiction. */
const MOST_COMPARISONS = 2000;
const LONGEST_COMPARED = 60;

/**
 * Puts in what extras and groups stand for, each once, so that circles end; the project itself, written as `.` or by
 * its name, is left out, and so is what no index holds.
 */
export function settleWanted(wanted: Wanted, names: Names): Wanted {
  const settled: Wanted[] = [];
  const seen = new Set<string>();
  for (let waiting: readonly Wanted[] = [wanted]; waiting.length > 0;) {
    const next: Wanted[] = [];
    for (const one of waiting) {
      const own = one.requirements.filter(({ requirement }) => isOwn(requirement, names));
      const others = one.requirements.filter(({ requirement }) => !isOwn(requirement, names));
      settled.push({ ...withoutElsewhere({ ...one, requirements: others }, names), extras: [], groups: [] });
      const extras = [
        ...one.extras,
        ...own.flatMap(({ requirement }) => readRequirement(requirement)?.extras ?? []),
      ];
      for (const [kind, name] of [
        ...extras.map(extra => ['extras', extra] as const),
        ...one.groups.map(group => ['groups', group] as const),
      ]) {
        const found = seen.has(`${kind} ${name}`) ? undefined : names[kind].get(name);
        seen.add(`${kind} ${name}`);
        if (found !== undefined) next.push(found);
      }
    }
    waiting = next;
  }
  return combineWanted(settled);
}

function isOwn(requirement: string, { own }: Names): boolean {
  return distributionName(requirement) === own;
}

function withoutElsewhere(wanted: Wanted, { elsewhere }: Names): Wanted {
  const kept = wanted.requirements.filter(({ requirement }) => !elsewhere.has(distributionName(requirement)));
  if (kept.length === wanted.requirements.length) return wanted;
  const notes = wanted.requirements
    .filter(({ requirement }) => elsewhere.has(distributionName(requirement)))
    .map(
      ({ requirement, from }) =>
        `${from}: \`${shown(requirement)}\` was left out, since uv takes it from a repository, an address or a path.`,
    );
  return { ...wanted, requirements: kept, notes: [...wanted.notes, ...notes] };
}

/**
 * Each requirement once, in order, with the constraints on what is required; one that no version can satisfy together
 * with an earlier one is left out with a note, since nothing could be installed at all.
 */
export function agreeingRequirements(
  wanted: Pick<Wanted, 'requirements' | 'constraints'>,
): Pick<Wanted, 'requirements' | 'notes'> {
  const byName = new Map<string, DeclaredRequirement[]>();
  const kept: DeclaredRequirement[] = [];
  const notes: string[] = [];
  let comparisons = 0;
  const disagree = (earlier: DeclaredRequirement, later: DeclaredRequirement): boolean => {
    comparisons += 1;
    return comparisons <= MOST_COMPARISONS && contradicts(earlier, later);
  };
  const add = (declared: DeclaredRequirement): void => {
    const name = distributionName(declared.requirement);
    const before = byName.get(name) ?? [];
    if (before.some(({ requirement }) => requirement === declared.requirement)) return;
    if (kept.length >= MOST_REQUIREMENTS) {
      if (notes.at(-1) !== TOO_MANY) notes.push(TOO_MANY);
      return;
    }
    const against = before.find(earlier => disagree(earlier, declared));
    if (against === undefined) {
      byName.set(name, [...before, declared]);
      kept.push(declared);
      return;
    }
    notes.push(
      `${declared.from}: \`${shown(declared.requirement)}\` was left out, since it contradicts ` +
        `\`${shown(against.requirement)}\` of ${against.from}.`,
    );
  };
  wanted.requirements.forEach(add);
  wanted.constraints.filter(({ requirement }) => byName.has(distributionName(requirement))).forEach(add);
  return { requirements: kept, notes };
}

const TOO_MANY = `More than ${MOST_REQUIREMENTS} requirements are declared: the rest was left out.`;

/** Requirements under different markers may belong to different interpreters; one without always applies. */
function contradicts(earlier: DeclaredRequirement, later: DeclaredRequirement): boolean {
  const [one, other] = [readRequirement(earlier.requirement), readRequirement(later.requirement)];
  if (one === undefined || other === undefined) return false;
  if (Math.max(one.specifier.length, other.specifier.length) > LONGEST_COMPARED) return false;
  if (one.marker !== '' && one.marker !== other.marker) return false;
  return conflictingRequirements([one.text], [other.text]).length > 0;
}

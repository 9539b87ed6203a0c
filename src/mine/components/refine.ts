import type { Definition } from './definition-graph.js';
import { communitiesOf, type LocalTie } from './communities.js';
import type { Region } from './regions.js';

/** More exports than this are more than one capability, when there is any way to tell them apart. */
const MOST_EXPORTS = 8;
/** How finely a community is divided that is too large, step by step. */
const FINER = [1.5, 2.5, 4, 8];
/** What holds together by less than this is only near. */
const WEAKEST_TIE = 0.12;
/** A lone export joins those of its module to which it is tied at least so strongly. */
const JOINING_TIE = 0.5;

/**
 * The groups of offered definitions that make a component each, out of a region's communities: what hangs together by
 * nothing but weak ties is split, what is too large is divided more finely, each group has one home module, and an
 * export that is left alone joins the group it is used and tested with. By their places in the region.
 */
export function refine(
  region: Region,
  definitions: readonly Definition[],
  communities: readonly (readonly number[])[],
  random: () => number,
): readonly (readonly number[])[] {
  const at = (member: number) => definitions[region.members[member] ?? -1];
  const isOffered = (member: number) => at(member)?.isOffered === true;
  const strong = region.ties.filter(({ weight }) => weight >= WEAKEST_TIE);
  const inside = tiesByCommunity(region.members.length, communities, strong);
  const groups = communities.flatMap((community, index) =>
    divided(community, inside[index] ?? [], isOffered, random),
  );
  const homes = groups.flatMap(group => [...byHome(group.filter(isOffered), at).values()]);
  return joined(homes, region.ties, at).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Divides a community at weak ties, then as finely as it takes. */
function divided(
  community: readonly number[],
  ties: readonly LocalTie[],
  isOffered: (member: number) => boolean,
  random: () => number,
): readonly (readonly number[])[] {
  let groups: readonly (readonly number[])[] = [community];
  for (const resolution of FINER) {
    const next = groups.flatMap(group => {
      const isLarge = group.filter(isOffered).length > MOST_EXPORTS;
      if (!isLarge && resolution !== FINER[0]) return [group];
      const places = new Map(group.map((member, index) => [member, index]));
      const own = ties.flatMap(({ a, b, weight }) => {
        const [from, to] = [places.get(a), places.get(b)];
        return from === undefined || to === undefined ? [] : [{ a: from, b: to, weight }];
      });
      // The first step only takes apart what no strong tie holds.
      const finer = isLarge ? resolution : 0;
      const parts =
        finer === 0
          ? hangingTogether(group.length, own)
          : communitiesOf(group.length, own, { resolution: finer, random });
      return parts.map(part => part.map(place => group[place] ?? 0));
    });
    groups = next;
  }
  return groups;
}

function hangingTogether(size: number, ties: readonly LocalTie[]): readonly (readonly number[])[] {
  const next = Array.from({ length: size }, (): number[] => []);
  for (const { a, b } of ties) {
    next[a]?.push(b);
    next[b]?.push(a);
  }
  const seen = new Uint8Array(size);
  const groups: (readonly number[])[] = [];
  for (let start = 0; start < size; start += 1) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const group = [start];
    for (const member of group)
      for (const other of next[member] ?? [])
        if (seen[other] === 0) {
          seen[other] = 1;
          group.push(other);
        }
    groups.push(group.sort((a, b) => a - b));
  }
  return groups;
}

function byHome(
  group: readonly number[],
  at: (member: number) => Definition | undefined,
): ReadonlyMap<string, readonly number[]> {
  const homes = new Map<string, number[]>();
  for (const member of group) {
    const path = at(member)?.path ?? '';
    homes.set(path, [...(homes.get(path) ?? []), member]);
  }
  return homes;
}

/** Lets lone exports join the group of their module that holds what they are tied to most. */
function joined(
  groups: readonly (readonly number[])[],
  ties: readonly LocalTie[],
  at: (member: number) => Definition | undefined,
): readonly (readonly number[])[] {
  const groupOf = new Map<number, number>();
  groups.forEach((group, index) => group.forEach(member => groupOf.set(member, index)));
  const merged = groups.map(group => [...group]);
  const strongest = new Map<number, { readonly to: number; readonly weight: number }>();
  for (const { a, b, weight } of ties) {
    if (weight < JOINING_TIE || at(a)?.path !== at(b)?.path) continue;
    for (const [one, other] of [[a, b] as const, [b, a] as const])
      if (weight > (strongest.get(one)?.weight ?? 0)) strongest.set(one, { to: other, weight });
  }
  for (const [member, { to }] of [...strongest].sort(([a], [b]) => a - b)) {
    const [from, into] = [groupOf.get(member), groupOf.get(to)];
    if (from === undefined || into === undefined || from === into) continue;
    const [own, target] = [merged[from] ?? [], merged[into] ?? []];
    if (own.length !== 1 || target.length >= MOST_EXPORTS) continue;
    merged[into] = [...target, member].sort((a, b) => a - b);
    merged[from] = [];
    groupOf.set(member, into);
  }
  return merged.filter(group => group.length > 0);
}

function tiesByCommunity(
  size: number,
  communities: readonly (readonly number[])[],
  ties: readonly LocalTie[],
): readonly (readonly LocalTie[])[] {
  const communityOf = new Int32Array(size);
  communities.forEach((members, index) => members.forEach(member => (communityOf[member] = index)));
  const inside = communities.map((): LocalTie[] => []);
  for (const tie of ties) {
    const community = communityOf[tie.a] ?? 0;
    if (community === communityOf[tie.b]) inside[community]?.push(tie);
  }
  return inside;
}

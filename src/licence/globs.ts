/** One place of a glob: the characters it takes, and whether it takes any number of them. */
interface Place {
  readonly takes: (character: string) => boolean;
  readonly repeats: boolean;
}

/**
 * Whether a path matches a glob as PEP 639 has them: `*` and `?` within a folder, `**` across folders, `[…]` one of a
 * few. All ways to match are followed at once, so a hostile glob costs no more than its length for each character.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const places = [...glob.matchAll(/\*\*\/?|\[[\w-]+\]|[^]/g)].map(([token]) => placeOf(token));
  const reachable = (positions: readonly number[]): readonly number[] => {
    const reached = new Set<number>();
    for (let at of positions) {
      reached.add(at);
      while (places[at]?.repeats === true) reached.add(++at);
    }
    return [...reached];
  };
  const step = (positions: readonly number[], character: string) =>
    positions.flatMap(at => {
      const place = places[at];
      if (place === undefined || !place.takes(character)) return [];
      return [place.repeats ? at : at + 1];
    });
  return path => {
    let positions = reachable([0]);
    for (const character of path) positions = reachable(step(positions, character));
    return positions.includes(places.length);
  };
}

function placeOf(token: string): Place {
  if (token.startsWith('**')) return { takes: () => true, repeats: true };
  if (token === '*') return { takes: isNotSlash, repeats: true };
  if (token === '?') return { takes: isNotSlash, repeats: false };
  if (token.length > 1) return { takes: character => isOneOf(character, token.slice(1, -1)), repeats: false };
  return { takes: character => character === token, repeats: false };
}

function isNotSlash(character: string): boolean {
  return character !== '/';
}

/** `members` may hold ranges: `a-z`. */
function isOneOf(character: string, members: string): boolean {
  return [...members.matchAll(/(\w)-(\w)|[^]/g)].some(([member, first, last]) =>
    first === undefined || last === undefined
      ? character === member
      : character >= first && character <= last,
  );
}

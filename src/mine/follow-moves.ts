import { createHash } from 'node:crypto';
import type { Primitive } from '../domain/primitive.js';

/** A file or a symbol that was renamed changes imports and definitions; what shares less than this is something else. */
const LEAST_SHARE = 0.7;

/**
 * Which primitives of before went on under another id: the one of the same name when its content was changed, else the
 * one whose code shares the most lines (their Dice coefficient, at least 0.7) when its file or its name was changed.
 * Both sides are matched once, the best pairs first, so that the order of the lists does not matter.
 */
export function followMoves(
  before: readonly Primitive[],
  after: readonly Primitive[],
): ReadonlyMap<string, string> {
  const kept = new Set(after.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const retired = before.filter(({ id }) => !kept.has(id));
  const fresh = after.filter(({ id }) => !known.has(id));
  const moves = new Map<string, string>();
  const taken = new Set<string>();
  const link = (old: Primitive, successor: Primitive) => {
    if (moves.has(old.id) || taken.has(successor.id)) return;
    moves.set(old.id, successor.id);
    taken.add(successor.id);
  };
  const byName = new Map(fresh.map(one => [one.name, one]));
  for (const old of retired) {
    const successor = byName.get(old.name);
    if (successor !== undefined) link(old, successor);
  }
  const lines = new Map([...retired, ...fresh].map(one => [one.id, linesOf(one)]));
  const pairs = retired
    .filter(({ id }) => !moves.has(id))
    .flatMap(old =>
      fresh
        .filter(({ id }) => !taken.has(id))
        .map(successor => ({ old, successor, share: dice(lines.get(old.id), lines.get(successor.id)) })),
    )
    .filter(({ share }) => share >= LEAST_SHARE);
  pairs.sort(
    (a, b) => b.share - a.share || compare(a.old.id, b.old.id) || compare(a.successor.id, b.successor.id),
  );
  for (const { old, successor } of pairs) link(old, successor);
  return moves;
}

/** How often each line of the code occurs, by a digest; white space at its ends and empty lines say nothing. */
function linesOf({ implementation }: Primitive): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { content } of implementation)
    for (const line of content.split('\n').map(text => text.trim())) {
      if (line === '') continue;
      const key = line.length > 64 ? createHash('sha256').update(line).digest('base64') : line;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

function dice(
  a: ReadonlyMap<string, number> = new Map(),
  b: ReadonlyMap<string, number> = new Map(),
): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const [line, count] of fewer) shared += Math.min(count, more.get(line) ?? 0);
  const total = sum(a) + sum(b);
  return total === 0 ? 0 : (2 * shared) / total;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

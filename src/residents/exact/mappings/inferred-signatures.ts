import type { Parameter, Signature } from '../../../domain/signature.js';

/** Readings that are made of one inferred signature. */
const MOST_READINGS = 16;

/**
 * What a signature that was read off from calls may be: a keyword of one call may be what another one gives by
 * position, so each keyword may name one of the unnamed positional parameters. The literal reading comes first,
 * then those with more and more names in order.
 */
export function readingsOf(signature: Signature): readonly Signature[] {
  if (signature.isInferred !== true) return [signature];
  const positional = signature.parameters.filter(({ name }) => name === '');
  const keywords = signature.parameters.filter(({ name }) => name !== '');
  let readings: readonly Reading[] = [{ slots: positional, rest: [] }];
  for (const keyword of keywords) {
    readings = readings
      .flatMap(reading => [
        { slots: reading.slots, rest: [...reading.rest, keyword] },
        ...namings(reading, keyword),
      ])
      .slice(0, 4 * MOST_READINGS);
  }
  return [...readings]
    .sort((a, b) => b.rest.length - a.rest.length)
    .slice(0, MOST_READINGS)
    .map(({ slots, rest }) => ({ ...signature, parameters: [...slots, ...rest] }));
}

interface Reading {
  readonly slots: readonly Parameter[];
  readonly rest: readonly Parameter[];
}

/** Later slots first: a call that gives a keyword mostly gives fewer arguments by position. */
function namings({ slots, rest }: Reading, keyword: Parameter): readonly Reading[] {
  return slots
    .flatMap((slot, index) =>
      slot.name === '' && agrees(slot, keyword)
        ? [{ slots: slots.with(index, named(slot, keyword)), rest }]
        : [],
    )
    .reverse();
}

function agrees(a: Parameter, b: Parameter): boolean {
  return a.annotation === undefined || b.annotation === undefined || a.annotation === b.annotation;
}

function named(slot: Parameter, keyword: Parameter): Parameter {
  const annotation = slot.annotation ?? keyword.annotation;
  return {
    name: keyword.name,
    kind: 'positional-or-keyword',
    ...(annotation !== undefined && { annotation }),
  };
}

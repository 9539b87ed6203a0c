import { kindOf } from '../../syntax/grammar.js';
import { bindTarget } from './bind-target.js';
import { MARK, type Reading } from './reading.js';

const IDENTIFIER = kindOf('identifier');
const DOTTED = kindOf('dotted_name');

/** A bare name in a pattern captures (PEP 634). */
export function readCasePattern(reading: Reading, node: number): void {
  const end = reading.after(node);
  for (let child = node + 1; child < end; child = reading.after(child)) {
    if (reading.kind(child) === IDENTIFIER) reading.marks[child] = MARK.target;
  }
}

/** `Class(…)`: the first name is that of the class. */
export function readClassPattern(reading: Reading, node: number): void {
  if (reading.kind(node + 1) === DOTTED) reading.marks[node + 1] = MARK.base;
}

export function readSplatPattern(reading: Reading, node: number): void {
  reading.markChildren(node, MARK.target);
}

/** `name=pattern` of a class pattern: the name is the class's. */
export function readKeywordPattern(reading: Reading, node: number): void {
  if (reading.kind(node + 1) === IDENTIFIER) reading.marks[node + 1] = MARK.skip;
}

/** In a pattern, one name captures; a dotted one, or that of a class, is read. */
export function readDottedName(reading: Reading, node: number, mark: number): void {
  const first = node + 1;
  const end = reading.after(node);
  if (first >= end) return;
  if (mark !== MARK.base && reading.after(first) === end) {
    bindTarget(reading, first, reading.scope);
  } else {
    const [, ...steps] = reading.textOf(node).replace(/\s/g, '').split('.');
    reading.useSteps('reads', first, steps);
  }
  reading.skipTo(end);
}

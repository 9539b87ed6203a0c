import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import type { Reading } from './reading.js';

const DECORATOR = kindOf('decorator');
const CALL = kindOf('call');
const STRING = kindOf('string');
const STRING_CONTENT = kindOf('string_content');
const IDENTIFIER = kindOf('identifier');
const PARAMETERS = fieldNumber('parameters');

/** Whether a decorated function is a pytest fixture. */
export function isFixture(reading: Reading, whole: number): boolean {
  return decorators(reading, whole).some(decorator =>
    /(?:^|[._])fixture$/.test(calleeText(reading, decorator)),
  );
}

/** The fixtures that a test or a fixture asks for: by its parameters, and by `usefixtures`. */
export function readTestNames(reading: Reading, node: number, whole: number, owner: number): void {
  const parameters = reading.child(node, PARAMETERS);
  const end = parameters < 0 ? 0 : reading.after(parameters);
  for (let parameter = parameters + 1; parameter < end; parameter = reading.after(parameter)) {
    const name = reading.kind(parameter) === IDENTIFIER ? parameter : parameter + 1;
    if (name < end && reading.kind(name) === IDENTIFIER)
      reading.fixtureNames.push({ owner, name: reading.word(name) });
  }
  for (const decorator of decorators(reading, whole)) {
    if (!calleeText(reading, decorator).endsWith('usefixtures')) continue;
    const last = reading.after(decorator);
    for (let at = decorator; at < last; at += 1)
      if (
        reading.kind(at) === STRING &&
        reading.kind(at + 2) === STRING_CONTENT &&
        /^\w+$/.test(reading.textOf(at + 2))
      )
        reading.fixtureNames.push({ owner, name: reading.word(at + 2) });
  }
}

function decorators(reading: Reading, whole: number): readonly number[] {
  const found: number[] = [];
  const end = reading.after(whole);
  for (let child = whole + 1; child < end && reading.kind(child) === DECORATOR; child = reading.after(child))
    found.push(child);
  return found;
}

/** The text of what a decorator calls, or is; empty when that is long. */
function calleeText(reading: Reading, decorator: number): string {
  const callee = reading.kind(decorator + 1) === CALL ? decorator + 2 : decorator + 1;
  const { starts, ends } = reading.tree;
  return (ends[callee] as number) - (starts[callee] as number) > 100 ? '' : reading.textOf(callee);
}

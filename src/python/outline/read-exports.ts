import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import { EXPORT_STEPS } from './module-outline.js';
import { MARK, type Reading } from './reading.js';

const ASSIGNMENT = kindOf('assignment');
const IDENTIFIER = kindOf('identifier');
const ATTRIBUTE = kindOf('attribute');
const CALL = kindOf('call');
const LIST = kindOf('list');
const TUPLE = kindOf('tuple');
const STRING = kindOf('string');
const STRING_CONTENT = kindOf('string_content');
const BINARY = kindOf('binary_operator');
const SPLAT = kindOf('list_splat');
const PARENTHESES = kindOf('parenthesized_expression');
const ARGUMENTS = fieldNumber('arguments');

/**
 * Reads `__all__ = …` and `__all__ += …` of a module: names, sums, and the `__all__` of other modules. Returns
 * whether it was one.
 */
export function readExportStep(reading: Reading, node: number, target: number, value: number): boolean {
  if (reading.scope !== reading.module || reading.textOf(target) !== '__all__') return false;
  reading.marks[target] = MARK.skip;
  if (reading.kind(node) === ASSIGNMENT) {
    reading.exports.push(EXPORT_STEPS.clear, 0);
    reading.module.bind(reading.word(target));
  }
  if (value >= 0) addNames(reading, value);
  return true;
}

/** Reads `__all__.extend(…)`, `.append(…)` and `.remove(…)` of a module. */
export function readExportCall(reading: Reading, call: number): void {
  const callee = call + 1;
  if (reading.scope !== reading.module || reading.kind(callee) !== ATTRIBUTE) return;
  const [, method] = /^__all__\s*\.\s*(extend|append|remove)$/.exec(shortText(reading, callee)) ?? [];
  if (method === undefined) return;
  const list = reading.child(call, ARGUMENTS);
  const argument = list + 1;
  if (list < 0 || argument >= reading.after(list)) return;
  if (method === 'remove') step(reading, EXPORT_STEPS.remove, argument);
  else addNames(reading, argument);
}

/** What an expression adds: strings of a list, both sides of a sum, `module.__all__`. */
function addNames(reading: Reading, value: number): void {
  const end = reading.after(value);
  let at = value;
  while (at < end) {
    switch (reading.kind(at)) {
      case LIST:
      case TUPLE:
      case BINARY:
      case SPLAT:
      case PARENTHESES:
        at += 1;
        continue;
      case STRING:
        step(reading, EXPORT_STEPS.add, at);
        break;
      case IDENTIFIER:
      case ATTRIBUTE: {
        const [, dotted] = /^([\w.]+)\.__all__$/.exec(shortText(reading, at)) ?? [];
        if (dotted !== undefined) reading.exports.push(EXPORT_STEPS.addAll, reading.words.number(dotted));
        break;
      }
      case CALL:
        // `list(module.__all__)`, `tuple(…)`.
        if (/^(?:list|tuple|sorted|set)\(/.test(reading.textOf(at).slice(0, 8))) {
          at = reading.after(at + 1) + 1;
          continue;
        }
    }
    at = reading.after(at);
  }
}

function step(reading: Reading, kind: number, string: number): void {
  const content = string + 2;
  if (
    content < reading.after(string) &&
    reading.kind(content) === STRING_CONTENT &&
    NAME.test(shortText(reading, content))
  )
    reading.exports.push(kind, reading.word(content));
}

const NAME = /^\w+$/u;

function shortText(reading: Reading, node: number): string {
  const { starts, ends } = reading.tree;
  return (ends[node] as number) - (starts[node] as number) > 200 ? '' : reading.textOf(node);
}

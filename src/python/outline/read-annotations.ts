import { kindOf } from '../../syntax/grammar.js';
import { relationNumber } from './module-outline.js';
import { MARK, type Reading } from './reading.js';

const GENERIC = kindOf('generic_type');
const SUBSCRIPT = kindOf('subscript');
const MEMBER = kindOf('member_type');
const IDENTIFIER = kindOf('identifier');
const STRING_CONTENT = kindOf('string_content');
const ANNOTATED = relationNumber('annotated');

/** A type: what is named below it are types, in strings too, save in `Literal[…]` (PEP 484, PEP 586). */
export function readAnnotation(reading: Reading, node: number): void {
  const end = reading.after(node);
  reading.annotationEnd = Math.max(reading.annotationEnd, end);
  const head = node + 1;
  const kind = head < end ? reading.kind(head) : -1;
  if (kind === MEMBER) {
    for (let child = head + 1; child < end; child = reading.after(child))
      if (reading.kind(child) === IDENTIFIER) reading.marks[child] = MARK.skip;
  }
  if ((kind === GENERIC || kind === SUBSCRIPT) && /(?:^|\.)Literal$/.test(reading.textOf(head + 1)))
    reading.literalEnd = Math.max(reading.literalEnd, end);
}

/** Uses of the types that a string names; one with escapes or far too long is no type. */
export function readQuotedType(reading: Reading, node: number): void {
  const end = reading.after(node);
  for (let part = node + 1; part < end; part = reading.after(part)) {
    if (reading.kind(part) !== STRING_CONTENT || reading.hasChildren(part)) continue;
    const text = reading.textOf(part);
    if (text.length > 1000 || text.includes('\\')) continue;
    for (const [dotted] of text.matchAll(/(?<![\w.])[A-Za-z_]\w*(?:\.\w+)*/g)) {
      const [root = '', ...steps] = dotted.split('.');
      const { scope, owner } = reading;
      const name = reading.words.number(root);
      reading.uses.push({ name, scope, owner, relation: ANNOTATED, chain: node, steps });
    }
  }
}

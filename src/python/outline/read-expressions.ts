import { kindOf, fieldNumber } from '../../syntax/grammar.js';
import { bindTarget } from './bind-target.js';
import { LONGEST_CHAIN } from './read-chain-steps.js';
import { readQuotedType } from './read-annotations.js';
import { readExportCall } from './read-exports.js';
import { MARK, type Reading } from './reading.js';

const IDENTIFIER = kindOf('identifier');
const ATTRIBUTE = kindOf('attribute');
const CALL = kindOf('call');
const SUBSCRIPT = kindOf('subscript');
const STRING = kindOf('string');
const STRING_CONTENT = kindOf('string_content');
const KEYWORD_ARGUMENT = kindOf('keyword_argument');
const NAME = fieldNumber('name');
const VALUE = fieldNumber('value');

/** A name: bound, or used in the way that its place says. */
export function readIdentifier(reading: Reading, node: number, mark: number): void {
  if (mark === MARK.target) return bindTarget(reading, node, reading.scope);
  reading.use(relationAt(reading, node, mark), node, node);
}

/** An attribute, with all that it is an attribute of: one use of what the chain leads to. */
export function readAttribute(reading: Reading, node: number, mark: number): void {
  readChain(reading, node, relationAt(reading, node, mark));
}

/** A call is a use of what is called, a read of each argument, and sometimes a type in a string. */
export function readCall(reading: Reading, node: number, mark: number): void {
  const callee = node + 1;
  if (mark === MARK.raised) readChain(reading, callee, 'raises');
  const kind = reading.kind(callee);
  if (kind === IDENTIFIER) {
    reading.marks[callee] = MARK.skip;
    reading.use('calls', callee, callee);
    readQuotedArgument(reading, node, callee);
  } else if (kind === ATTRIBUTE) {
    readExportCall(reading, node);
    readChain(reading, callee, 'calls');
  }
}

/** An item: to assign to it is to write to what holds it; a generic base class is a base, its arguments are types. */
export function readSubscript(reading: Reading, node: number, mark: number): void {
  if (mark === MARK.target || mark === MARK.written) reading.marks[node + 1] = MARK.written;
  if (mark !== MARK.base) return;
  reading.marks[node + 1] = MARK.base;
  reading.annotationEnd = Math.max(reading.annotationEnd, reading.after(node));
}

/** `name=value`: the name is the callee's, the value is read. */
export function readKeyword(reading: Reading, node: number): void {
  const name = reading.child(node, NAME);
  if (name >= 0) reading.marks[name] = MARK.skip;
}

/** A string: a type where one stands, else maybe the name of a file or of something dotted. */
export function readString(reading: Reading, node: number): void {
  if (node < reading.annotationEnd && node >= reading.literalEnd) return readQuotedType(reading, node);
  const content = node + 2;
  const end = reading.after(node);
  // One piece only: escapes and interpolations make no name.
  if (content >= end || reading.kind(content) !== STRING_CONTENT || reading.after(content) !== content + 1)
    return;
  const { starts, ends, text } = reading.tree;
  const start = starts[content] as number;
  const length = (ends[content] as number) - start;
  if (length < 3 || length > 200) return;
  const piece = text.slice(start, start + length);
  if (!NAMES_SOMETHING.test(piece)) return;
  reading.texts.push(reading.owner, reading.words.number(piece));
}

/** A path with an ending, or at least two dotted names, maybe with a colon before the last. */
const NAMES_SOMETHING = /^[\w./-]*\w\.\w{1,12}$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?::[A-Za-z_]\w*)?$/;

/**
 * Records the use of a chain from its outermost node, and marks what belongs to it as read. Calls within it record
 * themselves when they are reached.
 */
export function readChain(reading: Reading, node: number, relation: Parameters<Reading['use']>[0]): void {
  const { marks } = reading;
  let root = node;
  for (let depth = 0; depth < LONGEST_CHAIN; depth += 1) {
    const kind = reading.kind(root);
    if (kind === ATTRIBUTE) {
      marks[root] = MARK.skip;
      marks[reading.after(root + 1)] = MARK.skip;
    } else if (kind !== CALL && kind !== SUBSCRIPT) break;
    root += 1;
  }
  if (reading.kind(root) !== IDENTIFIER) {
    if (relation === 'calls' && reading.kind(node) === ATTRIBUTE && reading.kind(root) !== STRING)
      reading.unknownCalls.push(reading.owner, reading.word(reading.after(node + 1)));
    return;
  }
  marks[root] = MARK.skip;
  reading.use(relation, root, node);
}

/** What reading a name here means. */
function relationAt(reading: Reading, node: number, mark: number): Parameters<Reading['use']>[0] {
  switch (mark) {
    case MARK.target:
    case MARK.written:
      return 'writes';
    case MARK.base:
      return 'inherits';
    case MARK.raised:
      return 'raises';
    case MARK.caught:
      return 'catches';
    default:
      return node < reading.annotationEnd ? 'annotated' : 'reads';
  }
}

/** The strings that are types in `cast("T", x)`, `ForwardRef("T")` and `TypeVar("T", bound="B")` (PEP 484). */
function readQuotedArgument(reading: Reading, call: number, callee: number): void {
  const name = reading.words.word(reading.word(callee));
  if (name !== 'cast' && name !== 'ForwardRef' && name !== 'TypeVar') return;
  const list = reading.after(callee);
  const end = reading.after(call);
  for (let argument = list + 1; argument < end; argument = reading.after(argument)) {
    const isKeyword = reading.kind(argument) === KEYWORD_ARGUMENT;
    const value = isKeyword ? reading.child(argument, VALUE) : argument;
    if (value < 0 || reading.kind(value) !== STRING) continue;
    if (name === 'TypeVar' ? !isKeyword : isKeyword || argument !== list + 1) continue;
    readQuotedType(reading, value);
    reading.marks[value] = MARK.skip;
  }
}

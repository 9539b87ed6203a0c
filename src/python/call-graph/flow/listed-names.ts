import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { constantKey } from './literals.js';
import type { Reader } from './reader.js';

const K = {
  statement: kindOf('expression_statement'),
  assignment: kindOf('assignment'),
  augmented: kindOf('augmented_assignment'),
  call: kindOf('call'),
  list: new Set([kindOf('list'), kindOf('tuple'), kindOf('expression_list')]),
};
const F = {
  left: fieldNumber('left'),
  right: fieldNumber('right'),
  function: fieldNumber('function'),
  arguments: fieldNumber('arguments'),
};

/**
 * The names that a module's `__all__` lists, where it is built of constants by assignment, `+=`, `extend` and
 * `append`; null when there is none or some of it is not a constant.
 */
export function listedNames(reader: Reader): readonly string[] | null {
  let names: string[] | null = null;
  for (const statement of reader.children(0)) {
    if (reader.kind(statement) !== K.statement) continue;
    const node = statement + 1;
    const added = addedNames(reader, node);
    if (added === undefined) continue;
    if (added === null) return null;
    names = reader.kind(node) === K.assignment ? added : [...(names ?? []), ...added];
  }
  return names;
}

/** What a statement adds to `__all__`: undefined when it is about something else. */
function addedNames(reader: Reader, node: number): string[] | null | undefined {
  const kind = reader.kind(node);
  if (kind === K.assignment || kind === K.augmented) {
    if (reader.text(reader.child(node, F.left)) !== '__all__') return undefined;
    return constants(reader, reader.child(node, F.right));
  }
  if (kind !== K.call) return undefined;
  const [, method] =
    /^__all__\s*\.\s*(extend|append)$/.exec(reader.text(reader.child(node, F.function))) ?? [];
  const [argument = 0] = reader.children(reader.child(node, F.arguments));
  if (method === 'extend') return constants(reader, argument);
  return method === 'append' ? itemsOf(reader, [argument]) : undefined;
}

const constants = (reader: Reader, node: number) =>
  K.list.has(reader.kind(node)) ? itemsOf(reader, reader.children(node)) : null;

function itemsOf(reader: Reader, items: readonly number[]): string[] | null {
  const keys = items.map(item => constantKey(reader, item));
  return keys.every(key => key?.startsWith('s:') === true) ? keys.map(key => String(key).slice(2)) : null;
}

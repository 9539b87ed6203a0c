import { fieldNumber, kindOf } from '../../syntax/grammar.js';
import type { FlatTree } from '../../syntax/flat-tree.js';
import { lineOf, lineStarts } from '../../syntax/lines.js';

const STRING = kindOf('string');
const INTEGER = kindOf('integer');
const EXCEPT = kindOf('except_clause');
const RAISE = kindOf('raise_statement');
const EXPRESSION_LIST = kindOf('expression_list');
const PARAMETERS = kindOf('parameters');
const LAMBDA_PARAMETERS = kindOf('lambda_parameters');
const TUPLE_PATTERN = kindOf('tuple_pattern');
const UNEQUAL = kindOf('<>');
const VALUE = fieldNumber('value');

/**
 * The first line that only Python 2 can read and a lenient parser lets pass: backquotes, `0777`, `10L`, `ur'…'`, `<>`,
 * tuple parameters, `except A, e`, `raise E, "text"`. Undefined when there is none.
 */
export function pythonTwoLine(tree: FlatTree): number | undefined {
  const { kinds } = tree;
  for (let node = 0; node < kinds.length; node += 1) {
    const kind = kinds[node] as number;
    if (isSign(kind) && isPythonTwo(tree, node, kind))
      return lineOf(lineStarts(tree.text), tree.starts[node] as number);
  }
  return undefined;
}

const signs = new Uint8Array(256);
for (const kind of [STRING, INTEGER, EXCEPT, RAISE, PARAMETERS, LAMBDA_PARAMETERS, UNEQUAL]) signs[kind] = 1;
const isSign = (kind: number): boolean => signs[kind] === 1;

function isPythonTwo(
  { text, kinds, fields, starts, ends, next }: FlatTree,
  node: number,
  kind: number,
): boolean {
  const start = starts[node] as number;
  const end = next[node] as number;
  switch (kind) {
    case STRING: {
      const first = text.charCodeAt(start);
      // A backquote, or `ur` before a quote.
      return first === 0x60 || ((first | 32) === 0x75 && (text.charCodeAt(start + 1) | 32) === 0x72);
    }
    case INTEGER: {
      const digits = text.slice(start, ends[node]);
      return digits.length > 1 && /^0[0-9_]*[1-9]|l$/i.test(digits) && !/^0[xbo]/i.test(digits);
    }
    case EXCEPT: {
      let values = 0;
      for (let child = node + 1; child < end; child = next[child] as number)
        values += Number(fields[child] === VALUE);
      return values > 1;
    }
    case RAISE:
      return node + 1 < end && kinds[node + 1] === EXPRESSION_LIST;
    case UNEQUAL:
      return true;
    default:
      for (let child = node + 1; child < end; child = next[child] as number)
        if (kinds[child] === TUPLE_PATTERN) return true;
      return false;
  }
}

import { decodeUtf8, fileBytes } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import { wordsOf } from './words.js';

/** bm25() weights of the index's columns: a name says more than its docs, and docs more than code. */
export const COLUMN_WEIGHTS = { names: 10, docs: 3, code: 1 } as const;

/** What the index holds of one primitive. */
export function indexedText(primitive: Primitive): Record<keyof typeof COLUMN_WEIGHTS, string> {
  const { interface: contract, provenance, implementation, name } = primitive;
  const methods = contract.exports.flatMap(symbol => symbol.methods ?? []);
  const docs = [
    contract.behaviour,
    ...contract.exports.map(symbol => symbol.docstring ?? ''),
    ...methods.map(method => method.name),
    provenance.usageExample ?? '',
  ];
  const code = implementation.flatMap(file => [file.path, decodeUtf8(fileBytes(file)) ?? '']);
  return {
    names: joined([name, contract.module, ...contract.exports.map(symbol => symbol.name)]),
    docs: joined(docs),
    code: joined(code),
  };
}

function joined(texts: readonly string[]): string {
  return texts.flatMap(wordsOf).join(' ');
}

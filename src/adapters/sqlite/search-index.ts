import type { Knex } from 'knex';

import { decodeUtf8, fileBytes } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import { newestRecords } from './offers.js';
import { readPrimitives } from './read-primitives.js';
import { matchExpression, wordsOf } from './words.js';

/** bm25() weights of the index's columns: a name says more than its docs, and docs more than code. */
const COLUMN_WEIGHTS = { names: 10, docs: 3, code: 1 } as const;

/**
 * The words of what is offered now, and of what is not any more. Apart, because BM25 weighs a word by how many have it:
 * what was retired must not sway what is found among the rest. A rowid is a primitive's number.
 */
const WORDS = { offered: 'offered_words', retired: 'retired_words' } as const;

/** Raised whenever the same primitive would be indexed otherwise: databases of before are indexed anew. */
const INDEX_VERSION = 1;

/** What the index holds of one primitive. */
function indexedText(primitive: Primitive): Record<keyof typeof COLUMN_WEIGHTS, string> {
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

/** Indexes what is offered now. */
export async function indexOffered(
  query: Knex,
  primitives: readonly (readonly [number: number, primitive: Primitive])[],
): Promise<void> {
  for (const [rowid, primitive] of primitives) {
    await query(WORDS.retired).where({ rowid }).delete();
    await query(WORDS.offered).where({ rowid }).delete();
    await query(WORDS.offered).insert({ rowid, ...indexedText(primitive) });
  }
}

/** Moves the words of primitives that nobody offers any more. */
export async function indexRetired(query: Knex, primitives: readonly number[]): Promise<void> {
  for (const number of primitives) {
    await query.raw(
      `INSERT INTO ${WORDS.retired} (rowid, names, docs, code)
       SELECT rowid, names, docs, code FROM ${WORDS.offered} WHERE rowid = ?`,
      [number],
    );
    await query(WORDS.offered).where('rowid', number).delete();
  }
}

/**
 * A query for primitives (`rowid`) and their `score` for the words of a text; undefined when it has none. With
 * `everOffered`, what was retired is found too: its words are weighed among its like, so that its scores may drift.
 */
export function searchWords(query: Knex, text: string, everOffered: boolean): Knex.Raw | undefined {
  const expression = matchExpression(text);
  if (expression === undefined) return undefined;
  const tables = everOffered ? Object.values(WORDS) : [WORDS.offered];
  const { names, docs, code } = COLUMN_WEIGHTS;
  // bm25() is smaller for a better match.
  const scores = tables.map(
    table =>
      `SELECT rowid, -bm25(${table}, ${names}, ${docs}, ${code}) AS score FROM ${table} WHERE ${table} MATCH ?`,
  );
  return query.raw(
    scores.join(' UNION ALL '),
    tables.map(() => expression),
  );
}

/** Whether the index is what this version of Codeface would make of the library. */
export async function isIndexed(query: Knex): Promise<boolean> {
  const [header] = await query.raw<{ user_version: number }[]>('PRAGMA user_version');
  return header?.user_version === INDEX_VERSION;
}

/** Indexes the whole library anew. */
export async function rebuildIndex(query: Knex): Promise<void> {
  for (const table of Object.values(WORDS)) {
    await query.raw(`DROP TABLE IF EXISTS ${table}`);
    await query.raw(
      `CREATE VIRTUAL TABLE ${table} USING fts5(names, docs, code, tokenize='porter unicode61')`,
    );
  }
  for (const { primitive: number, record, retired } of await newestRecords(query)) {
    const [primitive] = await readPrimitives(query, [record]);
    if (primitive === undefined) continue;
    await query(retired === null ? WORDS.offered : WORDS.retired).insert({
      rowid: number,
      ...indexedText(primitive),
    });
  }
  await query.raw(`PRAGMA user_version = ${INDEX_VERSION}`);
}

function joined(texts: readonly string[]): string {
  return texts.flatMap(wordsOf).join(' ');
}

import { createHash } from 'node:crypto';

import type { Knex } from 'knex';

import type { StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import { dependenciesColumn, interfaceColumn, rangesColumn, textsColumn } from './columns.js';
import { indexedText } from './search-index.js';

/** Rows in one insert: SQLite takes at most 500 in the form that knex gives it. */
const CHUNK = 100;

export type FileRole = 'implementation' | 'carried-test';

/** Writes a primitive and its words, unless its id is there already; returns its number. */
export async function writePrimitive(query: Knex, primitive: Primitive): Promise<number> {
  const known = await query<{ id: string; number: number }>('primitives')
    .where({ id: primitive.id })
    .first('number');
  if (known !== undefined) return known.number;
  const { interface: contract, dependencies, carriedTests, provenance } = primitive;
  const [number = 0] = await query('primitives').insert({
    id: primitive.id,
    name: primitive.name,
    source_root: primitive.sourceRoot,
    interface: interfaceColumn.write(contract),
    dependencies: dependenciesColumn.write(dependencies),
  });
  await query('provenance').insert({
    primitive: number,
    repository: provenance.repository,
    commit_id: provenance.commit,
    ranges: rangesColumn.write(provenance.ranges),
    licence: provenance.licence,
    licence_digest: await writeContent(query, { encoding: 'utf8', content: provenance.licenceText }),
    copyright: textsColumn.write(provenance.copyright),
    usage_example: provenance.usageExample,
    channel: provenance.channel,
    derived_from: provenance.derivedFrom,
  });
  await writeFiles(query, number, 'implementation', primitive.implementation);
  await writeFiles(query, number, 'carried-test', carriedTests.files);
  const tests = carriedTests.tests.map(({ id, path, name }, position) => ({
    primitive: number,
    position,
    test_id: id,
    path,
    name,
  }));
  await query.batchInsert('carried_tests', tests, CHUNK);
  await query('primitive_words').insert({ rowid: number, ...indexedText(primitive) });
  return number;
}

async function writeFiles(
  query: Knex,
  primitive: number,
  role: FileRole,
  files: readonly StoredFile[],
): Promise<void> {
  for (const [position, file] of files.entries())
    await query('primitive_files').insert({
      primitive,
      role,
      position,
      path: file.path,
      digest: await writeContent(query, file),
    });
}

/** Keeps a content once, however many files have it; returns its digest. */
async function writeContent(query: Knex, file: Pick<StoredFile, 'encoding' | 'content'>): Promise<string> {
  const digest = createHash('sha256').update(`${file.encoding}\0${file.content}`).digest('hex');
  await query('contents')
    .insert({ digest, encoding: file.encoding, content: file.content })
    .onConflict('digest')
    .ignore();
  return digest;
}

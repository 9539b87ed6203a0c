import { createHash } from 'node:crypto';

import type { Knex } from 'knex';

import type { StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import { dependenciesColumn, interfaceColumn, rangesColumn, textsColumn } from './columns.js';
import { indexedText } from './search-index.js';

/** Rows in one insert: SQLite takes at most 500 in the form that knex gives it. */
const CHUNK = 100;

export type FileRole = 'implementation' | 'carried-test';

type Row = Readonly<Record<string, unknown>>;
type Content = Pick<StoredFile, 'encoding' | 'content'>;

/** Writes those primitives and their words whose id is not there yet; returns the numbers of all. */
export async function writePrimitives(
  query: Knex,
  primitives: readonly Primitive[],
): Promise<ReadonlySet<number>> {
  const numbers = new Set<number>();
  for (let start = 0; start < primitives.length; start += CHUNK)
    for (const number of await writeChunk(query, primitives.slice(start, start + CHUNK))) numbers.add(number);
  return numbers;
}

async function writeChunk(query: Knex, primitives: readonly Primitive[]): Promise<readonly number[]> {
  const wanted = new Map(primitives.map(primitive => [primitive.id, primitive]));
  const known = await query<{ id: string; number: number }>('primitives')
    .whereIn('id', [...wanted.keys()])
    .select('id', 'number');
  for (const { id } of known) wanted.delete(id);
  const row = await query('primitives').max<{ newest: number | null }>('number as newest').first();
  const first = (row?.newest ?? 0) + 1;
  const fresh = [...wanted.values()].map((primitive, index) => ({ number: first + index, primitive }));

  await insert(
    query,
    'primitives',
    fresh.map(({ number, primitive }) => primitiveRow(number, primitive)),
  );
  const contents = new Map(fresh.flatMap(({ primitive }) => contentRows(primitive)));
  for (const chunk of chunked([...contents.values()]))
    await query('contents').insert(chunk).onConflict('digest').ignore();
  await insert(
    query,
    'provenance',
    fresh.map(({ number, primitive }) => provenanceRow(number, primitive)),
  );
  await insert(
    query,
    'primitive_files',
    fresh.flatMap(({ number, primitive }) => fileRows(number, primitive)),
  );
  await insert(
    query,
    'carried_tests',
    fresh.flatMap(({ number, primitive }) => testRows(number, primitive)),
  );
  await insert(
    query,
    'primitive_words',
    fresh.map(({ number, primitive }) => ({ rowid: number, ...indexedText(primitive) })),
  );
  return [...known, ...fresh].map(({ number }) => number);
}

function primitiveRow(number: number, primitive: Primitive): Row {
  return {
    number,
    id: primitive.id,
    name: primitive.name,
    source_root: primitive.sourceRoot,
    interface: interfaceColumn.write(primitive.interface),
    dependencies: dependenciesColumn.write(primitive.dependencies),
  };
}

function provenanceRow(primitive: number, { provenance }: Primitive): Row {
  return {
    primitive,
    repository: provenance.repository,
    commit_id: provenance.commit,
    ranges: rangesColumn.write(provenance.ranges),
    licence: provenance.licence,
    licence_digest: digestOf(licenceContent(provenance.licenceText)),
    copyright: textsColumn.write(provenance.copyright),
    usage_example: provenance.usageExample ?? null,
    visibility: provenance.visibility ?? null,
    channel: provenance.channel,
    derived_from: provenance.derivedFrom ?? null,
  };
}

function fileRows(primitive: number, { implementation, carriedTests }: Primitive): readonly Row[] {
  const rows = (role: FileRole, files: readonly StoredFile[]) =>
    files.map((file, position) => ({ primitive, role, position, path: file.path, digest: digestOf(file) }));
  return [...rows('implementation', implementation), ...rows('carried-test', carriedTests.files)];
}

function testRows(primitive: number, { carriedTests }: Primitive): readonly Row[] {
  return carriedTests.tests.map(({ id, path, name }, position) => ({
    primitive,
    position,
    test_id: id,
    path,
    name,
  }));
}

function contentRows({
  implementation,
  carriedTests,
  provenance,
}: Primitive): readonly (readonly [string, Row])[] {
  const contents = [...implementation, ...carriedTests.files, licenceContent(provenance.licenceText)];
  return contents.map(({ encoding, content }) => {
    const digest = digestOf({ encoding, content });
    return [digest, { digest, encoding, content }];
  });
}

function licenceContent(content: string): Content {
  return { encoding: 'utf8', content };
}

/** A content is kept once, however many files have it. */
function digestOf({ encoding, content }: Content): string {
  return createHash('sha256').update(`${encoding}\0${content}`).digest('hex');
}

async function insert(query: Knex, table: string, rows: readonly Row[]): Promise<void> {
  for (const chunk of chunked(rows)) await query(table).insert(chunk);
}

function chunked(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows.slice(index * CHUNK, (index + 1) * CHUNK),
  );
}

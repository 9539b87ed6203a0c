import type { Knex } from 'knex';

import type { StoredFile } from '../../domain/files.js';
import type { Primitive } from '../../domain/primitive.js';
import { dependenciesColumn } from './columns.js';
import { contentRow, writeContents } from './contents.js';
import { chunked, insertRows, type Row } from './rows.js';

export type FileRole = 'implementation' | 'carried-test';

/** Writes what the ids stand for of those primitives that are not there yet; returns the numbers of all by id. */
export async function writePrimitives(
  query: Knex,
  primitives: readonly Primitive[],
): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>();
  for (const chunk of chunked(primitives))
    for (const { id, number } of await writeChunk(query, chunk)) numbers.set(id, number);
  return numbers;
}

async function writeChunk(
  query: Knex,
  primitives: readonly Primitive[],
): Promise<readonly { readonly id: string; readonly number: number }[]> {
  const wanted = new Map(primitives.map(primitive => [primitive.id, primitive]));
  const known = await query<{ id: string; number: number }>('primitives')
    .whereIn('id', [...wanted.keys()])
    .select('id', 'number');
  for (const { id } of known) wanted.delete(id);
  const row = await query('primitives').max<{ newest: number | null }>('number as newest').first();
  const first = (row?.newest ?? 0) + 1;
  const fresh = [...wanted.values()].map((primitive, index) => ({ number: first + index, primitive }));

  const rowsOf = (rows: (number: number, primitive: Primitive) => readonly Row[]) =>
    fresh.flatMap(({ number, primitive }) => rows(number, primitive));
  await insertRows(
    query,
    'primitives',
    rowsOf((number, primitive) => [primitiveRow(number, primitive)]),
  );
  await writeContents(
    query,
    fresh.flatMap(({ primitive }) => [...primitive.implementation, ...primitive.carriedTests.files]),
  );
  await insertRows(query, 'primitive_files', rowsOf(fileRows));
  await insertRows(query, 'carried_tests', rowsOf(testRows));
  return [...known, ...fresh.map(({ number, primitive }) => ({ number, id: primitive.id }))];
}

function primitiveRow(number: number, primitive: Primitive): Row {
  return {
    number,
    id: primitive.id,
    name: primitive.name,
    source_root: primitive.sourceRoot,
    dependencies: dependenciesColumn.write(primitive.dependencies),
  };
}

function fileRows(primitive: number, { implementation, carriedTests }: Primitive): readonly Row[] {
  const rows = (role: FileRole, files: readonly StoredFile[]) =>
    files.map((file, position) => ({
      primitive,
      role,
      position,
      path: file.path,
      digest: contentRow(file).digest,
    }));
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

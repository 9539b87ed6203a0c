import type { Knex } from 'knex';

import type { StoredFile } from '../../domain/files.js';
import type { Channel, Primitive, Visibility } from '../../domain/primitive.js';
import { dependenciesColumn, interfaceColumn, rangesColumn, textsColumn } from './columns.js';
import type { FileRole } from './write-primitives.js';

/** So many are read with one set of statements; SQLite's limit on parameters lies far above. */
const CHUNK = 100;

interface PrimitiveRow {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly source_root: string;
  readonly interface: string;
  readonly dependencies: string;
  readonly repository: string;
  readonly commit_id: string;
  readonly ranges: string;
  readonly licence: string;
  readonly licence_text: string;
  readonly copyright: string;
  readonly usage_example: string | null;
  readonly visibility: Visibility | null;
  readonly channel: Channel;
  readonly derived_from: string | null;
}

interface FileRow extends StoredFile {
  readonly primitive: number;
  readonly role: FileRole;
}

interface TestRow {
  readonly primitive: number;
  readonly test_id: string;
  readonly path: string;
  readonly name: string;
}

/** Primitives by number, in the order given. */
export async function readPrimitives(query: Knex, numbers: readonly number[]): Promise<readonly Primitive[]> {
  const found = new Map<number, Primitive>();
  for (let start = 0; start < numbers.length; start += CHUNK)
    for (const [number, primitive] of await readChunk(query, numbers.slice(start, start + CHUNK)))
      found.set(number, primitive);
  return numbers.flatMap(number => found.get(number) ?? []);
}

async function readChunk(
  query: Knex,
  numbers: readonly number[],
): Promise<readonly (readonly [number, Primitive])[]> {
  const rows = await query<PrimitiveRow>('primitives')
    .join('provenance', 'provenance.primitive', 'primitives.number')
    .join('contents', 'contents.digest', 'provenance.licence_digest')
    .whereIn('number', numbers)
    .select<PrimitiveRow[]>('primitives.*', 'provenance.*', 'contents.content as licence_text');
  const files = await query<FileRow>('primitive_files')
    .join('contents', 'contents.digest', 'primitive_files.digest')
    .whereIn('primitive', numbers)
    .orderBy('position')
    .select<FileRow[]>('primitive', 'role', 'path', 'encoding', 'content');
  const tests = await query<TestRow>('carried_tests').whereIn('primitive', numbers).orderBy('position');
  return rows.map(row => [
    row.number,
    primitiveOf(
      row,
      files.filter(file => file.primitive === row.number),
      tests.filter(test => test.primitive === row.number),
    ),
  ]);
}

function primitiveOf(row: PrimitiveRow, files: readonly FileRow[], tests: readonly TestRow[]): Primitive {
  const filesOf = (role: FileRole) =>
    files
      .filter(file => file.role === role)
      .map(({ path, encoding, content }) => ({ path, encoding, content }));
  return {
    id: row.id,
    name: row.name,
    implementation: filesOf('implementation'),
    sourceRoot: row.source_root,
    interface: interfaceColumn.read(row.interface),
    dependencies: dependenciesColumn.read(row.dependencies),
    carriedTests: {
      tests: tests.map(({ test_id, path, name }) => ({ id: test_id, path, name })),
      files: filesOf('carried-test'),
    },
    provenance: {
      repository: row.repository,
      commit: row.commit_id,
      ranges: rangesColumn.read(row.ranges),
      licence: row.licence,
      licenceText: row.licence_text,
      copyright: textsColumn.read(row.copyright),
      ...(row.usage_example === null ? {} : { usageExample: row.usage_example }),
      ...(row.visibility === null ? {} : { visibility: row.visibility }),
      channel: row.channel,
      ...(row.derived_from === null ? {} : { derivedFrom: row.derived_from }),
    },
  };
}

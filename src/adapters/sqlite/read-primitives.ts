import type { Knex } from 'knex';

import type { StoredFile } from '../../domain/files.js';
import type { Channel, Primitive, Visibility } from '../../domain/primitive.js';
import type { LibrarySnapshot } from '../../ports/library-store.js';
import {
  dependenciesColumn,
  interfaceColumn,
  rangesColumn,
  textsColumn,
  validationColumn,
} from './columns.js';
import type { FileRole } from './write-primitives.js';

/** So many are read with one set of statements; SQLite's limit on parameters lies far above. */
const CHUNK = 100;

/** The commit of the newest snapshot, up to a given one, at which the record's repository offered it. */
const COMMIT_AT = `
  coalesce(records.commit_id, (
    SELECT snapshots.commit_id FROM offers
    JOIN snapshots ON snapshots.repository = offers.repository
      AND snapshots.sequence >= offers.admitted
      AND snapshots.sequence < coalesce(offers.retired, 9e15)
    WHERE offers.record = records.number AND snapshots.sequence <= ?
    ORDER BY snapshots.sequence DESC LIMIT 1
  )) AS commit_id`;

interface PrimitiveRow {
  readonly record: number;
  readonly primitive: number;
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
  readonly licence_conflicts: string | null;
  readonly copyright: string;
  readonly usage_example: string | null;
  readonly visibility: Visibility | null;
  readonly channel: Channel;
  readonly derived_from: string | null;
  readonly validation: string | null;
  readonly family: string | null;
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

/** Primitives as their records tell them, in the order given; as of the newest snapshot when none is named. */
export async function readPrimitives(
  query: Knex,
  records: readonly number[],
  snapshot: LibrarySnapshot = Number.MAX_SAFE_INTEGER,
): Promise<readonly Primitive[]> {
  const found = new Map<number, Primitive>();
  for (let start = 0; start < records.length; start += CHUNK)
    for (const [record, primitive] of await readChunk(query, records.slice(start, start + CHUNK), snapshot))
      found.set(record, primitive);
  return records.flatMap(record => found.get(record) ?? []);
}

async function readChunk(
  query: Knex,
  records: readonly number[],
  snapshot: LibrarySnapshot,
): Promise<readonly (readonly [number, Primitive])[]> {
  const rows = await query('records')
    .join('primitives', 'primitives.number', 'records.primitive')
    .join('contents', 'contents.digest', 'records.licence_digest')
    .whereIn('records.number', records)
    .select<PrimitiveRow[]>(
      'primitives.*',
      'records.*',
      'records.number as record',
      'contents.content as licence_text',
      query.raw(COMMIT_AT, [snapshot]),
    );
  const numbers = rows.map(({ primitive }) => primitive);
  const files = await query<FileRow>('primitive_files')
    .join('contents', 'contents.digest', 'primitive_files.digest')
    .whereIn('primitive', numbers)
    .orderBy('position')
    .select<FileRow[]>('primitive', 'role', 'path', 'encoding', 'content');
  const tests = await query<TestRow>('carried_tests').whereIn('primitive', numbers).orderBy('position');
  return rows.map(row => [
    row.record,
    primitiveOf(
      row,
      files.filter(({ primitive }) => primitive === row.primitive),
      tests.filter(({ primitive }) => primitive === row.primitive),
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
      ...(row.licence_conflicts === null
        ? {}
        : { licenceConflicts: textsColumn.read(row.licence_conflicts) }),
      copyright: textsColumn.read(row.copyright),
      ...(row.usage_example === null ? {} : { usageExample: row.usage_example }),
      ...(row.visibility === null ? {} : { visibility: row.visibility }),
      channel: row.channel,
      ...(row.derived_from === null ? {} : { derivedFrom: row.derived_from }),
    },
    ...(row.validation === null ? {} : { validation: validationColumn.read(row.validation) }),
    ...(row.family === null ? {} : { family: row.family }),
  };
}

import { createHash } from 'node:crypto';

import type { Knex } from 'knex';

import type { Primitive } from '../../domain/primitive.js';
import { interfaceColumn, rangesColumn, textsColumn, validationColumn } from './columns.js';
import { contentRow, licenceContent, writeContents } from './contents.js';
import { chunked, insertRows, type Row } from './rows.js';

/** A record that says of a primitive what is true of it at a commit. */
export interface WrittenRecord {
  readonly record: number;
  readonly primitive: number;
  readonly isNew: boolean;
}

interface KnownRow {
  readonly number: number;
  readonly primitive: number;
  readonly digest: string;
}

/**
 * Writes the records of primitives at a commit, those that are not there yet. `numbers` are the primitives' own, by id.
 */
export async function writeRecords(
  query: Knex,
  primitives: readonly Primitive[],
  numbers: ReadonlyMap<string, number>,
  commit: string,
): Promise<readonly WrittenRecord[]> {
  const unique = new Map(primitives.map(primitive => [primitive.id, primitive]));
  const written: WrittenRecord[] = [];
  for (const chunk of chunked([...unique.values()])) {
    const wanted = chunk.map(primitive => {
      const row = recordRow(primitive, commit);
      const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex');
      return { primitive: numbers.get(primitive.id) ?? 0, digest, ...row };
    });
    const rows = await query<KnownRow>('records')
      .whereIn(
        'primitive',
        wanted.map(({ primitive }) => primitive),
      )
      .select('number', 'primitive', 'digest');
    const known = new Map(rows.map(({ number, primitive, digest }) => [`${primitive} ${digest}`, number]));
    const newest = await query('records').max<{ newest: number | null }>('number as newest').first();
    let last = newest?.newest ?? 0;
    const fresh: Row[] = [];
    for (const row of wanted) {
      const record = known.get(`${row.primitive} ${row.digest}`);
      if (record === undefined) fresh.push({ number: ++last, ...row });
      written.push({ record: record ?? last, primitive: row.primitive, isNew: record === undefined });
    }
    await writeContents(
      query,
      chunk.map(({ provenance }) => licenceContent(provenance.licenceText)),
    );
    await insertRows(query, 'records', fresh);
  }
  return written;
}

function recordRow(primitive: Primitive, commit: string) {
  const { provenance, validation, family } = primitive;
  const { licenceConflicts: conflicts } = provenance;
  return {
    interface: interfaceColumn.write(primitive.interface),
    repository: provenance.repository,
    commit_id: provenance.commit === commit ? null : provenance.commit,
    ranges: rangesColumn.write(provenance.ranges),
    licence: provenance.licence,
    licence_digest: contentRow(licenceContent(provenance.licenceText)).digest,
    licence_conflicts: conflicts === undefined ? null : textsColumn.write(conflicts),
    copyright: textsColumn.write(provenance.copyright),
    usage_example: provenance.usageExample ?? null,
    visibility: provenance.visibility ?? null,
    channel: provenance.channel,
    derived_from: provenance.derivedFrom ?? null,
    validation: validation === undefined ? null : validationColumn.write(validation),
    family: family ?? null,
  };
}

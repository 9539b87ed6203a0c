import type { Knex } from 'knex';

/**
 * Parts what a primitive is, which its id stands for, from what is recorded of it, which the next commit may change:
 * line ranges, docs, licence text, what validation measured. A primitive has as many records as it had such states, and
 * a repository offers one of them between two snapshots.
 */
export async function createRecordTables(query: Knex): Promise<void> {
  await query.schema
    .createTable('records', table => {
      table.increments('number');
      table.integer('primitive').notNullable().references('primitives.number');
      /** Of all the columns below. */
      table.text('digest').notNullable();
      table.json('interface').notNullable();
      table.text('repository').notNullable();
      /** Null when it is the commit of the repository's newest snapshot, as it is unless somebody says otherwise. */
      table.text('commit_id');
      table.json('ranges').notNullable();
      table.text('licence').notNullable();
      table.text('licence_digest').notNullable().references('contents.digest');
      table.json('licence_conflicts');
      table.json('copyright').notNullable();
      table.text('usage_example');
      table.text('visibility');
      table.text('channel').notNullable();
      table.text('derived_from');
      table.json('validation');
      table.text('family');
      table.unique(['primitive', 'digest']);
    })
    .createTable('offers', table => {
      table.integer('record').notNullable().references('records.number');
      table.text('repository').notNullable();
      table.integer('admitted').notNullable().references('snapshots.sequence');
      table.integer('retired').references('snapshots.sequence');
      table.primary(['record', 'repository', 'admitted']);
      table.index(['repository', 'retired']);
    })
    .createTable('moves', table => {
      table.text('id').notNullable();
      table.text('successor').notNullable();
      table.integer('snapshot').notNullable().references('snapshots.sequence');
      table.primary(['id', 'snapshot']);
      table.index('successor');
    })
    .alterTable('snapshots', table => {
      table.index(['repository', 'sequence']);
    });
  await query.raw(KEEP_RECORDS);
  await query.raw(`
    INSERT INTO offers (record, repository, admitted, retired)
    SELECT primitive, repository, admitted, retired FROM admissions`);
  await query.schema.dropTable('admissions').dropTable('provenance');
  await query.raw('ALTER TABLE primitives DROP COLUMN interface');
  // Its words are indexed anew, in tables of which one can be changed.
  await query.raw('DROP TABLE primitive_words');
}

/** A record of before has its primitive's number; its digest is no digest of ours, so the next mining replaces it. */
const KEEP_RECORDS = `
  INSERT INTO records (
    number, primitive, digest, interface, repository, commit_id, ranges, licence, licence_digest, copyright,
    usage_example, visibility, channel, derived_from
  )
  SELECT primitives.number, primitives.number, 'none', interface, repository, commit_id, ranges, licence,
    licence_digest, copyright, usage_example, visibility, channel, derived_from
  FROM primitives JOIN provenance ON provenance.primitive = primitives.number`;

import type { Knex } from 'knex';

/** Tables of the library: what was ever admitted, and between which snapshots each repository offered it. */
export async function createLibraryTables(query: Knex): Promise<void> {
  await query.schema
    .createTable('snapshots', table => {
      table.increments('sequence');
      table.text('repository').notNullable();
      table.text('commit_id').notNullable();
    })
    // The same licence text and the same helper travel with many primitives; each is kept once.
    .createTable('contents', table => {
      table.text('digest').primary();
      table.text('encoding').notNullable();
      table.text('content').notNullable();
    })
    .createTable('primitives', table => {
      table.increments('number');
      table.text('id').notNullable().unique();
      table.text('name').notNullable();
      table.text('source_root').notNullable();
      table.json('interface').notNullable();
      table.json('dependencies').notNullable();
    })
    .createTable('primitive_files', table => {
      table.integer('primitive').notNullable().references('primitives.number');
      table.text('role').notNullable();
      table.integer('position').notNullable();
      table.text('path').notNullable();
      table.text('digest').notNullable().references('contents.digest');
      table.primary(['primitive', 'role', 'position']);
    })
    .createTable('carried_tests', table => {
      table.integer('primitive').notNullable().references('primitives.number');
      table.integer('position').notNullable();
      table.text('test_id').notNullable();
      table.text('path').notNullable();
      table.text('name').notNullable();
      table.primary(['primitive', 'position']);
    })
    .createTable('provenance', table => {
      table.integer('primitive').primary().references('primitives.number');
      table.text('repository').notNullable();
      table.text('commit_id').notNullable();
      table.json('ranges').notNullable();
      table.text('licence').notNullable();
      table.text('licence_digest').notNullable().references('contents.digest');
      table.json('copyright').notNullable();
      table.text('usage_example');
      table.text('visibility');
      table.text('channel').notNullable();
      table.text('derived_from');
    })
    .createTable('admissions', table => {
      table.integer('primitive').notNullable().references('primitives.number');
      table.text('repository').notNullable();
      table.integer('admitted').notNullable().references('snapshots.sequence');
      table.integer('retired').references('snapshots.sequence');
      table.primary(['primitive', 'repository', 'admitted']);
      table.index(['repository', 'retired']);
    });
  // Contentless: the words are ours alone to search, the texts lie in `contents`. A rowid is a primitive's number.
  await query.raw(
    `CREATE VIRTUAL TABLE primitive_words USING fts5(names, docs, code, content='', tokenize='porter unicode61')`,
  );
}

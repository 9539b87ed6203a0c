import type { Knex } from 'knex';

/** Tables of the work: runs with their rounds, deliveries seen, and jobs with leases. Times are milliseconds since the epoch. */
export async function createRunTables(query: Knex): Promise<void> {
  await query.schema
    .createTable('runs', table => {
      table.text('id').primary();
      table.text('key').notNullable().unique();
      table.text('repository').notNullable();
      table.integer('issue');
      table.json('request').notNullable();
      table.text('base_commit').notNullable();
      table.integer('library_snapshot').notNullable();
      table.text('branch').notNullable();
      table.bigInteger('started_at').notNullable();
      table.json('baseline');
      table.boolean('stop_requested').notNullable().defaultTo(false);
      table.json('outcome');
      table.bigInteger('finished_at');
      table.index(['repository', 'issue']);
    })
    .createTable('rounds', table => {
      table.text('run').notNullable().references('runs.id');
      table.integer('index').notNullable();
      table.json('round').notNullable();
      table.bigInteger('saved_at').notNullable();
      table.primary(['run', 'index']);
    })
    .createTable('deliveries', table => {
      table.text('id').primary();
      table.bigInteger('received_at').notNullable();
    })
    .createTable('jobs', table => {
      table.increments('sequence');
      table.text('id').notNullable().unique();
      table.text('delivery').notNullable().unique().references('deliveries.id');
      table.json('trigger').notNullable();
      /** What no two leased jobs may share; null when the job waits for nobody. */
      table.text('subject');
      table.text('lane').notNullable();
      table.text('status').notNullable();
      table.integer('attempts').notNullable();
      table.text('token');
      table.bigInteger('lease_ends_at').notNullable();
      table.bigInteger('finished_at');
      table.text('detail');
      table.index(['status', 'lane', 'subject']);
    });
}

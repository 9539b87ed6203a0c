import type { Knex } from 'knex';

/** The table of what mining remembers; `used_at` is when an entry was last asked for or kept. */
export async function createMemoryTable(query: Knex): Promise<void> {
  await query.schema.createTable('mining_memory', table => {
    table.text('kind').notNullable();
    table.text('key').notNullable();
    table.binary('value').notNullable();
    table.integer('bytes').notNullable();
    table.bigInteger('used_at').notNullable();
    table.primary(['kind', 'key']);
    table.index(['used_at', 'bytes']);
  });
}

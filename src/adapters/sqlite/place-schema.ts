import type { Knex } from 'knex';

/** Where a repository without an origin lay when it was mined; null for any other, and where an older Codeface mined it. */
export async function addPlaces(query: Knex): Promise<void> {
  await query.schema.alterTable('snapshots', table => {
    table.text('place');
  });
}

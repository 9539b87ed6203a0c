import type { Knex } from 'knex';

import { CodefaceError } from '../../domain/errors.js';
import type { Clock } from '../../ports/clock.js';
import type { RunRecord, RunStore } from '../../ports/run-store.js';
import { baselineColumn, outcomeColumn, requestColumn, roundColumn } from './columns.js';
import type { Database } from './database.js';

interface RunRow {
  readonly id: string;
  readonly key: string;
  readonly request: string;
  readonly base_commit: string;
  readonly library_snapshot: number;
  readonly branch: string;
  readonly started_at: number;
  readonly baseline: string | null;
  readonly stop_requested: number;
  readonly outcome: string | null;
}

/** Runs and rounds in SQLite. */
export function createRunStore(database: Database, clock: Pick<Clock, 'now'>): RunStore {
  const change = (runId: string, columns: Record<string, unknown>) =>
    database.run(async query => {
      if ((await query('runs').where({ id: runId }).update(columns)) === 0) throw noSuchRun(runId);
    });

  return {
    begin: (key, start) =>
      database.transaction(async query => {
        await query('runs')
          .insert({
            id: start.id,
            key,
            repository: start.request.repository,
            issue: start.request.issue,
            request: requestColumn.write(start.request),
            base_commit: start.baseCommit,
            library_snapshot: start.librarySnapshot,
            branch: start.branch,
            started_at: start.startedAtMs,
          })
          .onConflict('key')
          .ignore();
        const run = await readRun(query, { key });
        if (run === undefined) throw noSuchRun(start.id);
        return run;
      }),
    saveBaseline: (runId, baseline) => change(runId, { baseline: baselineColumn.write(baseline) }),
    saveRound: (runId, round) =>
      database.run(async query => {
        const known = await query<RunRow>('runs').where({ id: runId }).select('id');
        if (known.length === 0) throw noSuchRun(runId);
        await query('rounds')
          .insert({ run: runId, index: round.index, round: roundColumn.write(round), saved_at: clock.now() })
          .onConflict(['run', 'index'])
          .merge();
      }),
    finish: (runId, outcome) =>
      change(runId, { outcome: outcomeColumn.write(outcome), finished_at: clock.now() }),
    find: runId => database.run(query => readRun(query, { id: runId })),
    requestStop: (repository, issue) =>
      database.run(query =>
        query('runs').where({ repository, issue }).whereNull('outcome').update({ stop_requested: true }),
      ),
    stopRequested: runId =>
      database.run(async query => {
        const run = await query<RunRow>('runs').where({ id: runId }).first('stop_requested');
        return Boolean(run?.stop_requested);
      }),
  };
}

async function readRun(
  query: Knex,
  by: { readonly id: string } | { readonly key: string },
): Promise<RunRecord | undefined> {
  const [row] = await query<RunRow>('runs').where(by).select('*');
  if (row === undefined) return undefined;
  const rounds = await query<{ run: string; index: number; round: string }>('rounds')
    .where({ run: row.id })
    .orderBy('index')
    .select('round');
  return {
    id: row.id,
    request: requestColumn.read(row.request),
    baseCommit: row.base_commit,
    librarySnapshot: row.library_snapshot,
    branch: row.branch,
    startedAtMs: row.started_at,
    ...(row.baseline === null ? {} : { baseline: baselineColumn.read(row.baseline) }),
    rounds: rounds.map(({ round }) => roundColumn.read(round)),
    stopRequested: Boolean(row.stop_requested),
    ...(row.outcome === null ? {} : { outcome: outcomeColumn.read(row.outcome) }),
  };
}

function noSuchRun(runId: string): CodefaceError {
  return new CodefaceError('store', `The database has no run ${runId}; it was made in another one.`);
}

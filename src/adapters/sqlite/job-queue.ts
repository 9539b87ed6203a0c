import { jobLane, jobSubject } from '../../domain/trigger.js';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { JobQueue } from '../../ports/job-queue.js';
import { triggerColumn } from './columns.js';
import type { Database } from './database.js';

/**
 * One statement finds and takes a job, so that no other process can come between. The oldest free job whose subject
 * nobody holds; a job's own lease that ran out does not stand in its way.
 */
const CLAIM = `
  UPDATE jobs
  SET status = 'leased', attempts = attempts + 1, token = :token, lease_ends_at = :endsAt
  WHERE sequence = (
    SELECT free.sequence FROM jobs AS free
    WHERE (free.status = 'waiting' OR (free.status = 'leased' AND free.lease_ends_at <= :now))
      AND free.lane = :lane
      AND NOT EXISTS (
        SELECT 1 FROM jobs AS held
        WHERE held.status = 'leased' AND held.lease_ends_at > :now AND held.subject = free.subject
      )
    ORDER BY free.sequence LIMIT 1
  )
  RETURNING id, delivery, "trigger", attempts`;

interface ClaimedRow {
  readonly id: string;
  readonly delivery: string;
  readonly trigger: string;
  readonly attempts: number;
}

/** The job queue in SQLite, shared by every process that opens the file. */
export function createJobQueue(database: Database, clock: Pick<Clock, 'now'>, ids: Ids): JobQueue {
  return {
    enqueue: (deliveryId, trigger) =>
      database.transaction(async query => {
        const accepted = await query('deliveries')
          .insert({ id: deliveryId, received_at: clock.now() })
          .onConflict('id')
          .ignore()
          .returning('id');
        if (accepted.length === 0) return 'duplicate';
        await query('jobs').insert({
          id: ids.next(),
          delivery: deliveryId,
          trigger: triggerColumn.write(trigger),
          subject: jobSubject(trigger),
          lane: jobLane(trigger),
          status: 'waiting',
          attempts: 0,
          lease_ends_at: 0,
        });
        return 'enqueued';
      }),
    lease: (leaseMs, lane) =>
      database.run(async query => {
        const now = clock.now();
        const token = ids.next();
        const [row] = await query.raw<ClaimedRow[]>(CLAIM, { token, endsAt: now + leaseMs, now, lane });
        if (row === undefined) return undefined;
        const job = {
          id: row.id,
          deliveryId: row.delivery,
          trigger: triggerColumn.read(row.trigger),
          attempts: row.attempts,
        };
        return { job, token };
      }),
    renew: ({ job, token }, leaseMs) =>
      database.run(async query => {
        const renewed = await query('jobs')
          .where({ id: job.id, token })
          .update({ lease_ends_at: clock.now() + leaseMs });
        return renewed > 0;
      }),
    complete: ({ job, token }, { status, detail }) =>
      database.run(async query => {
        await query('jobs')
          .where({ id: job.id, token })
          .update({ status, detail, token: null, finished_at: clock.now() });
      }),
    isUnderWay: subject =>
      database.run(
        async query => (await query('jobs').where({ status: 'leased', subject }).select('id')).length > 0,
      ),
    cancelWaiting: subject =>
      database.run(query =>
        query('jobs')
          .where({ status: 'waiting', subject })
          .update({ status: 'done', detail: 'Stopped before it began.', finished_at: clock.now() }),
      ),
    counts: () =>
      database.run(async query => {
        const rows = await query<{ status: string; number: number }>('jobs')
          .groupBy('status')
          .select<{ status: string; number: number }[]>('status', query.raw('count(*) AS number'));
        const of = (status: string) => rows.find(row => row.status === status)?.number ?? 0;
        return { waiting: of('waiting'), leased: of('leased'), done: of('done'), failed: of('failed') };
      }),
  };
}

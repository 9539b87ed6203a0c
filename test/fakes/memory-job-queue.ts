import { jobLane, jobSubject } from '../../src/domain/trigger.js';
import type { Job, Trigger } from '../../src/domain/trigger.js';
import type { Clock } from '../../src/ports/clock.js';
import type { Ids } from '../../src/ports/ids.js';
import type { JobQueue, Lease } from '../../src/ports/job-queue.js';

interface QueuedJob {
  readonly id: string;
  readonly deliveryId: string;
  readonly trigger: Trigger;
  status: 'waiting' | 'leased' | 'done' | 'failed';
  attempts: number;
  token: string | undefined;
  leaseEndsAtMs: number;
}

/** The job queue's rules in memory. */
export function createMemoryJobQueue(clock: Clock, ids: Ids): JobQueue {
  const jobs: QueuedJob[] = [];
  const isHeld = (job: QueuedJob) => job.status === 'leased' && job.leaseEndsAtMs > clock.now();
  const heldBy = ({ job, token }: Lease) => jobs.find(one => one.id === job.id && one.token === token);

  return {
    enqueue: async (deliveryId, trigger) => {
      if (jobs.some(job => job.deliveryId === deliveryId)) return 'duplicate';
      const job = { id: ids.next(), deliveryId, trigger: structuredClone(trigger) };
      jobs.push({ ...job, status: 'waiting', attempts: 0, token: undefined, leaseEndsAtMs: 0 });
      return 'enqueued';
    },
    lease: async (leaseMs, lane) => {
      const busy = new Set(jobs.filter(isHeld).map(job => jobSubject(job.trigger)));
      busy.delete(undefined);
      const job = jobs.find(
        one =>
          jobLane(one.trigger) === lane &&
          (one.status === 'waiting' || (one.status === 'leased' && !isHeld(one))) &&
          !busy.has(jobSubject(one.trigger)),
      );
      if (job === undefined) return undefined;
      const token = ids.next();
      Object.assign(job, { status: 'leased', token, leaseEndsAtMs: clock.now() + leaseMs });
      job.attempts += 1;
      return { job: publicJob(job), token };
    },
    renew: async (lease, leaseMs) => {
      const job = heldBy(lease);
      if (job !== undefined) job.leaseEndsAtMs = clock.now() + leaseMs;
      return job !== undefined;
    },
    complete: async (lease, { status }) => {
      const job = heldBy(lease);
      if (job !== undefined) Object.assign(job, { status, token: undefined });
    },
    isUnderWay: async subject =>
      jobs.some(job => job.status === 'leased' && jobSubject(job.trigger) === subject),
    cancelWaiting: async subject => {
      const waiting = jobs.filter(job => job.status === 'waiting' && jobSubject(job.trigger) === subject);
      for (const job of waiting) job.status = 'done';
      return waiting.length;
    },
    counts: async () => {
      const of = (status: QueuedJob['status']) => jobs.filter(job => job.status === status).length;
      return { waiting: of('waiting'), leased: of('leased'), done: of('done'), failed: of('failed') };
    },
  };
}

function publicJob({ id, deliveryId, trigger, attempts }: QueuedJob): Job {
  return structuredClone({ id, deliveryId, trigger, attempts });
}

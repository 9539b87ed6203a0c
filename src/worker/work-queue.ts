import { asCodefaceError } from '../domain/errors.js';
import type { JobLane, Trigger } from '../domain/trigger.js';
import type { Lease } from '../ports/job-queue.js';
import { giveUpBuild, MOST_ATTEMPTS, performJob, type WorkerServices } from './perform-job.js';

const POLL_EVERY_MS = 500;
/** Attempts to build and then to tell that it is given up; an outage longer than that many leases ends in silence. */
const MOST_TRIES = 100;

/** How leases are timed. */
export interface WorkerPace {
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly pollEveryMs: number;
}

/** The pace for a lease of this length: it is renewed four times before it would run out. */
export function paceOf(leaseMs: number): WorkerPace {
  return { leaseMs, renewEveryMs: leaseMs / 4, pollEveryMs: POLL_EVERY_MS };
}

/**
 * Takes jobs until the signal is aborted: one of work at a time, and beside it stops, which must not wait for the
 * build that they are to stop. A job under way when it is aborted is left for the next worker.
 */
export async function workQueue(
  services: WorkerServices,
  signal: AbortSignal,
  pace: WorkerPace,
): Promise<void> {
  const lanes: readonly JobLane[] = ['work', 'control'];
  await Promise.all(lanes.map(lane => workLane(services, lane, signal, pace)));
}

async function workLane(
  services: WorkerServices,
  lane: JobLane,
  signal: AbortSignal,
  pace: WorkerPace,
): Promise<void> {
  while (!signal.aborted) {
    const lease = await services.jobs.lease(pace.leaseMs, lane);
    if (lease === undefined) await services.clock.sleep(pace.pollEveryMs);
    else await work(services, lease, signal, pace);
  }
}

/** Does the job of a lease while renewing it, and records how it ended. */
async function work(
  services: WorkerServices,
  lease: Lease,
  signal: AbortSignal,
  pace: WorkerPace,
): Promise<void> {
  const { job } = lease;
  const { jobs, logger } = services;
  const lost = new AbortController();
  const done = new AbortController();
  const renewing = keepLease(services, lease, lost, done.signal, pace);
  const held = AbortSignal.any([signal, lost.signal]);
  try {
    const detail = await performJob(services, job, held);
    await jobs.complete(lease, { status: 'done', detail });
    logger.info('A job is done', { jobId: job.id, kind: job.trigger.kind, detail });
  } catch (error) {
    if (held.aborted) logger.warn('A job was left to the next worker', { jobId: job.id });
    else await fail(services, lease, error);
  } finally {
    done.abort();
    await renewing;
  }
}

/** A passing failure leaves the job to be leased again; any other ends it, and tells whoever asked in one line. */
async function fail(services: WorkerServices, lease: Lease, cause: unknown): Promise<void> {
  const { job } = lease;
  const { trigger } = job;
  const error = asCodefaceError(cause);
  services.logger.error('A job failed: see its error', {
    jobId: job.id,
    kind: trigger.kind,
    code: error.code,
    error,
  });
  // Builds are given up inside, so that whoever asked is told; for the rest this is the end of the tries.
  const isLast = job.attempts > (trigger.kind === 'build' ? MOST_TRIES : MOST_ATTEMPTS);
  if (error.retryable && !isLast) return;
  await services.jobs.complete(lease, { status: 'failed', detail: error.message });
  if (trigger.kind !== 'build') return;
  const sentence = error.code === 'internal' ? 'Codeface itself failed.' : error.message;
  try {
    await giveUpBuild(services, trigger, job.id, sentence);
  } catch (cannotConclude) {
    services.logger.warn('The run of a failed job could not be concluded', {
      jobId: job.id,
      error: cannotConclude,
    });
    await tell(services, trigger, sentence);
  }
}

/** The least that can be said: one line on the issue. */
async function tell(
  services: WorkerServices,
  trigger: Extract<Trigger, { readonly kind: 'build' }>,
  sentence: string,
): Promise<void> {
  try {
    const host = await services.hosts.open(trigger.installationId, trigger.repository);
    await services.publisher.failed(host, trigger.issue, sentence);
  } catch (error) {
    services.logger.warn('Nobody could be told of the failed job: check the host', { error });
  }
}

async function keepLease(
  { jobs, clock, logger }: WorkerServices,
  lease: Lease,
  lost: AbortController,
  done: AbortSignal,
  pace: WorkerPace,
): Promise<void> {
  const finished = new Promise<void>(resolve =>
    done.addEventListener('abort', () => resolve(), { once: true }),
  );
  for (;;) {
    await Promise.race([clock.sleep(pace.renewEveryMs), finished]);
    if (done.aborted) return;
    try {
      if (await jobs.renew(lease, pace.leaseMs)) continue;
    } catch (error) {
      logger.warn('A lease could not be renewed and is tried again: check the database', { error });
      continue;
    }
    lost.abort(new Error('The lease of the job was lost.'));
    return;
  }
}

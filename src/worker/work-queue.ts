import { asCodefaceError } from '../domain/errors.js';
import type { JobQueue, Lease } from '../ports/job-queue.js';
import { performJob, type WorkerServices } from './perform-job.js';

/** A lease outlives a pause of the machine, and a killed worker's job waits no longer than this. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 15_000;
const POLL_EVERY_MS = 500;

export interface QueueServices extends WorkerServices {
  readonly jobs: JobQueue;
}

/** How leases are timed; tests shorten them. */
export interface WorkerPace {
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly pollEveryMs: number;
}

export const DEFAULT_PACE: WorkerPace = {
  leaseMs: LEASE_MS,
  renewEveryMs: RENEW_EVERY_MS,
  pollEveryMs: POLL_EVERY_MS,
};

/** Takes one job after the other until the signal is aborted; a job under way then is left for the next worker. */
export async function workQueue(
  services: QueueServices,
  signal: AbortSignal,
  pace = DEFAULT_PACE,
): Promise<void> {
  while (!signal.aborted) {
    const lease = await services.jobs.lease(pace.leaseMs);
    if (lease === undefined) await services.clock.sleep(pace.pollEveryMs);
    else await work(services, lease, signal, pace);
  }
}

/** Does the job of a lease while renewing it, and records how it ended. */
async function work(
  services: QueueServices,
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
async function fail(services: QueueServices, lease: Lease, cause: unknown): Promise<void> {
  const { job } = lease;
  const { trigger } = job;
  const error = asCodefaceError(cause);
  services.logger.error('A job failed: see its error', {
    jobId: job.id,
    kind: trigger.kind,
    code: error.code,
    error,
  });
  if (error.retryable) return;
  await services.jobs.complete(lease, { status: 'failed', detail: error.message });
  if (trigger.kind !== 'build') return;
  try {
    const host = await services.hosts.open(trigger.installationId, trigger.repository);
    await services.publisher.failed(
      host,
      trigger.issue,
      error.code === 'internal' ? 'Codeface itself failed.' : error.message,
    );
  } catch (untold) {
    services.logger.warn('Nobody could be told of the failed job: check the host', {
      jobId: job.id,
      error: untold,
    });
  }
}

async function keepLease(
  { jobs, clock, logger }: QueueServices,
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

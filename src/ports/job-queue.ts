import type { Job, JobLane, Trigger } from '../domain/trigger.js';

export interface Lease {
  readonly job: Job;
  readonly token: string;
}

/** Jobs with leases, at least once; a delivery id is accepted once, also across restarts. */
export interface JobQueue {
  /** `duplicate` when the delivery id was seen before; nothing is enqueued then. */
  enqueue(deliveryId: string, trigger: Trigger): Promise<'enqueued' | 'duplicate'>;
  /**
   * The oldest job of the lane that nobody holds, or whose lease ran out, and beside which no job of the same subject
   * (`jobSubject`) is running; undefined when there is none. It counts how often a job was leased and leaves to the
   * holder what too often is.
   */
  lease(leaseMs: number, lane: JobLane): Promise<Lease | undefined>;
  /** False when the lease was lost, to another holder or by the job's failing: the holder must stop. */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** Ends the job; ignored when the lease was lost. */
  complete(
    lease: Lease,
    outcome: { readonly status: 'done' | 'failed'; readonly detail: string },
  ): Promise<void>;
  /** Whether a job of the subject was leased and has not ended. */
  isUnderWay(subject: string): Promise<boolean>;
  /** Ends the jobs of a subject that nobody has begun; returns how many there were. */
  cancelWaiting(subject: string): Promise<number>;
  counts(): Promise<{
    readonly waiting: number;
    readonly leased: number;
    readonly done: number;
    readonly failed: number;
  }>;
}

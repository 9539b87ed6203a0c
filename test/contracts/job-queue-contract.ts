import { beforeEach, describe, expect, it } from '@jest/globals';

import { buildSubject, type Trigger } from '../../src/domain/trigger.js';
import type { Clock } from '../../src/ports/clock.js';
import type { Ids } from '../../src/ports/ids.js';
import type { JobQueue } from '../../src/ports/job-queue.js';
import { createFakeClock } from '../fakes/fake-clock.js';
import type { FakeClock } from '../fakes/fake-clock.js';
import { createCountingIds } from '../fakes/fake-ids.js';

const LEASE_MS = 60_000;

export function buildTrigger(issue: number, repository = 'acme/shop'): Trigger {
  return { kind: 'build', installationId: 1, repository, issue, commentId: 100 + issue, requestedBy: 'ada' };
}

export function mineTrigger(repository: string): Trigger {
  return { kind: 'mine', installationId: 1, repository };
}

/** What every job queue must keep, in memory and in SQLite. */
export function jobQueueContract(
  name: string,
  createQueue: (clock: Clock, ids: Ids) => Promise<JobQueue>,
): void {
  describe(`${name} as a job queue`, () => {
    let clock: FakeClock;
    let queue: JobQueue;
    beforeEach(async () => {
      clock = createFakeClock();
      queue = await createQueue(clock, createCountingIds());
    });

    const leased = async () => (await queue.lease(LEASE_MS, 'work'))?.job.deliveryId;

    it('gives jobs in the order they came, with what was asked', async () => {
      expect(await queue.enqueue('d1', buildTrigger(1))).toBe('enqueued');
      await queue.enqueue('d2', mineTrigger('acme/tools'));
      const first = await queue.lease(LEASE_MS, 'work');
      expect(first?.job).toMatchObject({ deliveryId: 'd1', trigger: buildTrigger(1), attempts: 1 });
      expect(await leased()).toBe('d2');
      expect(await leased()).toBeUndefined();
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 2, done: 0, failed: 0 });
    });

    it('accepts a delivery once, also when its job is done', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      expect(await queue.enqueue('d1', buildTrigger(1))).toBe('duplicate');
      const lease = await queue.lease(LEASE_MS, 'work');
      await queue.complete(lease!, { status: 'done', detail: '' });
      expect(await queue.enqueue('d1', buildTrigger(2))).toBe('duplicate');
      expect(await leased()).toBeUndefined();
      expect(await queue.counts()).toEqual({ waiting: 0, leased: 0, done: 1, failed: 0 });
    });

    it('never works on one issue twice at once', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      await queue.enqueue('d2', buildTrigger(1, 'Acme/Shop'));
      await queue.enqueue('d3', buildTrigger(2));
      const first = await queue.lease(LEASE_MS, 'work');
      expect(await leased()).toBe('d3');
      expect(await leased()).toBeUndefined();
      await queue.complete(first!, { status: 'failed', detail: 'why' });
      expect(await leased()).toBe('d2');
    });

    it('never mines one repository twice at once', async () => {
      await queue.enqueue('d1', mineTrigger('acme/tools'));
      await queue.enqueue('d2', mineTrigger('acme/tools'));
      await queue.enqueue('d3', mineTrigger('acme/other'));
      expect([await leased(), await leased(), await leased()]).toEqual(['d1', 'd3', undefined]);
    });

    it('keeps stops in a lane of their own, so that none waits for the build that it is to stop', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      await queue.enqueue('d2', { ...buildTrigger(1), kind: 'stop' } as Trigger);
      expect((await queue.lease(LEASE_MS, 'control'))?.job.deliveryId).toBe('d2');
      expect(await queue.lease(LEASE_MS, 'control')).toBeUndefined();
      expect([await leased(), await leased()]).toEqual(['d1', undefined]);
    });

    it('cancels the builds of an issue that nobody has begun, and no others', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      await leased();
      await queue.enqueue('d2', buildTrigger(1, 'Acme/Shop'));
      await queue.enqueue('d3', buildTrigger(2));
      expect(await queue.cancelWaiting(buildSubject('acme/shop', 1))).toBe(1);
      expect(await queue.counts()).toEqual({ waiting: 1, leased: 1, done: 1, failed: 0 });
      expect(await leased()).toBe('d3');
    });

    it('gives a job again when its lease ran out', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      const dead = await queue.lease(LEASE_MS, 'work');
      clock.advance(LEASE_MS - 1);
      expect(await leased()).toBeUndefined();
      clock.advance(1);
      const taken = await queue.lease(LEASE_MS, 'work');
      expect(taken?.job).toEqual({ ...dead?.job, attempts: 2 });
      expect(await queue.renew(dead!, LEASE_MS)).toBe(false);
      await queue.complete(dead!, { status: 'failed', detail: 'late' });
      expect(await queue.counts()).toMatchObject({ leased: 1, failed: 0 });
      await queue.complete(taken!, { status: 'done', detail: '' });
      expect(await queue.counts()).toMatchObject({ leased: 0, done: 1 });
    });

    it('keeps a lease that is renewed', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      const lease = await queue.lease(LEASE_MS, 'work');
      for (let time = 0; time < 5; time++) {
        clock.advance(LEASE_MS - 1);
        expect(await queue.renew(lease!, LEASE_MS)).toBe(true);
      }
      expect(await leased()).toBeUndefined();
    });

    it('takes up an older job of an issue before a younger one', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      await queue.enqueue('d2', buildTrigger(1));
      await queue.lease(LEASE_MS, 'work');
      clock.advance(LEASE_MS);
      expect([await leased(), await leased()]).toEqual(['d1', undefined]);
    });

    it('counts how often a job was taken, and goes on giving it', async () => {
      await queue.enqueue('d1', buildTrigger(1));
      for (let attempt = 1; attempt <= 7; attempt++) {
        expect((await queue.lease(LEASE_MS, 'work'))?.job.attempts).toBe(attempt);
        clock.advance(LEASE_MS);
      }
    });

    it('knows whether a subject is under way', async () => {
      const subject = buildSubject('acme/shop', 1);
      await queue.enqueue('d1', buildTrigger(1));
      expect(await queue.isUnderWay(subject)).toBe(false);
      const lease = await queue.lease(LEASE_MS, 'work');
      expect(await queue.isUnderWay(subject)).toBe(true);
      await queue.complete(lease!, { status: 'done', detail: '' });
      expect(await queue.isUnderWay(subject)).toBe(false);
    });
  });
}

import { describe, expect, it } from '@jest/globals';
import { createMemo } from '../../../src/adapters/sandbox/memo.js';
import { createOnce } from '../../../src/adapters/sandbox/once.js';
import { currentOwner, ownerIsGone } from '../../../src/adapters/sandbox/owner.js';
import { endingOf } from '../../../src/adapters/sandbox/ending.js';
import { withHostLock } from '../../../src/adapters/sandbox/lock.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { deadOwner } from '../../support/sandboxes.js';

describe('an owner', () => {
  it('is gone when its process is, also when its number is used again', () => {
    expect(ownerIsGone(currentOwner())).toBe(false);
    expect(ownerIsGone(deadOwner())).toBe(true);
    expect(ownerIsGone(currentOwner().replace(/\.\d+$/, '.1'))).toBe(true);
  });

  it('is left alone when it lives where we cannot see', () => {
    expect(ownerIsGone('00000000.1.2.3')).toBe(false);
    expect(ownerIsGone('')).toBe(false);
  });
});

describe('a lock of the host', () => {
  it('lets one work at a time, and the next after a failure', async () => {
    const name = `test-${process.pid}`;
    let working = 0;
    const work = (fails: boolean) =>
      withHostLock(name, systemClock, async () => {
        working += 1;
        expect(working).toBe(1);
        await systemClock.sleep(30);
        working -= 1;
        if (fails) throw new Error('failed');
        return 'done';
      });
    const results = await Promise.allSettled([work(false), work(true), work(false)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('shared work', () => {
  it('is done once while it is under way, and again afterwards', async () => {
    const once = createOnce<number>();
    let done = 0;
    const work = async () => {
      await systemClock.sleep(5);
      return (done += 1);
    };
    expect(await Promise.all([once('a', work), once('a', work), once('b', work)])).toEqual([1, 1, 2]);
    expect(await once('a', work)).toBe(3);
  });

  it('remembers what was found, not what failed', async () => {
    let tries = 0;
    const memo = createMemo(async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });
    await expect(memo()).rejects.toThrow('not yet');
    expect([await memo(), await memo()]).toEqual([2, 2]);
  });
});

describe('an ending', () => {
  const seen = { timedOut: false, outOfMemory: false, exitCode: 0 };

  it.each([
    [
      { ...seen, exitCode: 1 },
      { ending: 'exited', exitCode: 1 },
    ],
    [
      { ...seen, exitCode: 139 },
      { ending: 'exited', exitCode: 139 },
    ],
    [
      { ...seen, exitCode: 137, timedOut: true },
      { ending: 'timed-out', exitCode: null },
    ],
    [
      { ...seen, exitCode: 137, outOfMemory: true },
      { ending: 'out-of-memory', exitCode: null },
    ],
    [
      { ...seen, exitCode: 137 },
      { ending: 'killed', exitCode: null },
    ],
    [
      { ...seen, exitCode: null },
      { ending: 'killed', exitCode: null },
    ],
  ])('of %j is %j', (observation, ending) => {
    expect(endingOf(observation)).toEqual(ending);
  });

  it('is an exit for a command that outlived a child that took too much', () => {
    expect(endingOf({ ...seen, outOfMemory: true })).toEqual({ ending: 'exited', exitCode: 0 });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';

import type { RunStore } from '../../src/ports/run-store.js';
import {
  sampleExecution,
  sampleOutcome,
  sampleRequest,
  sampleRound,
  sampleStart,
} from '../support/sample-run.js';

/** What every run store must keep, in memory and in SQLite. */
export function runStoreContract(name: string, createStore: () => Promise<RunStore>): void {
  describe(`${name} as a run store`, () => {
    let store: RunStore;
    beforeEach(async () => {
      store = await createStore();
    });

    it('starts a run with nothing done', async () => {
      const run = await store.begin('job-1', sampleStart('run-1'));
      expect(run).toEqual({ ...sampleStart('run-1'), rounds: [], stopRequested: false });
      expect(await store.find('run-1')).toEqual(run);
    });

    it('gives the same run again for the same key, with what was done', async () => {
      const baseline = {
        execution: sampleExecution,
        requiredTests: ['tests/test_a.py::test_a'],
        flaky: [],
        findings: [],
      };
      await store.begin('job-1', sampleStart('run-1'));
      await store.saveBaseline('run-1', baseline);
      await store.saveRound('run-1', sampleRound(1, 'c1'));
      const again = await store.begin('job-1', { ...sampleStart('run-2'), baseCommit: 'other' });
      expect(again).toMatchObject({ ...sampleStart('run-1'), baseline, rounds: [sampleRound(1, 'c1')] });
      expect(await store.find('run-2')).toBeUndefined();
    });

    it('keeps rounds in order and replaces one that is saved again', async () => {
      await store.begin('job-1', sampleStart('run-1'));
      await store.saveRound('run-1', sampleRound(2));
      await store.saveRound('run-1', sampleRound(1));
      await store.saveRound('run-1', sampleRound(2, 'c2'));
      expect((await store.find('run-1'))?.rounds).toEqual([sampleRound(1), sampleRound(2, 'c2')]);
    });

    it('keeps the outcome', async () => {
      const outcome = sampleOutcome('run-1', [sampleRound(1, 'c1')]);
      await store.begin('job-1', sampleStart('run-1'));
      await store.finish('run-1', outcome);
      expect((await store.find('run-1'))?.outcome).toEqual(outcome);
    });

    it('asks the unfinished runs of an issue to stop, and no other', async () => {
      const elsewhere = { ...sampleStart('elsewhere'), request: { ...sampleRequest, issue: 8 } };
      const { issue: _, ...local } = sampleRequest;
      await store.begin('job-1', sampleStart('finished'));
      await store.finish('finished', sampleOutcome('finished', []));
      await store.begin('job-2', sampleStart('running'));
      await store.begin('job-3', elsewhere);
      await store.begin('job-4', { ...sampleStart('local'), request: local });
      expect(await store.requestStop('acme/shop', 7)).toBe(1);
      const asked = await Promise.all(
        ['finished', 'running', 'elsewhere', 'local', 'unknown'].map(id => store.stopRequested(id)),
      );
      expect(asked).toEqual([false, true, false, false, false]);
      expect((await store.find('running'))?.stopRequested).toBe(true);
    });

    it('refuses to add to a run that it does not have', async () => {
      const refusal = { name: 'CodefaceError', code: 'store' };
      await expect(store.saveRound('none', sampleRound(1))).rejects.toMatchObject(refusal);
      await expect(store.finish('none', sampleOutcome('none', []))).rejects.toMatchObject(refusal);
      await expect(
        store.saveBaseline('none', {
          execution: sampleExecution,
          requiredTests: [],
          flaky: [],
          findings: [],
        }),
      ).rejects.toMatchObject(refusal);
      expect(await store.find('none')).toBeUndefined();
    });
  });
}

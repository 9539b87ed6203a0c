import { CodefaceError } from '../../src/domain/errors.js';
import type { RunRecord, RunStore } from '../../src/ports/run-store.js';

/** Runs in memory; records are copied in and out, as a database would. */
export function createMemoryRunStore(): RunStore {
  const runs = new Map<string, RunRecord>();
  const keys = new Map<string, string>();

  const change = (runId: string, edit: (run: RunRecord) => RunRecord) => {
    const run = runs.get(runId);
    if (run === undefined) throw new CodefaceError('store', `There is no run ${runId}.`);
    runs.set(runId, structuredClone(edit(run)));
  };

  return {
    begin: async (key, start) => {
      const runId = keys.get(key) ?? start.id;
      if (!runs.has(runId)) runs.set(runId, structuredClone({ ...start, rounds: [], stopRequested: false }));
      keys.set(key, runId);
      return structuredClone(runs.get(runId) as RunRecord);
    },
    saveBaseline: async (runId, baseline) => change(runId, run => ({ ...run, baseline })),
    saveRound: async (runId, round) =>
      change(runId, run => ({
        ...run,
        rounds: [...run.rounds.filter(({ index }) => index !== round.index), round].sort(
          (a, b) => a.index - b.index,
        ),
      })),
    finish: async (runId, outcome) => change(runId, run => ({ ...run, outcome })),
    find: async runId => structuredClone(runs.get(runId)),
    requestStop: async (repository, issue) => {
      const running = [...runs.values()].filter(
        run => run.request.repository === repository && run.request.issue === issue && !run.outcome,
      );
      for (const { id } of running) change(id, run => ({ ...run, stopRequested: true }));
      return running.length;
    },
    stopRequested: async runId => runs.get(runId)?.stopRequested ?? false,
  };
}

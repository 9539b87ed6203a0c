import { unitKey } from './carry/carry-tests.js';
import { testUnits, unitAt } from './carry/test-units.js';
import { applyStep, type Sources } from './sources/sources.js';
import type { Step } from './sources/step.js';

/** What stands in the way: a unit of a test file (undefined: the file itself), or the implementation. */
export interface Obstacle {
  readonly path: string;
  readonly isTest: boolean;
  readonly unit: string | undefined;
  readonly reason: string;
  /** The export whose own mapping is at fault, by its new name, where it is one's. */
  readonly blame?: string | undefined;
  /** It stands in the way of every mapping. */
  readonly isFinal?: boolean;
}

/** Sources on their way through the steps of an adaptation, with what the steps said of them. */
export class Run {
  readonly obstacles: Obstacle[] = [];
  /** What was done to each unit of a test file, by `unitKey`. */
  readonly notes = new Map<string, Set<string>>();

  constructor(public sources: Sources) {}

  /** True until something stood in the way. */
  get isOpen(): boolean {
    return this.obstacles.length === 0;
  }

  /** Stops the run for a reason that lies in one export's mapping. */
  stop(path: string, reason: string, blame: string): void {
    this.obstacles.push({ path, isTest: false, unit: undefined, reason, blame });
  }

  /** Stops the run for a reason that no other mapping changes. */
  stopForGood(path: string, reason: string): void {
    this.obstacles.push({ path, isTest: false, unit: undefined, reason, isFinal: true });
  }

  /** Takes a step, unless it is refused somewhere. */
  take(step: Step): void {
    const tests = new Map(
      this.sources.filter(source => source.isTest).map(({ path, tree }) => [path, testUnits(tree)]),
    );
    for (const { path, offset, reason, blame } of step.refusals) {
      const units = tests.get(path);
      const unit = unitAt(units ?? [], offset)?.name;
      this.obstacles.push({ path, isTest: units !== undefined, unit, reason, blame });
    }
    for (const { path, offset, what } of step.notes) {
      const unit = unitAt(tests.get(path) ?? [], offset);
      if (unit === undefined) continue;
      const key = unitKey(path, unit.name);
      this.notes.set(key, (this.notes.get(key) ?? new Set()).add(what));
    }
    if (this.isOpen) this.sources = applyStep(this.sources, step.edits);
  }
}

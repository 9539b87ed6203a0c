import type { Edit } from '../../../python/edits.js';
import type { EditsByPath } from './sources.js';

/** A place that cannot be rewritten exactly, and why. */
export interface Refusal {
  readonly path: string;
  /** Into the text of the step's input; -1 for the file as a whole. */
  readonly offset: number;
  readonly reason: string;
  /** The export whose own mapping is at fault, by its new name, where it is one's. */
  readonly blame?: string;
}

/** One step of an adaptation as a value: what to edit, and what stands in the way. */
export interface Step {
  readonly edits: EditsByPath;
  readonly refusals: readonly Refusal[];
  /** What the edits did, in words, by path and offset: each carried test is told what touched it. */
  readonly notes: readonly Note[];
}

export interface Note {
  readonly path: string;
  readonly offset: number;
  readonly what: string;
}

/** Collects a step file by file. */
export class StepBuilder {
  private readonly edits = new Map<string, Edit[]>();
  private readonly refusals: Refusal[] = [];
  private readonly notes: Note[] = [];

  edit(path: string, edits: readonly Edit[], what?: string): void {
    const own = this.edits.get(path) ?? [];
    own.push(...edits);
    this.edits.set(path, own);
    if (what !== undefined) this.notes.push(...edits.map(({ start }) => ({ path, offset: start, what })));
  }

  note(path: string, offset: number, what: string): void {
    this.notes.push({ path, offset, what });
  }

  refuse(path: string, offset: number, reason: string, blame?: string): void {
    this.refusals.push({ path, offset, reason, ...(blame !== undefined && { blame }) });
  }

  refuseFile(path: string, reason: string): void {
    this.refuse(path, -1, reason);
  }

  build(): Step {
    return { edits: this.edits, refusals: this.refusals, notes: this.notes };
  }
}

import { applyEdits, type Edit } from './edits.js';

/**
 * Edits collected from the inside out, where an outer one moves text that inner ones changed: taking a range hands
 * out its text as edited so far and leaves the range to whoever moves it.
 */
export class NestedEdits {
  private edits: Edit[] = [];

  constructor(private readonly text: string) {}

  add(...edits: readonly Edit[]): void {
    this.edits.push(...edits);
  }

  /** The text of a range with the edits in it applied; they are dropped, since the range is about to move. */
  take(range: { readonly start: number; readonly end: number }): string {
    const isInside = (edit: Edit) => edit.start >= range.start && edit.end <= range.end;
    const inside = this.edits.filter(isInside);
    this.edits = this.edits.filter(edit => !isInside(edit));
    const shifted = inside.map(edit => ({
      ...edit,
      start: edit.start - range.start,
      end: edit.end - range.start,
    }));
    return applyEdits(this.text.slice(range.start, range.end), shifted);
  }

  all(): readonly Edit[] {
    return this.edits;
  }
}

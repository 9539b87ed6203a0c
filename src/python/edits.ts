/** Replaces `text.slice(start, end)`; offsets in UTF-16 code units of the unedited text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Applies edits that do not overlap (the same edit twice counts once). Throws a RangeError when two overlap: that
 * is a mistake of the caller's, never of the source's.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let position = 0;
  let previous: Edit | undefined;
  for (const edit of ordered) {
    if (previous && sameEdit(previous, edit)) continue;
    if (edit.start < position) throw new RangeError(`Edits overlap at offset ${edit.start}`);
    result += text.slice(position, edit.start) + edit.replacement;
    position = edit.end;
    previous = edit;
  }
  return result + text.slice(position);
}

function sameEdit(a: Edit, b: Edit): boolean {
  return a.start === b.start && a.end === b.end && a.replacement === b.replacement;
}

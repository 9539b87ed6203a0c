import type { Comment } from '../domain/publication.js';

/** What a comment of ours is about; at most one comment of each stands on an issue. */
export type CommentSubject =
  | { readonly kind: 'status' }
  | { readonly kind: 'diagnosis'; readonly runId: string; readonly round: number }
  | { readonly kind: 'conclusion'; readonly runId: string }
  | { readonly kind: 'welcome' | 'mined' | 'refusal' | 'failure' };

const PLAIN_KINDS = ['status', 'welcome', 'mined', 'refusal', 'failure'] as const;

/** The hidden line that finds a comment again. */
export function renderMarker(subject: CommentSubject): string {
  return `<!-- codeface:${words(subject).join(':')} -->`;
}

/** Reads the first marker of a text, or undefined when it has none. */
export function parseMarker(text: string): CommentSubject | undefined {
  const [, kind, runId = '', round = ''] =
    /<!-- codeface:(\w+)(?::([\w-]+))?(?::(\d+))? -->/.exec(text) ?? [];
  const plain = PLAIN_KINDS.find(known => known === kind);
  if (plain !== undefined) return { kind: plain };
  if (kind === 'conclusion' && runId !== '') return { kind, runId };
  if (kind === 'diagnosis' && runId !== '' && round !== '') return { kind, runId, round: Number(round) };
  return undefined;
}

function words(subject: CommentSubject): readonly string[] {
  switch (subject.kind) {
    case 'diagnosis':
      return [subject.kind, subject.runId, String(subject.round)];
    case 'conclusion':
      return [subject.kind, subject.runId];
    default:
      return [subject.kind];
  }
}

/** A comment that begins with its marker. */
export function comment(subject: CommentSubject, body: (marker: string) => string): Comment {
  const marker = renderMarker(subject);
  return { marker, body: body(marker) };
}

/** The trailer of a round's commit: which run and round made it; without a round, what all of a run's begin with. */
export function renderTrailer(runId: string, round?: number | 'restored'): string {
  return `Codeface-Round: ${runId}/${round ?? ''}`;
}

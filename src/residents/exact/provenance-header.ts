import { shortCommit } from '../../domain/commit-name.js';
import type { Primitive } from '../../domain/primitive.js';
import { renderDerivation } from '../../licence/derivation.js';

/**
 * Writes where a file came from at its top: repository, commit, path, primitive, and the copyright and licence
 * lines that the REUSE specification asks for (lines that are there already are not repeated). A byte-order mark,
 * an interpreter line and an encoding declaration stay first (PEP 263).
 */
export function withProvenance(text: string, donorPath: string, primitive: Primitive): string {
  const { repository, commit, licence, copyright } = primitive.provenance;
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  const known = new Set(text.split(/\r?\n/, 30).map(line => line.trim()));
  const lines = [
    renderDerivation({
      repository: oneLine(repository),
      commit: oneLine(shortCommit(commit)),
      path: oneLine(donorPath),
      primitiveId: oneLine(primitive.id),
    }),
    ...copyright.map(
      holder => `# SPDX-FileCopyrightText: ${oneLine(holder).replace(/^copyright\s*:?\s*/i, '')}`,
    ),
    `# SPDX-License-Identifier: ${oneLine(licence)}`,
  ].filter(line => !known.has(line));
  const opening = openingLines(text);
  const rest = text.slice(opening.length);
  const break_ = opening === '' || opening.endsWith('\n') || opening === '\uFEFF' ? '' : lineEnd;
  const gap = rest.trim() === '' ? '' : lineEnd;
  return `${opening}${break_}${lines.join(lineEnd)}${lineEnd}${gap}${rest.trim() === '' ? '' : rest}`;
}

/** What repositories say of themselves must not break out of a comment. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** What Python and the system look for in the first lines: a declaration may stand on the second. */
function openingLines(text: string): string {
  const declared = /^\uFEFF?(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*[-\w.]+[^\n]*(?:\n|$)/;
  return declared.exec(text)?.[0] ?? /^\uFEFF?(?:#![^\n]*(?:\n|$))?/.exec(text)?.[0] ?? '';
}

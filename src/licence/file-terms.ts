import type { StoredFile } from '../domain/files.js';
import { parseExpression, renderExpression } from './expression.js';
import { licenceText } from './texts.js';

/** A licence as far as code is under it. */
export interface Terms {
  readonly expression: string;
  readonly text: string;
}

/** Where adapted code says that it came from, at the top of its file. */
export interface Derivation {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly primitiveId: string;
}

const TAG = /^#\s*SPDX-License-Identifier:\s*(.+?)\s*$/m;
const DERIVED = /^# Adapted from (.+) @ (\S+), (.+) \(primitive (cf-[0-9a-f]+)\)\.$/m;
/** Tags stand at the top (REUSE specification); code that talks about them does not count. */
const TOP_LINES = 30;

/**
 * The terms of some Python files of a repository: a file that states its own (`SPDX-License-Identifier`, REUSE
 * specification) is under those, any other under the repository's. Code that came in under another licence keeps it
 * when the repository is mined in its turn. A tag that is no SPDX expression is left to the repository's terms.
 */
export function termsOfFiles(files: readonly StoredFile[], repository: Terms): Terms {
  const expressions = new Set<string>();
  for (const file of files) {
    if (!file.path.endsWith('.py') || file.encoding !== 'utf8' || file.content.trim() === '') continue;
    expressions.add(statedTerms(file.content) ?? repository.expression);
  }
  if (expressions.size === 0) return repository;
  if (expressions.size === 1 && expressions.has(repository.expression)) return repository;
  const stated = [...expressions].sort();
  const texts = stated.map(one =>
    one === repository.expression ? repository.text : (licenceText(one) ?? ''),
  );
  return {
    expression: stated.reduce(both),
    text: texts.filter(text => text !== '').join('\n\n'),
  };
}

/** Both expressions at once, in a form that does not depend on how they were written. */
function both(a: string, b: string): string {
  const [left, right] = [parseExpression(a), parseExpression(b)];
  return left && right ? renderExpression({ conjunction: 'and', left, right }) : `(${a}) AND (${b})`;
}

/** The line that says where a file's code was adapted from. */
export function renderDerivation({ repository, commit, path, primitiveId }: Derivation): string {
  return `# Adapted from ${repository} @ ${commit}, ${path} (primitive ${primitiveId}).`;
}

/** Reads that line back, or undefined when the file's top has none. */
export function parseDerivation(text: string): Derivation | undefined {
  const [, repository, commit, path, primitiveId] = DERIVED.exec(topOf(text)) ?? [];
  if (repository === undefined || commit === undefined || path === undefined || primitiveId === undefined) {
    return undefined;
  }
  return { repository, commit, path, primitiveId };
}

function statedTerms(text: string): string | undefined {
  const tag = TAG.exec(topOf(text))?.[1];
  const parsed = tag === undefined ? undefined : parseExpression(tag);
  return parsed === undefined ? undefined : renderExpression(parsed);
}

function topOf(text: string): string {
  return text.split(/\r?\n/, TOP_LINES).join('\n');
}

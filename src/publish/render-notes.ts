import type { MiningReport } from '../domain/mined.js';
import type { Comment } from '../domain/publication.js';
import { codeCell, prose } from './markdown.js';
import { comment } from './markers.js';
import { fill, type Templates } from './templates.js';

/** Exclusions listed in a comment. */
const EXCLUDED_SHOWN = 20;

/** The offer to mine a repository, on installation. */
export function renderWelcome(templates: Templates): Comment {
  return comment({ kind: 'welcome' }, marker => fill(templates.welcome, { marker }));
}

/** One line for somebody without write access. */
export function renderRefusal(): Comment {
  return comment(
    { kind: 'refusal' },
    marker => `${marker}\nCodeface works for people who may push to this repository.\n`,
  );
}

/** One line for an error of ours. */
export function renderFailure(message: string): Comment {
  return comment(
    { kind: 'failure' },
    marker => `${marker}\n**Codeface** could not go on: ${prose(message)} What was done so far is kept.\n`,
  );
}

/** What mining gave: counts in a line, and why something was left out, folded. */
export function renderMined(report: MiningReport): Comment {
  const { admitted, excluded, skippedFiles } = report;
  const counts = `**Codeface** mined ${report.files} files: ${admitted.length} primitives admitted, ${excluded.length} components excluded, ${skippedFiles.length} files skipped.`;
  const rows = [...excluded, ...skippedFiles]
    .slice(0, EXCLUDED_SHOWN)
    .map(({ name, reason }) => `| ${codeCell(name)} | ${prose(reason, 200)} |`);
  const table = [
    '<details><summary>Left out</summary>',
    '',
    '| What | Why |',
    '|---|---|',
    ...rows,
    '',
    '</details>',
  ];
  const lines = [counts, ...(rows.length > 0 ? ['', ...table] : [])];
  return comment({ kind: 'mined' }, marker => `${marker}\n${lines.join('\n')}\n`);
}

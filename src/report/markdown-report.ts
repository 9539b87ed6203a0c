import type { MiningReport } from '../domain/mined.js';
import { oneLine } from '../domain/one-line.js';
import { mapDiagram } from './map-diagram.js';
import { count, duration, percent } from './numbers.js';
import { viewOf, type ExclusionGroup, type PrimitiveRow } from './report-view.js';

const MOST_ENTRIES = 200;

/**
 * A mining report as Markdown, with the component map as a Mermaid diagram. Everything that a repository named stands in
 * code or is escaped. The same report gives the same text.
 */
export function markdownReport(report: MiningReport): string {
  const view = viewOf(report);
  const diagram = mapDiagram(report);
  return [
    `# Mining ${prose(view.title)}`,
    `At ${code(view.commit)}. ${prose(view.verdict)}`,
    tableOf(
      ['', ''],
      view.facts.map(([label, value]) => [prose(label), prose(value)]),
    ),
    ...(diagram === undefined ? [] : ['## The component map', diagram]),
    '## Primitives',
    view.primitives.length === 0 ? 'None was admitted.' : primitives(view.primitives),
    ...(view.groups.length === 0 ? [] : ['## What was left out, and the next step', ...groups(view.groups)]),
    ...(view.skipped.length === 0 ? [] : ['## Files that were not mined', ...groups(view.skipped)]),
    '## Time',
    tableOf(
      ['Phase', 'Time'],
      view.durations.map(([phase, milliseconds]) => [phase, duration(milliseconds)]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function primitives(rows: readonly PrimitiveRow[]): string {
  const share = (value: number | undefined) => (value === undefined ? '' : percent(value));
  return tableOf(
    ['Name', 'Exports', 'Lines', 'Files', 'Tests', 'Lines tested', 'Changes noticed', 'Licence', 'Id'],
    rows.map(row => [
      code(row.name),
      prose(row.exports),
      count(row.lines),
      String(row.files),
      String(row.tests),
      share(row.lineShare),
      share(row.killScore),
      prose(row.licence),
      code(row.id),
    ]),
  );
}

function groups(all: readonly ExclusionGroup[]): readonly string[] {
  return all.flatMap(({ title, step, entries }) => {
    const more = entries.length > MOST_ENTRIES ? [`- and ${count(entries.length - MOST_ENTRIES)} more`] : [];
    const items = entries
      .slice(0, MOST_ENTRIES)
      .map(({ name, reason }) => `- ${code(name)}${reason === title ? '' : `: ${prose(reason)}`}`);
    return [
      `### ${prose(title)} (${count(entries.length)})`,
      ...(step === '' ? [] : [prose(step)]),
      [...items, ...more].join('\n'),
    ];
  });
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text that Markdown takes as nothing but text, on one line. */
function prose(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>()#+!|~&@$]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^-/, '\\-')
    .replace(/:\/\//g, ':\u200b//');
}

/** A code span that its content cannot leave, also in a cell of a table. */
function code(text: string): string {
  const content = oneLine(text).replaceAll('|', '\u00a6');
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = content.startsWith('`') || content.endsWith('`') || content === '' ? ' ' : '';
  return `${fence}${space}${content}${space}${fence}`;
}

import type { Provenance } from '../domain/primitive.js';
import { claimsCopyright } from './copyright.js';
import { profileText } from './similarity.js';

const RULE = '-'.repeat(72);

/**
 * The section of a NOTICE file for code from these sources: each repository and commit with its licence and copyright
 * lines, then every licence text once. The same sources give the same text in whatever order they come; none give
 * nothing.
 */
export function renderNotice(entries: readonly Provenance[]): string {
  if (entries.length === 0) return '';
  const sources = [
    ...groupBy(entries, ({ repository, commit, licence }) => `${repository}\n${commit}\n${licence}`),
  ]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => renderSource(group));
  // Two copies of a licence differ in their copyright lines, which stand above, and in how they are wrapped.
  const texts = [...groupBy(entries, entry => profileText(entry.licenceText).words.join(' '))]
    .map(([, group]) => renderText(group))
    .sort();
  const introduction = 'Parts of this software come from the sources below, each under the licence it names.';
  return `${[introduction, ...sources, ...texts].join('\n\n')}\n`;
}

function renderSource(entries: readonly [Provenance, ...Provenance[]]): string {
  const [{ repository, commit, licence }] = entries;
  const copyright = [...new Set(entries.flatMap(entry => entry.copyright))].sort();
  return [
    oneLine(repository),
    `  Commit: ${oneLine(commit)}`,
    `  Licence: ${oneLine(licence)}`,
    ...copyright.map(line => `  ${oneLine(line)}`),
  ].join('\n');
}

function renderText(entries: readonly [Provenance, ...Provenance[]]): string {
  const licences = [...new Set(entries.map(({ licence }) => oneLine(licence)))].sort();
  const claimed = new Set(entries.flatMap(({ copyright }) => copyright).map(oneLine));
  const lines = entries
    .map(({ licenceText }) => licenceText)
    .reduce((first, next) => (next < first ? next : first))
    .split(/\r?\n/)
    .filter(line => !(claimsCopyright(line) && claimed.has(oneLine(line))));
  const text = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return `${RULE}\n${licences.join('\n')}\n${RULE}\n\n${printable(text).trim()}`;
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly [Item, ...Item[]]> {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Names and texts come from repositories that nobody vouches for: no control character of theirs gets through. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '');
}

function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

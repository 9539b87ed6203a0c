import type { MiningReport } from '../domain/mined.js';
import { layOutMap } from './component-map.js';
import { mapPicture } from './map-picture.js';
import { markup, Markup } from './markup.js';
import { count, duration, percent } from './numbers.js';
import { viewOf, type ExclusionGroup, type PrimitiveRow, type ReportView } from './report-view.js';
import { STYLE } from './style.js';

/** Longer lists are cut; the JSON answer has them whole. */
const MOST_ENTRIES = 1000;

/**
 * A mining report as one HTML page that needs nothing else: no script, no font, no picture from anywhere. Everything
 * that a repository named is escaped. The same report gives the same page.
 */
export function htmlReport(report: MiningReport): string {
  const view = viewOf(report);
  const layout = layOutMap(report);
  const title = `Mining ${view.title}`;
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="soft">at <code>${view.commit}</code></p>
<p class="verdict">${view.verdict}</p>
</header>
<main>
<dl class="facts">
${view.facts.map(
  ([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>
`,
)}</dl>
${layout.boxes.length === 0 ? '' : mapSection(mapPicture(layout, view.title))}
${primitivesSection(view.primitives)}
${view.groups.length === 0 ? '' : groupsSection('What was left out, and the next step', view.groups)}
${view.skipped.length === 0 ? '' : groupsSection('Files that were not mined', view.skipped)}
${durationsSection(view.durations)}
</main>
</body>
</html>
`.text;
}

function mapSection(picture: Markup): Markup {
  const circle = (status: string, words: string) =>
    markup`<span><svg viewBox="0 0 14 14" aria-hidden="true"><g class="${status}"><circle cx="7" cy="7" r="5"/></g></svg> ${words}</span>
`;
  return markup`<section aria-labelledby="map">
<h2 id="map">The component map</h2>
<p class="legend">${[
    circle('admitted', 'admitted'),
    circle('excluded', 'left out'),
    circle('part', 'part of another'),
  ]}<span>size: lines; a box is a module; a line leads to what is used</span></p>
<div class="wide">${picture}</div>
</section>`;
}

function primitivesSection(rows: readonly PrimitiveRow[]): Markup {
  if (rows.length === 0) return markup`<section><h2>Primitives</h2><p>None was admitted.</p></section>`;
  const isMeasured = rows.some(({ killScore }) => killScore !== undefined);
  const share = (value: number | undefined) => (value === undefined ? '' : percent(value));
  return markup`<section aria-labelledby="primitives">
<h2 id="primitives">Primitives</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Exports</th><th scope="col" class="number">Lines</th><th scope="col" class="number">Files</th><th scope="col" class="number">Tests</th>${
    isMeasured
      ? markup`<th scope="col" class="number">Lines tested</th><th scope="col" class="number">Changes noticed</th>`
      : ''
  }<th scope="col">Licence</th><th scope="col">Id</th></tr></thead>
<tbody>
${rows.map(
  row => markup`<tr><td><code>${row.name}</code></td><td>${row.exports}</td><td class="number">${count(row.lines)}</td><td class="number">${row.files}</td><td class="number">${row.tests}</td>${
    isMeasured
      ? markup`<td class="number">${share(row.lineShare)}</td><td class="number">${share(row.killScore)}</td>`
      : ''
  }<td>${row.licence}</td><td><code>${row.id}</code></td></tr>
`,
)}</tbody>
</table></div>
</section>`;
}

function groupsSection(title: string, groups: readonly ExclusionGroup[]): Markup {
  return markup`<section><h2>${title}</h2>
${groups.map(
  ({ title: name, step, entries }) => markup`<details>
<summary>${name} (${count(entries.length)})</summary>
${step === '' ? '' : markup`<p>${step}</p>`}
<ul>
${entries.slice(0, MOST_ENTRIES).map(
  one => markup`<li><code>${one.name}</code>${one.reason === name ? '' : markup`: ${one.reason}`}</li>
`,
)}</ul>
${entries.length > MOST_ENTRIES ? markup`<p>and ${count(entries.length - MOST_ENTRIES)} more.</p>` : ''}
</details>
`,
)}</section>`;
}

function durationsSection(durations: ReportView['durations']): Markup {
  const longest = Math.max(1, ...durations.map(([, milliseconds]) => milliseconds));
  return markup`<section aria-labelledby="durations">
<h2 id="durations">Time</h2>
<table>
<tbody>
${durations.map(
  ([
    phase,
    milliseconds,
  ]) => markup`<tr><th scope="row">${phase}</th><td class="number">${duration(milliseconds)}</td><td style="width: 60%"><span class="bar" style="width: ${Math.round((100 * milliseconds) / longest)}%"></span></td></tr>
`,
)}</tbody>
</table>
</section>`;
}

import type { MapBox, MapLayout, MapNode } from './component-map.js';
import type { Markup } from './markup.js';
import { markup } from './markup.js';

const MARGIN = 8;
const LONGEST_LABEL = 13;
const STATUS_WORDS = { admitted: 'admitted', excluded: 'left out', part: 'part of another' } as const;

/**
 * The map of components as an SVG that reads itself out: a title, a description, and a name for each circle. Colours
 * come from the style of the page; what was left out is also hollow and dashed, for whoever does not see them.
 */
export function mapPicture(layout: MapLayout, repository: string): Markup {
  const { width, height, boxes, links, isDense } = layout;
  const nodes = boxes.flatMap(box => box.nodes);
  const admitted = nodes.filter(({ status }) => status === 'admitted').length;
  const view = `${-MARGIN} ${-MARGIN} ${Math.ceil(width) + 2 * MARGIN} ${Math.ceil(height) + 2 * MARGIN}`;
  return markup`<svg class="${isDense ? 'map dense' : 'map'}" role="img" aria-labelledby="map-title map-description" viewBox="${view}" style="max-width: ${Math.ceil(width) + 2 * MARGIN}px" xmlns="http://www.w3.org/2000/svg">
<title id="map-title">The components of ${repository}</title>
<desc id="map-description">${counted(boxes.length, 'module')} with ${counted(nodes.length, 'component')}, of which ${admitted} were admitted. A circle is a component, as large as its lines; a line leads to what it uses.</desc>
${boxes.map(boxMarkup)}
<g class="links">${links.map(({ from, to }) => markup`<path d="${curve(from, to)}"/>`)}</g>
${nodes.map(nodeMarkup)}
</svg>`;
}

function boxMarkup({ module, x, y, width, height }: MapBox): Markup {
  const room = Math.max(4, Math.floor((width - 16) / 6.6));
  return markup`<g class="module"><title>${module}</title><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="6"/><text x="${round(x + 8)}" y="${round(y + 16)}">${shortened(module, room, 'start')}</text></g>
`;
}

function nodeMarkup({ name, label, status, lines, reason, x, y, radius, labelY }: MapNode): Markup {
  const said = `${name}: ${STATUS_WORDS[status]}, ${counted(lines, 'line')}${reason === undefined ? '' : ` — ${reason}`}`;
  return markup`<g class="node ${status}"><title>${said}</title><circle cx="${round(x)}" cy="${round(y)}" r="${radius}"/><text x="${round(x)}" y="${round(labelY)}">${shortened(label, LONGEST_LABEL, 'end')}</text></g>
`;
}

/** A bow from one circle to another, so that links there and back do not cover each other. */
function curve(from: MapNode, to: MapNode): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bend = 0.12;
  const [cx, cy] = [(from.x + to.x) / 2 - dy * bend, (from.y + to.y) / 2 + dx * bend];
  return `M${round(from.x)} ${round(from.y)}Q${round(cx)} ${round(cy)} ${round(to.x)} ${round(to.y)}`;
}

/** A name that fits: the end of a module's, the beginning of a component's. */
function shortened(text: string, room: number, cut: 'start' | 'end'): string {
  const characters = [...text];
  if (characters.length <= room) return text;
  return cut === 'end'
    ? `${characters.slice(0, room - 1).join('')}…`
    : `…${characters.slice(characters.length - room + 1).join('')}`;
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

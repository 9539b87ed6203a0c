import type { MiningReport } from '../domain/mined.js';
import { mappedComponents, type KnownComponent, type MapStatus } from './mapped-components.js';

/** A component as a circle: a place and a size in the units of the picture. */
export interface MapNode {
  readonly name: string;
  readonly label: string;
  readonly status: MapStatus;
  readonly lines: number;
  /** Why it was left out, for whoever asks. */
  readonly reason?: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Where its label stands: labels of a row are on one line. */
  readonly labelY: number;
}

/** A module as a box around its components. */
export interface MapBox {
  readonly module: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly MapNode[];
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly isDense: boolean;
  readonly boxes: readonly MapBox[];
  readonly links: readonly { readonly from: MapNode; readonly to: MapNode }[];
}

const PICTURE_WIDTH = 1120;
const GAP = 12;
const HEADER = 24;

/** Measures of one component: the width of its cell, the room for its label, and radii; area grows with lines. */
interface Scale {
  readonly cell: number;
  readonly label: number;
  readonly smallest: number;
  readonly largest: number;
  readonly perRootLine: number;
}
const WIDE: Scale = { cell: 92, label: 16, smallest: 5, largest: 30, perRootLine: 1.5 };
const DENSE: Scale = { cell: 60, label: 12, smallest: 4, largest: 16, perRootLine: 0.8 };
/** With more components the picture is drawn smaller. */
const MOST_WIDE = 120;
/** More lines than this across a picture hide it. */
const MOST_LINKS = 600;

/**
 * Lays a map out: one box a module, in order of their names, on shelves across the picture; inside of it the largest
 * component first. The same report gives the same picture.
 */
export function layOutMap(report: MiningReport): MapLayout {
  const components = mappedComponents(report);
  const isDense = components.length > MOST_WIDE;
  const scale = isDense ? DENSE : WIDE;
  const modules = new Map<string, KnownComponent[]>();
  for (const component of components)
    modules.set(component.module, [...(modules.get(component.module) ?? []), component]);
  const sorted = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
  const boxes: MapBox[] = [];
  let [x, y, shelf, width] = [0, 0, 0, 0];
  for (const [module, members] of sorted) {
    const box = boxOf(module, members, scale);
    if (x > 0 && x + box.width > PICTURE_WIDTH) [x, y, shelf] = [0, y + shelf + GAP, 0];
    boxes.push(moved(box, x, y));
    width = Math.max(width, x + box.width);
    shelf = Math.max(shelf, box.height);
    x += box.width + GAP;
  }
  const nodes = new Map(boxes.flatMap(box => box.nodes).map(node => [node.name, node]));
  const links = components.flatMap(({ name, uses }) =>
    uses.flatMap(used => {
      const [from, to] = [nodes.get(name), nodes.get(used)];
      return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
    }),
  );
  return {
    width: Math.max(width, scale.cell),
    height: y + shelf,
    boxes,
    isDense,
    links: links.slice(0, MOST_LINKS),
  };
}

/** The box of a module at the origin: a grid about as wide as it is high, wide enough for the module's name. */
function boxOf(module: string, members: readonly KnownComponent[], scale: Scale): MapBox {
  const sorted = members.toSorted((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1));
  const most = Math.floor((PICTURE_WIDTH - 2 * GAP) / scale.cell);
  const columns = Math.min(
    most,
    Math.max(Math.ceil(Math.sqrt(sorted.length * 1.6)), sorted.length > 1 ? 2 : 1),
  );
  const nodes: MapNode[] = [];
  let y = HEADER;
  for (let start = 0; start < sorted.length; start += columns) {
    const row = sorted.slice(start, start + columns);
    const height = 2 * Math.max(...row.map(({ lines }) => radiusOf(lines, scale)));
    row.forEach(({ name, status, reason, lines }, column) => {
      nodes.push({
        ...{ name, status, lines, ...(reason !== undefined && { reason }) },
        label: name.slice(name.lastIndexOf('.') + 1),
        x: GAP + column * scale.cell + scale.cell / 2,
        y: y + height / 2,
        radius: radiusOf(lines, scale),
        labelY: y + height + 0.7 * scale.label,
      });
    });
    y += height + scale.label + GAP / 2;
  }
  const titled = Math.min(module.length * 7 + 2 * GAP, PICTURE_WIDTH);
  const width = Math.max(
    Math.min(columns, sorted.length) * scale.cell + 2 * GAP,
    Math.min(titled, 3 * scale.cell),
  );
  return { module, x: 0, y: 0, width, height: y + GAP / 2, nodes };
}

function moved(box: MapBox, x: number, y: number): MapBox {
  return {
    ...box,
    x,
    y,
    nodes: box.nodes.map(node => ({ ...node, x: node.x + x, y: node.y + y, labelY: node.labelY + y })),
  };
}

function radiusOf(lines: number, { smallest, largest, perRootLine }: Scale): number {
  const radius = smallest + perRootLine * Math.sqrt(Math.max(0, lines - 1));
  return Math.round(Math.min(largest, radius) * 10) / 10;
}

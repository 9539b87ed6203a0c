import type { MappedComponent, MiningReport } from '../domain/mined.js';

/** What became of a component. `part` is what others carry without offering it under its own name. */
export type MapStatus = 'admitted' | 'excluded' | 'part';

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
  readonly boxes: readonly MapBox[];
  readonly links: readonly { readonly from: MapNode; readonly to: MapNode }[];
}

const PICTURE_WIDTH = 1120;
const GAP = 12;
const HEADER = 24;
const CELL_WIDTH = 84;
const LABEL_HEIGHT = 16;
/** From one line to the largest: area grows with lines. */
const RADIUS = { smallest: 5, largest: 30, perRootLine: 1.5 };
/** More lines than this across a picture hide it. */
const MOST_LINKS = 600;

/** The components of a report, each with what became of it: those of its map, else those that it names. */
export function mappedComponents(report: MiningReport): readonly (MappedComponent & {
  readonly status: MapStatus;
  readonly reason?: string;
})[] {
  const { repository, admitted, excluded, map } = report;
  const offered = new Set(
    admitted.flatMap(({ name, interface: own }) => [
      name,
      ...own.exports.map(symbol => `${repository}/${own.module}.${symbol.name}`),
    ]),
  );
  const reasons = new Map(excluded.map(({ name, reason }) => [name, reason]));
  const known =
    map ?? [...admitted.map(({ name }) => name), ...excluded.map(({ name }) => name)].map(sketch(repository));
  return known.map(component => {
    const reason = reasons.get(component.name);
    if (offered.has(component.name)) return { ...component, status: 'admitted' as const };
    return reason === undefined
      ? { ...component, status: 'part' as const }
      : { ...component, status: 'excluded' as const, reason };
  });
}

function sketch(repository: string): (name: string) => MappedComponent {
  return name => {
    const own = name.startsWith(`${repository}/`) ? name.slice(repository.length + 1) : name;
    const dot = own.lastIndexOf('.');
    return { name, module: dot < 0 ? own : own.slice(0, dot), lines: 1, uses: [] };
  };
}

/**
 * Lays a map out: one box a module, in order of their names, on shelves across the picture; inside of it the largest
 * component first. The same report gives the same picture.
 */
export function layOutMap(report: MiningReport): MapLayout {
  const components = mappedComponents(report);
  const modules = new Map<string, (typeof components)[number][]>();
  for (const component of components)
    modules.set(component.module, [...(modules.get(component.module) ?? []), component]);
  const sorted = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
  const boxes: MapBox[] = [];
  let [x, y, shelf, width] = [0, 0, 0, 0];
  for (const [module, members] of sorted) {
    const box = boxOf(module, members);
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
  return { width: Math.max(width, CELL_WIDTH), height: y + shelf, boxes, links: links.slice(0, MOST_LINKS) };
}

/** The box of a module at the origin: a grid about as wide as it is high, wide enough for the module's name. */
function boxOf(module: string, members: readonly ReturnType<typeof mappedComponents>[number][]): MapBox {
  const sorted = members.toSorted((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1));
  const most = Math.floor((PICTURE_WIDTH - 2 * GAP) / CELL_WIDTH);
  const columns = Math.min(
    most,
    Math.max(Math.ceil(Math.sqrt(sorted.length * 1.6)), sorted.length > 1 ? 2 : 1),
  );
  const nodes: MapNode[] = [];
  let y = HEADER;
  for (let start = 0; start < sorted.length; start += columns) {
    const row = sorted.slice(start, start + columns);
    const height = 2 * Math.max(...row.map(({ lines }) => radiusOf(lines)));
    row.forEach(({ name, status, reason, lines }, column) => {
      nodes.push({
        ...{ name, status, lines, ...(reason !== undefined && { reason }) },
        label: name.slice(name.lastIndexOf('.') + 1),
        x: GAP + column * CELL_WIDTH + CELL_WIDTH / 2,
        y: y + height / 2,
        radius: radiusOf(lines),
      });
    });
    y += height + LABEL_HEIGHT + GAP / 2;
  }
  const titled = Math.min(module.length * 7 + 2 * GAP, PICTURE_WIDTH);
  const width = Math.max(
    Math.min(columns, sorted.length) * CELL_WIDTH + 2 * GAP,
    Math.min(titled, 3 * CELL_WIDTH),
  );
  return { module, x: 0, y: 0, width, height: y + GAP / 2, nodes };
}

function moved(box: MapBox, x: number, y: number): MapBox {
  return { ...box, x, y, nodes: box.nodes.map(node => ({ ...node, x: node.x + x, y: node.y + y })) };
}

function radiusOf(lines: number): number {
  const radius = RADIUS.smallest + RADIUS.perRootLine * Math.sqrt(Math.max(0, lines - 1));
  return Math.round(Math.min(RADIUS.largest, radius) * 10) / 10;
}

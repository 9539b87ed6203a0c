import type { MiningReport } from '../domain/mined.js';
import { mappedComponents, type KnownComponent as Component } from './mapped-components.js';

/** A diagram with more components shows modules instead, and with more links only so many: Mermaid draws no larger ones. */
const MOST_COMPONENTS = 80;
const MOST_MODULES = 120;
const MOST_LINKS = 300;

/** The component map as a Mermaid flowchart in a fence, or undefined when there is nothing to show. */
export function mapDiagram(report: MiningReport): string | undefined {
  const components = mappedComponents(report);
  if (components.length === 0) return undefined;
  const lines = components.length <= MOST_COMPONENTS ? ofComponents(components) : ofModules(components);
  return ['```mermaid', 'flowchart LR', ...lines, ...CLASSES, '```'].join('\n');
}

const CLASSES = [
  '  classDef admitted fill:#2da44e,stroke:#1a7f37,color:#ffffff',
  '  classDef excluded fill:#fff8c5,stroke:#9a6700,color:#1c2128,stroke-dasharray:4 3',
  '  classDef part fill:#eaeef2,stroke:#6e7781,color:#1c2128',
];

function ofComponents(components: readonly Component[]): readonly string[] {
  const ids = new Map(components.map(({ name }, index) => [name, `c${index}`]));
  const boxes = byModule(components).flatMap(([module, members], index) => [
    `  subgraph m${index}["${label(module)}"]`,
    ...members.map(({ name, lines, status }) => {
      const words = `${label(name.slice(name.lastIndexOf('.') + 1))}<br/>${lines} ${lines === 1 ? 'line' : 'lines'}`;
      return `    ${ids.get(name)}["${words}"]:::${status}`;
    }),
    '  end',
  ]);
  const links = components.flatMap(({ name, uses }) =>
    uses.flatMap(used => (ids.has(used) && used !== name ? [`  ${ids.get(name)} --> ${ids.get(used)}`] : [])),
  );
  return [...boxes, ...links.slice(0, MOST_LINKS)];
}

function ofModules(components: readonly Component[]): readonly string[] {
  const modules = byModule(components).slice(0, MOST_MODULES);
  const ids = new Map(modules.map(([module], index) => [module, `m${index}`]));
  const moduleOf = new Map(components.map(({ name, module }) => [name, module]));
  const nodes = modules.map(([module, members]) => {
    const admitted = members.filter(({ status }) => status === 'admitted').length;
    const lines = members.reduce((sum, one) => sum + one.lines, 0);
    const status =
      admitted > 0 ? 'admitted' : members.every(one => one.status === 'part') ? 'part' : 'excluded';
    return `  ${ids.get(module)}["${label(module)}<br/>${admitted} of ${members.length} admitted, ${lines} lines"]:::${status}`;
  });
  const links = new Set(
    components.flatMap(({ module, uses }) =>
      uses.flatMap(used => {
        const [from, to] = [ids.get(module), ids.get(moduleOf.get(used) ?? '')];
        return from === undefined || to === undefined || from === to ? [] : [`  ${from} --> ${to}`];
      }),
    ),
  );
  return [...nodes, ...[...links].slice(0, MOST_LINKS)];
}

function byModule(components: readonly Component[]): readonly (readonly [string, readonly Component[]])[] {
  const modules = new Map<string, Component[]>();
  for (const component of components)
    modules.set(component.module, [...(modules.get(component.module) ?? []), component]);
  return [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What a label may hold: nothing that ends it, starts a tag or a directive. */
function label(text: string): string {
  const plain = text.replace(/[^\p{L}\p{N}_.\- /]/gu, '·');
  return plain.length > 60 ? `${plain.slice(0, 59)}…` : plain;
}

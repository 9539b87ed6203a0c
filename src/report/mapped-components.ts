import type { MappedComponent, MiningReport } from '../domain/mined.js';

/** What became of a component. `part` is what others carry without offering it under its own name. */
export type MapStatus = 'admitted' | 'excluded' | 'part';

/** A component of a map with what became of it. */
export interface KnownComponent extends MappedComponent {
  readonly status: MapStatus;
  /** Why it was left out. */
  readonly reason?: string;
}

/** The components of a report, each with what became of it: those of its map, else those that it names. */
export function mappedComponents(report: MiningReport): readonly KnownComponent[] {
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

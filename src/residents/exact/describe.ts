import type { ExportMapping, Mapping } from '../../domain/adaptation.js';
import type { ExportedSymbol } from '../../domain/signature.js';

/** A mapping in one sentence for people. */
export function describeMapping(mapping: Mapping): string {
  return `${mapping.exports.map(describeExport).join('; ')}.`;
}

function describeExport({ from, to, parameters }: ExportMapping): string {
  const pairs = parameters.map(pair => (pair.from === pair.to ? pair.to : `${pair.from} as ${pair.to}`));
  const name = from === to ? `\`${to}\` keeps its name` : `\`${from}\` becomes \`${to}\``;
  return pairs.length === 0 ? name : `${name}, with ${pairs.join(', ')}`;
}

/** What a mapping asks of a component, one sentence each. */
export function neededChanges(mapping: Mapping, donorModule: string, module: string): readonly string[] {
  const renames = mapping.exports.flatMap(({ from, to, parameters }) => {
    const changed = parameters.filter(pair => pair.from !== pair.to);
    return [
      ...(from === to ? [] : [`Rename \`${from}\` to \`${to}\`.`]),
      ...changed.map(pair => `Rename the parameter \`${pair.from}\` of \`${to}\` to \`${pair.to}\`.`),
    ];
  });
  const moves = donorModule === module ? [] : [`Relocate \`${donorModule}\` to \`${module}\`.`];
  return [...moves, ...renames];
}

/** Sentences for exports whose positional parameters stand in another order than the donor has them. */
export function reorderings(
  mapping: Mapping,
  offered: readonly ExportedSymbol[],
  required: readonly ExportedSymbol[],
): readonly string[] {
  return mapping.exports.flatMap(({ from, to, parameters }) => {
    const own =
      offered.find(({ name }) => name === from)?.signature?.parameters.map(({ name }) => name) ?? [];
    const wanted = required.find(({ name }) => name === to)?.signature?.parameters ?? [];
    const positional = parameters.filter((_, index) => wanted[index]?.kind.startsWith('positional'));
    const positions = positional.map(pair => own.indexOf(pair.from));
    const isSorted = positions.every(
      (position, index) => index === 0 || position > (positions[index - 1] ?? -1),
    );
    const names = positional.map(pair => `\`${pair.to}\``).join(', ');
    return isSorted ? [] : [`Reorder the parameters of \`${to}\` to ${names}.`];
  });
}

import type { ExportedSymbol } from '../../domain/signature.js';
import { describedSymbol } from '../../python/described-symbols.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { offeredNames, type OfferedName } from '../offered-names.js';
import type { Mentions } from './mentions.js';

/** What a description is about: the public names of one module that a component offers, the capability first. */
export interface Subject {
  readonly module: SourceModule;
  readonly names: readonly string[];
}

/**
 * What a component offers besides its capability: the other public functions, classes and listed names of the same
 * module that are inside, in source order.
 */
export function subjectOf(module: SourceModule, capability: string, nodes: ReadonlySet<SliceNode>): Subject {
  const kept = new Set([...nodes].map(node => (node.kind === 'unit' ? node.unit : undefined)));
  const names = module.units.flatMap(unit =>
    kept.has(unit) ? offeredNames(module, unit).map(({ name }) => name) : [],
  );
  return { module, names: [...new Set([capability, ...names])].filter(name => names.includes(name)) };
}

/** The exported symbols with all that source, documentation and callers say of them. */
export function exportsOf({ module, names }: Subject, mentions?: Mentions): readonly ExportedSymbol[] {
  const offered = new Map<string, OfferedName>();
  for (const unit of module.units) for (const one of offeredNames(module, unit)) offered.set(one.name, one);
  return names.flatMap(name => {
    const own = offered.get(name);
    if (own === undefined) return [];
    const symbol = symbolOf(module, own, offered);
    const observedCalls = mentions?.callsOf(module.module, name) ?? [];
    return [{ ...symbol, ...(observedCalls.length > 0 && { observedCalls }) }];
  });
}

/** What is known of a name; of another name for a definition, what is known of the definition. */
function symbolOf(
  { tree }: SourceModule,
  { name, statement, aliasOf }: OfferedName,
  offered: ReadonlyMap<string, OfferedName>,
): ExportedSymbol {
  const original = aliasOf === undefined ? undefined : offered.get(aliasOf);
  const symbol = describedSymbol(tree, original?.statement ?? statement);
  return { kind: 'constant', ...symbol, name };
}

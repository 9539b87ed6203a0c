import type { ExportedSymbol } from '../../domain/signature.js';
import { describedSymbol } from '../../python/described-symbols.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { definitionIn } from '../roles.js';
import type { Mentions } from './mentions.js';

/** What a description is about: the public names of one module that a component offers, the capability first. */
export interface Subject {
  readonly module: SourceModule;
  readonly names: readonly string[];
}

/**
 * What a component offers besides its capability: the other public functions and classes of the same module that are
 * inside, in source order.
 */
export function subjectOf(module: SourceModule, capability: string, nodes: ReadonlySet<SliceNode>): Subject {
  const kept = new Set([...nodes].map(node => (node.kind === 'unit' ? node.unit : undefined)));
  const names = module.units.flatMap(unit => {
    const name = kept.has(unit) ? definitionIn(module, unit)?.name : undefined;
    return name === undefined || name.startsWith('_') ? [] : [name];
  });
  return { module, names: [...new Set([capability, ...names])].filter(name => names.includes(name)) };
}

/** The exported symbols with all that source, documentation and callers say of them. */
export function exportsOf({ module, names }: Subject, mentions?: Mentions): readonly ExportedSymbol[] {
  const described = new Map<string, ExportedSymbol>();
  for (const unit of module.units) {
    const [statement] = unit.nodes;
    const name = definitionIn(module, unit)?.name;
    if (statement === undefined || name === undefined || !names.includes(name)) continue;
    const symbol = describedSymbol(module.tree, statement);
    if (symbol !== undefined) described.set(name, symbol);
  }
  return names.flatMap(name => {
    const symbol = described.get(name);
    if (symbol === undefined) return [];
    const observedCalls = mentions?.callsOf(module.module, name) ?? [];
    return [{ ...symbol, ...(observedCalls.length > 0 && { observedCalls }) }];
  });
}

import type { MiningMemory } from '../../src/ports/mining-memory.js';

/** A memory that ends with the process and forgets nothing. */
export interface InMemoryMiningMemory extends MiningMemory {
  /** How many entries of a kind there are; of all kinds when none is named. */
  size(kind?: string): number;
}

export function createMemoryMiningMemory(): InMemoryMiningMemory {
  const kinds = new Map<string, Map<string, Uint8Array>>();
  return {
    recall: async (kind, keys) =>
      new Map(
        keys.flatMap(key => {
          const bytes = kinds.get(kind)?.get(key);
          return bytes === undefined ? [] : [[key, Uint8Array.from(bytes)] as const];
        }),
      ),
    keep: async (kind, entries) => {
      const known = kinds.get(kind) ?? new Map<string, Uint8Array>();
      kinds.set(kind, known);
      for (const [key, bytes] of entries) known.set(key, Uint8Array.from(bytes));
    },
    prune: async () => undefined,
    size: kind =>
      [...kinds].reduce((sum, [one, { size }]) => sum + (kind === undefined || one === kind ? size : 0), 0),
  };
}

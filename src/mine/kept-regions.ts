import { z } from 'zod';
import { DISCOVERY_VERSION, type RegionMemory } from './components/discover.js';

/** Of what sort the kept groups are, for a `MiningMemory`; its keys are repositories. */
export const REGIONS_KIND = `regions-${DISCOVERY_VERSION}`;

type Groups = readonly (readonly number[])[];

const KEPT = z.array(z.tuple([z.string(), z.array(z.array(z.number().int().nonnegative()))]));

/**
 * The groups of a repository's package folders as the last mining found them, each by the hash of its part of the graph:
 * one that no folder has any more is found by nobody, so that old ones change no result. Holds only what this mining
 * asked for, which is what the next may need.
 */
export class KeptRegions extends Map<string, Groups> implements RegionMemory {
  private readonly before: ReadonlyMap<string, Groups>;

  /** What `encode` gave; bytes that cannot be read are as if there were none. */
  constructor(bytes?: Uint8Array) {
    super();
    this.before = new Map(bytes === undefined ? [] : decoded(bytes));
  }

  override get(key: string): Groups | undefined {
    return super.get(key) ?? this.before.get(key);
  }

  /** Whether anything is to be kept that was not before. */
  get isChanged(): boolean {
    return this.size !== this.before.size || [...this.keys()].some(key => !this.before.has(key));
  }

  encode(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify([...this]));
  }
}

function decoded(bytes: Uint8Array): readonly (readonly [string, Groups])[] {
  try {
    return KEPT.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? [];
  } catch {
    return [];
  }
}

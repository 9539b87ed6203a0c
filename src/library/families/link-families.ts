import type { Primitive } from '../../domain/primitive.js';
import type { RememberedWork } from '../../ports/mining-memory.js';
import { byAge } from './age.js';
import { JoinedSets } from './joined-sets.js';
import {
  bandKeys,
  decodeSignature,
  encodeSignature,
  isOfNothing,
  type Signature,
  signatureOf,
  similarityOf,
} from './min-hash.js';
import { shinglesOf } from './shingles.js';

/** As much as this two primitives share to be near duplicates (Code Primitives, appendix G.17). */
export const NEAR_DUPLICATE = 0.6;

/** Signatures, kept by the id of their primitive: its content decides it. */
export const SIGNATURE_WORK: Omit<RememberedWork<Primitive, Signature>, 'compute'> = {
  kind: 'min-hash-1',
  keyOf: ({ id }) => id,
  encode: encodeSignature,
  decode: decodeSignature,
  batchSize: 500,
};

/** The signature of a primitive's code: what tells its near duplicates. */
export function signatureOfPrimitive({ implementation }: Primitive): Signature {
  return signatureOf(shinglesOf(implementation));
}

/**
 * Says of each new primitive which family it belongs to: near duplicates (forks, vendored copies, other versions) form
 * one, together with all that they are near to in turn. A family is called after its oldest member: the one it is
 * called after in the library already, else the oldest of the library's members, else of the new ones (`byAge`). The
 * oldest itself has no `family`. What one repository cuts out of the same file is no copy of itself. The order of
 * either list makes no difference.
 */
export function linkFamilies(
  fresh: readonly Primitive[],
  library: readonly Primitive[],
  signatures: ReadonlyMap<string, Signature>,
): readonly Primitive[] {
  const ids = new Set(fresh.map(({ id }) => id));
  const others = library.filter(({ id }) => !ids.has(id));
  const families = joinNear(fresh, others, signatures);
  for (const { id, family } of others) if (family !== undefined) families.join(id, family);
  const oldest = new Map<string, { readonly id: string; readonly rank: number; readonly of: Primitive }>();
  const propose = (id: string, rank: number, of: Primitive) => {
    const key = families.representative(of.id);
    const best = oldest.get(key);
    if (best === undefined || rank < best.rank || (rank === best.rank && byAge(of, best.of) < 0))
      oldest.set(key, { id, rank, of });
  };
  for (const other of others) propose(other.family ?? other.id, other.family === undefined ? 1 : 0, other);
  for (const one of fresh) propose(one.id, 2, one);
  return fresh.map(({ family: _, ...one }) => {
    const { id } = oldest.get(families.representative(one.id)) ?? one;
    return id === one.id ? one : { ...one, family: id };
  });
}

/** What a primitive's family is called: after itself where it is in no other's. */
export function familyOf({ id, family }: Primitive): string {
  return family ?? id;
}

function joinNear(
  fresh: readonly Primitive[],
  others: readonly Primitive[],
  signatures: ReadonlyMap<string, Signature>,
): JoinedSets {
  const families = new JoinedSets();
  const shingles = new Map<string, ReadonlySet<number>>();
  const shinglesIn = (primitive: Primitive) => {
    const known = shingles.get(primitive.id) ?? shinglesOf(primitive.implementation);
    shingles.set(primitive.id, known);
    return known;
  };
  const bands = new Map<string, Primitive[]>();
  const compared = new Set<string>();
  // Others are only entered: what they are to each other was settled when they came.
  for (const [index, primitive] of [...others, ...fresh].entries()) {
    const signature = signatures.get(primitive.id);
    for (const key of signature === undefined || isOfNothing(signature) ? [] : bandKeys(signature)) {
      const band = bands.get(key) ?? [];
      for (const candidate of index < others.length ? [] : band) {
        const pair = `${candidate.id} ${primitive.id}`;
        if (compared.has(pair) || families.areJoined(candidate.id, primitive.id)) continue;
        compared.add(pair);
        if (sharesFile(candidate, primitive)) continue;
        if (similarityOf(shinglesIn(candidate), shinglesIn(primitive)) >= NEAR_DUPLICATE)
          families.join(candidate.id, primitive.id);
      }
      band.push(primitive);
      bands.set(key, band);
    }
  }
  return families;
}

/** Components of one repository may take in the same definitions; that makes them neighbours, not copies. */
function sharesFile(one: Primitive, other: Primitive): boolean {
  if (one.provenance.repository !== other.provenance.repository) return false;
  const paths = new Set(one.implementation.map(({ path }) => path));
  return other.implementation.some(({ path }) => paths.has(path));
}

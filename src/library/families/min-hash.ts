/** Bound once: where modules run in a context of their own, each look at a global costs far more than the product. */
const { imul } = Math;

/** Permutations of a signature (Code Primitives, appendix G.17). */
export const PERMUTATIONS = 128;

/**
 * Bands of a signature and permutations in each: two sets with similarity s share a band with probability
 * 1 - (1 - s^4)^32, which is 0.988 at 0.6 and 0.05 at 0.2.
 */
const BANDS = 32;
const ROWS = PERMUTATIONS / BANDS;

/** For each permutation the least that it makes of any element: 128 numbers of 32 bits. */
export type Signature = Uint32Array;

const MASKS = Array.from({ length: PERMUTATIONS }, (_, at) => mix(imul(at + 1, 0x9e3779b1)));

/** The MinHash signature of a set; that of the empty set is like nothing but itself. */
export function signatureOf(shingles: ReadonlySet<number>): Signature {
  const signature = new Uint32Array(PERMUTATIONS).fill(0xffffffff);
  for (const shingle of shingles) {
    const element = mix((shingle / 0x200000) ^ imul(shingle & 0x1fffff, 0x85ebca6b));
    for (let at = 0; at < PERMUTATIONS; at += 1) {
      const image = mix(element ^ (MASKS[at] as number));
      if (image < (signature[at] as number)) signature[at] = image;
    }
  }
  return signature;
}

/** Whether it is the signature of the empty set. */
export function isOfNothing(signature: Signature): boolean {
  return signature.every(value => value === 0xffffffff);
}

/** The Jaccard similarity of two sets, 0 to 1; two empty ones have none. */
export function similarityOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const element of small) if (large.has(element)) shared += 1;
  const united = one.size + other.size - shared;
  return united === 0 ? 0 : shared / united;
}

/** One key for each band: who shares one is a candidate. */
export function bandKeys(signature: Signature): readonly string[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const rows = signature.subarray(band * ROWS, (band + 1) * ROWS);
    return `${band}:${rows.join(',')}`;
  });
}

/** The signature as 512 bytes, the same on every machine. */
export function encodeSignature(signature: Signature): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(PERMUTATIONS * 4));
  signature.forEach((value, at) => bytes.setUint32(at * 4, value, true));
  return new Uint8Array(bytes.buffer);
}

/** Undefined for bytes that are no signature. */
export function decodeSignature(bytes: Uint8Array): Signature | undefined {
  if (bytes.length !== PERMUTATIONS * 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: PERMUTATIONS }, (_, at) => view.getUint32(at * 4, true));
}

/** Murmur3's finaliser: a bijection of 32 bits in which each bit depends on all. */
function mix(value: number): number {
  let bits = value | 0;
  bits = imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

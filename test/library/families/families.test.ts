import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Primitive } from '../../../src/domain/primitive.js';
import { familyOf, linkFamilies } from '../../../src/library/families/link-families.js';
import {
  bandKeys,
  decodeSignature,
  encodeSignature,
  signatureOf,
  similarityOf,
} from '../../../src/library/families/min-hash.js';
import { shinglesOf, tokensOf } from '../../../src/library/families/shingles.js';
import { samplePrimitive } from '../../support/sample-primitive.js';

const WORDS = [
  'total',
  'price',
  'rate',
  'count',
  'limit',
  'order',
  'parcel',
  'weight',
  'route',
  'stop',
  'depot',
  'zone',
];

/** A function of some lines, each of them of this seed's making. */
function code(seed: number, lines = 12): string {
  const word = (at: number) => WORDS[(seed * 7 + at * at * 3 + at) % WORDS.length];
  const body = Array.from(
    { length: lines },
    (_, at) =>
      `    ${word(at)}_${at} = ${word(at + 1)}(${word(at + 2)}, ${seed + at}) + ${word(at + 3)}[${at}]`,
  );
  return `def work_${seed}(${WORDS.join(', ')}):\n${body.join('\n')}\n    return total_0\n`;
}

const primitive = (repository: string, text: string, name = 'work', family?: string): Primitive => {
  const made = samplePrimitive(name, { repository, code: text });
  return family === undefined ? made : { ...made, family };
};

const link = (fresh: readonly Primitive[], library: readonly Primitive[] = []) => {
  const all = [...fresh, ...library];
  const signatures = new Map(all.map(one => [one.id, signatureOf(shinglesOf(one.implementation))]));
  return linkFamilies(fresh, library, signatures);
};
const familiesOf = (fresh: readonly Primitive[], library: readonly Primitive[] = []) =>
  link(fresh, library).map(({ family }) => family);

describe('tokens', () => {
  it.each([
    ['layout', 'x = f(1, 2)\n', 'x=f(\n    1,\n    2,\n)\n'],
    ['comments', 'x = 1\n', '# why\nx = 1  # because\n'],
    ['docstrings', 'def f():\n    return 1\n', 'def f():\n    """What."""\n    return 1\n'],
    ['quotation marks', "x = 'a'\n", 'x = """a"""\n'],
    ['brackets that group', 'x = a + b\n', 'x = (a + b)\n'],
  ])('do not depend on %s', (_, one, other) => {
    expect(tokensOf(other)).toEqual(tokensOf(one));
  });

  it.each([
    ['names', 'x = 1\n', 'y = 1\n'],
    ['statements', 'return x\n', 'yield x\n'],
    ['kinds of strings', "x = 'a'\n", "x = b'a'\n"],
    ['operators', 'x = a + b\n', 'x = a - b\n'],
    ['loops', 'for x in y:\n    f(x)\n', 'while x in y:\n    f(x)\n'],
  ])('depend on %s', (_, one, other) => {
    expect(tokensOf(other)).not.toEqual(tokensOf(one));
  });
});

describe('signatures', () => {
  const set = (from: number, to: number) =>
    new Set(Array.from({ length: to - from }, (_, at) => (from + at) * 7_368_787 + 11));
  /** The share of permutations on which two signatures agree, of which the similarity is the expectation. */
  const agreement = (one: ReadonlySet<number>, other: ReadonlySet<number>) => {
    const theirs = signatureOf(other);
    return signatureOf(one).filter((value, at) => value === theirs[at]).length / theirs.length;
  };

  it('estimate the similarity of their sets within their error', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 400 }),
        (start, shift) => {
          const [one, other] = [set(start, start + 400), set(start + shift, start + 400 + shift)];
          const error = agreement(one, other) - similarityOf(one, other);
          // Five standard errors at the worst similarity.
          expect(Math.abs(error)).toBeLessThan(5 * 0.0442);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are not biased', () => {
    const errors = Array.from({ length: 200 }, (_, at) => {
      const [one, other] = [set(at * 1_000, at * 1_000 + 300), set(at * 1_000 + 75, at * 1_000 + 375)];
      return agreement(one, other) - similarityOf(one, other);
    });
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.012);
  });

  it('share a band at 0.6 nearly always, and hardly ever at 0.1', () => {
    const found = (shift: number) => {
      const hits = Array.from({ length: 200 }, (_, at) => {
        const keys = new Set(bandKeys(signatureOf(set(at * 5_000, at * 5_000 + 400))));
        return bandKeys(signatureOf(set(at * 5_000 + shift, at * 5_000 + 400 + shift))).some(key =>
          keys.has(key),
        );
      });
      return hits.filter(Boolean).length / hits.length;
    };
    expect(found(100)).toBeGreaterThan(0.96);
    expect(found(330)).toBeLessThan(0.1);
  });

  it('are kept as bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 52 })), items => {
        const signature = signatureOf(new Set(items));
        expect(decodeSignature(encodeSignature(signature))).toEqual(signature);
      }),
    );
    expect(decodeSignature(new Uint8Array(3))).toBeUndefined();
  });
});

describe('families', () => {
  const original = primitive('acme/tools', code(1));
  const fork = primitive(
    'bob/tools',
    code(1).replace('weight_3', 'mass_3').replace(/^/gm, '').replace('(total', '( total'),
  );
  const stranger = primitive('eve/tools', code(5));

  it('join a copy with what is there, and no stranger', () => {
    expect(familiesOf([fork], [original, stranger])).toEqual([original.id]);
    expect(familiesOf([stranger], [original])).toEqual([undefined]);
  });

  it('are called after what they are called after already', () => {
    const member = { ...fork, family: 'cf-0000000000ff' };
    expect(familiesOf([original], [member])).toEqual(['cf-0000000000ff']);
  });

  it('are called after the oldest version among those that come together', () => {
    const old = primitive('tools-1.9', code(1), 'old');
    const newer = primitive('tools-1.10', code(1), 'newer');
    const own = primitive('acme/tools', code(1));
    expect(familiesOf([own, newer, old])).toEqual([old.id, old.id, undefined]);
  });

  it('do not join what one repository cuts out of the same file, but a copy that it vendors', () => {
    const one = primitive('acme/tools', code(1), 'one');
    const sameFile = { ...primitive('acme/tools', code(1), 'two'), implementation: one.implementation };
    const vendored = primitive('acme/tools', code(1), 'vendored');
    expect(familiesOf([one, sameFile])).toEqual([undefined, undefined]);
    expect(familiesOf([one, vendored]).filter(Boolean)).toHaveLength(1);
  });

  it('join all that are near to one another in turn', () => {
    const lines = code(1, 40).split('\n');
    const changed = (from: number, to: number) =>
      lines.map((line, at) => (at > from && at <= to ? line.replaceAll(/(\w)_/g, '$1X') : line)).join('\n');
    const [a, b, c] = [
      primitive('a/t', lines.join('\n')),
      primitive('b/t', changed(0, 11)),
      primitive('c/t', changed(0, 23)),
    ];
    const near = (x: Primitive, y: Primitive) =>
      similarityOf(shinglesOf(x.implementation), shinglesOf(y.implementation));
    expect(near(a, b)).toBeGreaterThan(0.6);
    expect(near(b, c)).toBeGreaterThan(0.6);
    expect(near(a, c)).toBeLessThan(0.6);
    expect(new Set(link([a, b, c]).map(familyOf)).size).toBe(1);
  });

  it('do not depend on the order in which primitives come', () => {
    const pool = Array.from({ length: 9 }, (_, at) =>
      primitive(`owner${at}/tools`, code(at % 3).replace('stop', at % 2 === 0 ? 'stop' : 'halt')),
    );
    const expected = new Map(link(pool.slice(4), pool.slice(0, 4)).map(one => [one.id, one.family]));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(pool.slice(4), { minLength: 5 }),
        fc.shuffledSubarray(pool.slice(0, 4), { minLength: 4 }),
        (fresh, library) => {
          for (const one of link(fresh, library)) expect(one.family).toBe(expected.get(one.id));
        },
      ),
    );
  });

  it('are none among what has no Python', () => {
    const data = (repository: string) => ({
      ...primitive(repository, ''),
      implementation: [{ path: 'a.json', encoding: 'utf8' as const, content: '{}' }],
    });
    expect(familiesOf([data('a/x'), data('b/x')])).toEqual([undefined, undefined]);
  });
});

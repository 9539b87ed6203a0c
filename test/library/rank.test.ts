import { describe, expect, it } from '@jest/globals';
import type { ExportedSymbol } from '../../src/domain/signature.js';
import { rankCandidates } from '../../src/library/rank.js';
import { primitive, requirement } from '../support/values.js';

const callable = (name: string, ...annotations: string[]): ExportedSymbol => ({
  name,
  kind: 'function',
  signature: {
    isAsync: false,
    parameters: annotations.map((annotation, index) => ({
      name: `p${index}`,
      kind: 'positional-or-keyword',
      annotation,
    })),
  },
});
const offering = (id: string, module: string, ...exports: ExportedSymbol[]) =>
  primitive({ id, interface: { module, exports, behaviour: '' } });
const wanted = requirement({ exports: [callable('pause', 'int', 'float')] });
const ids = (...found: { primitive: ReturnType<typeof primitive>; score: number }[]) =>
  rankCandidates(wanted, found).map(hit => hit.primitive.id);

describe('rankCandidates', () => {
  it('lets a fitting shape outweigh words', () => {
    const words = offering('words', 'a', callable('pause', 'str', 'bytes', 'dict'));
    const shape = offering('shape', 'b', callable('delay', 'int', 'float'));
    expect(ids({ primitive: words, score: 2 }, { primitive: shape, score: 1 })).toEqual(['shape', 'words']);
  });

  it('prefers the required name among those of one shape, however it is spelt', () => {
    const stranger = offering('stranger', 'a', callable('delay', 'int', 'float'));
    const named = offering('named', 'b', callable('Pause_', 'int', 'float'));
    expect(ids({ primitive: stranger, score: 1 }, { primitive: named, score: 0.6 })).toEqual([
      'named',
      'stranger',
    ]);
  });

  it('gives nothing for a name whose shape does not fit', () => {
    const named = offering('named', 'a', callable('pause', 'str', 'bytes', 'dict'));
    const [hit] = rankCandidates(wanted, [{ primitive: named, score: 1 }]);
    expect(hit?.score).toBe(1);
  });

  it('prefers what brings nothing beside what is needed', () => {
    const more = offering('more', 'a', callable('retry', 'str'), callable('delay', 'int', 'float'));
    const just = offering('just', 'b', callable('delay', 'int', 'float'));
    expect(ids({ primitive: more, score: 1 }, { primitive: just, score: 0.9 })).toEqual(['just', 'more']);
  });

  it('gives no second place to the very same definition', () => {
    const just = offering('just', 'a', callable('delay', 'int', 'float'));
    const more = offering('more', 'a', callable('retry', 'str'), callable('delay', 'int', 'float'));
    const other = offering('other', 'b', callable('rest', 'int', 'float'));
    const found = [just, more, other].map(one => ({ primitive: one, score: 1 }));
    expect(ids(...found)).toEqual(['just', 'other']);
  });

  it('gives two, in the same order whatever the order they came in', () => {
    const found = ['c', 'a', 'b'].map(id => ({
      primitive: offering(id, id, callable('f', 'int', 'float')),
      score: 1,
    }));
    expect(ids(...found)).toEqual(['a', 'b']);
    expect(ids(...found.reverse())).toEqual(['a', 'b']);
  });
});

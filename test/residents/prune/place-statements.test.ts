import { describe, expect, it } from '@jest/globals';
import { readModules } from '../../../src/mine/read/read-modules.js';
import { placeStatements } from '../../../src/residents/prune/place-statements.js';
import { lines, treeOfFiles } from '../../support/mined.js';

/** The places of the statements of a sliced module, as `start-end`. */
function placesOf(text: string, ...ranges: readonly (readonly [number, number])[]) {
  const [module] = readModules(treeOfFiles({ 'kit.py': text })).modules;
  if (module === undefined) throw new Error('The module cannot be read.');
  return placeStatements(
    module,
    ranges.map(([startLine, endLine]) => ({ startLine, endLine })),
  )?.map(({ startLine, endLine }) => `${startLine}-${endLine}`);
}

const TWO = lines('A = 1', '', 'def f():', '    return A');

describe('a statement of a sliced module is placed in the donor’s file', () => {
  it('in the range that holds it, below the statements that stand there before it', () => {
    expect(placesOf(TWO, [10, 13])).toEqual(['10-10', '12-13']);
    expect(placesOf(TWO, [10, 10], [40, 41])).toEqual(['10-10', '40-41']);
  });

  it('by its distance to the end of the range where an import before it was shortened', () => {
    // `from x import (`, two names and `)` stood in lines 5 to 8.
    const text = lines('import os', 'from x import a', '', 'def f():', '    return a(os)');
    expect(placesOf(text, [4, 11])).toEqual(['4-8', '4-8', '10-11']);
    expect(placesOf(lines('D = 1', 'from x import a', 'E = a'), [1, 6])).toEqual(['1-1', '2-5', '6-6']);
  });

  it('by the ranges that fit its length, however many would fit an import', () => {
    const text = lines('from x import a', 'from y import b', 'def f():', '    return a(b)', 'C = 1');
    expect(placesOf(text, [3, 3], [9, 10], [20, 22])).toEqual(['3-3', '9-10', '20-21', '22-22']);
  });

  it('at its own line in a file that was taken as it is, below what stands above the first statement', () => {
    const text = lines('# Copyright 2020 Acme', '', ...TWO.trimEnd().split('\n'));
    expect(placesOf(text, [1, 6])).toEqual(['3-3', '5-6']);
  });

  it('nowhere when the ranges do not fit', () => {
    expect(placesOf(TWO, [10, 12])).toBeUndefined();
    expect(placesOf(TWO, [10, 10])).toBeUndefined();
    expect(placesOf(TWO, [10, 10], [20, 21], [30, 30])).toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RowTable } from '../../../src/python/outline/row-table.js';

const cell = fc.integer({ min: -2, max: 5 });

describe('a table of counted rows', () => {
  it.each([2, 3, 5])(
    'of %d numbers keeps each row once, in the order of first coming, with its count',
    width => {
      const row = fc.tuple(cell, cell, cell, cell, cell);
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), row), { maxLength: 300 }), added => {
          const table = new RowTable(width, 1);
          const expected = new Map<string, number>();
          for (const [count, [a, b, c, d, e]] of added) {
            table.add(count, a, b, width > 2 ? c : 0, width > 3 ? d : 0, width > 3 ? e : 0);
            const key = [a, b, c, d, e].slice(0, width).join(',');
            expected.set(key, (expected.get(key) ?? 0) + count);
          }
          const rows = table.toArray();
          const found = Array.from({ length: table.size }, (_, index) => [
            ...rows.subarray(index * (width + 1), (index + 1) * (width + 1)),
          ]);
          expect(found.map(one => one.join(','))).toEqual(
            [...expected].map(([key, count]) => `${key},${count}`),
          );
        }),
      );
    },
  );
});

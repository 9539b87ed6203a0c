import { describe, expect, it } from '@jest/globals';
import { componentMap } from '../../../src/mine/describe/component-map.js';
import { lines, surveyOf } from '../../support/mined.js';

describe('the components of a map', () => {
  it('are told with their lines and what they use, itself or by helpers, and not by way of others', () => {
    const { graph, capabilities } = surveyOf({
      'shop/__init__.py': '',
      'shop/rates.py': lines('def rate(x):', '    return x', '', 'def other(): return 1'),
      'shop/till.py': lines(
        'from shop.rates import rate',
        '',
        'def _helper(x):',
        '    return _deeper(x)',
        '',
        'def _deeper(x):',
        '    return rate(x)',
        '',
        'def total(x):',
        '    if x:',
        '        return total(x - 1)',
        '    return _helper(x)',
        '',
        'class Till:',
        '    def close(self):',
        '        return total(3)',
      ),
    });
    expect(componentMap('acme/shop', graph, capabilities)).toEqual([
      { name: 'acme/shop/shop.rates.rate', module: 'shop.rates', lines: 2, uses: [] },
      { name: 'acme/shop/shop.rates.other', module: 'shop.rates', lines: 1, uses: [] },
      {
        name: 'acme/shop/shop.till.total',
        module: 'shop.till',
        lines: 4,
        uses: ['acme/shop/shop.rates.rate'],
      },
      {
        name: 'acme/shop/shop.till.Till',
        module: 'shop.till',
        lines: 3,
        uses: ['acme/shop/shop.till.total'],
      },
    ]);
  });
});

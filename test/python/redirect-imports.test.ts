import { describe, expect, it } from '@jest/globals';
import { redirectImports } from '../../src/python/redirect-imports.js';

const PLACE = { module: 'shop.cart.basket', isPackage: false };
const MOVED = new Set(['shop', 'shop.cart', 'shop.cart.prices']);

function redirected(text: string): string {
  return redirectImports(text, PLACE, module => (MOVED.has(module) ? `kept.${module}` : undefined));
}

describe('imports of moved modules', () => {
  it.each([
    ['import shop\n', 'import kept.shop as shop\n'],
    ['import shop as s, os\n', 'import kept.shop as s, os\n'],
    ['import shop.cart.prices\n', 'import kept.shop.cart.prices, kept.shop as shop\n'],
    ['import shop.tax\n', 'import shop.tax, kept.shop as shop\n'],
    ['import shop.tax as tax\n', 'import shop.tax as tax\n'],
    ['from shop.cart import prices, totals as t\n', 'from kept.shop.cart import prices, totals as t\n'],
    ['from . import prices\n', 'from kept.shop.cart import prices\n'],
    [
      'from .prices import (\n    one,\n    two,\n)\n',
      'from kept.shop.cart.prices import (\n    one,\n    two,\n)\n',
    ],
    ['from .. import *\n', 'from kept.shop import *\n'],
    ['from .stock import left\n', 'from shop.cart.stock import left\n'],
    ['from shop.tax import rate\n', 'from shop.tax import rate\n'],
    ['import os.path\n', 'import os.path\n'],
    ['shop = "import shop"\n', 'shop = "import shop"\n'],
    [
      'def late():\n    from .prices import one\n',
      'def late():\n    from kept.shop.cart.prices import one\n',
    ],
  ])('%j', (text, expected) => {
    expect(redirected(text)).toBe(expected);
  });

  it('are redirected once: doing it again changes nothing', () => {
    const once = redirected('import shop.cart.prices\nfrom . import prices\nfrom ..tax import rate\n');
    expect(redirected(once)).toBe(once);
  });
});

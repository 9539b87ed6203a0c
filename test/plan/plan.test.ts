import { describe, expect, it } from '@jest/globals';
import { EMPTY_CONTEXT } from '../../src/domain/context.js';
import { planRound } from '../../src/plan/plan.js';
import { treeOfTexts } from '../support/values.js';

const plan = (body: string, texts: Record<string, string>) =>
  planRound(
    { repository: 'acme/shop', title: 'Prices', body, requestedBy: 'ada' },
    treeOfTexts(texts),
    EMPTY_CONTEXT,
    ['attrs>=23'],
  );

const STUB = [
  '## Prices',
  'Customers see prices before tax.',
  '```python',
  '# src/shop/prices.py',
  'def net_price(gross: float, rate: float = 0.2) -> float:',
  '    """The price before tax."""',
  '    ...',
  '```',
].join('\n');

describe('planRound', () => {
  it('makes a requirement of an interface in the request', () => {
    const { plan: made, notes } = plan(STUB, { 'src/shop/__init__.py': '' });
    expect(notes).toEqual([]);
    expect(made.requirements).toHaveLength(1);
    expect(made.requirements[0]).toMatchObject({
      module: 'shop.prices',
      path: 'src/shop/prices.py',
      origin: 'request-interface',
      mayAssume: ['attrs>=23'],
      exports: [
        {
          name: 'net_price',
          kind: 'function',
          signature: {
            returns: 'float',
            parameters: [
              { name: 'gross', annotation: 'float' },
              { name: 'rate', annotation: 'float', defaultValue: '0.2' },
            ],
          },
        },
      ],
    });
    expect(made.requirements[0]?.behaviour).toContain('Customers see prices before tax.');
    expect(made.requirements[0]?.behaviour).toContain('The price before tax.');
  });

  it('takes a dotted module name as the header too, and leaves other blocks alone', () => {
    const body = '```py\n# shop.prices\ndef net(): ...\n```\n\n```python\nprint("an example")\n```';
    expect(plan(body, { 'shop/__init__.py': '' }).plan.requirements.map(r => r.path)).toEqual([
      'shop/prices.py',
    ]);
  });

  it('says which interface cannot be read, and plans the rest', () => {
    const body = `${STUB}\n\n\`\`\`python\n# src/shop/tax.py\ndef broken(:\n\`\`\``;
    const { plan: made, notes } = plan(body, { 'src/shop/__init__.py': '' });
    expect(made.requirements.map(r => r.module)).toEqual(['shop.prices']);
    expect(notes).toEqual([expect.stringContaining('`shop.tax` cannot be read: line 2')]);
  });

  it('asks for no type parameter of a stub', () => {
    const body =
      '```python\n# shop/basket.py\nfrom typing import TypeVar\nT = TypeVar("T")\nLIMIT = 3\ndef first(items: list[T]) -> T: ...\n```';
    const { plan: made } = plan(body, { 'shop/__init__.py': '' });
    expect(made.requirements[0]?.exports.map(symbol => symbol.name)).toEqual(['LIMIT', 'first']);
  });

  it.each([
    ['# src/shop/class.py', 'keyword'],
    ['# conftest.py', 'a meaning of its own'],
    ['# src/shop/sitecustomize.py', 'a meaning of its own'],
    ['# json.py', 'a meaning of its own'],
  ])('refuses a module that could not or must not be: %s', (header, why) => {
    const { plan: made, notes } = plan(`\`\`\`python\n${header}\ndef f(): ...\n\`\`\``, {
      'src/shop/__init__.py': '',
    });
    expect(made.requirements).toEqual([]);
    expect(notes).toEqual([expect.stringContaining(why)]);
  });

  it.each([
    ['emphasis', '*a_ '.repeat(15_000)],
    ['quotes', '>'.repeat(60_000)],
    ['lists', Array.from({ length: 800 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n')],
  ])('reads a request of nothing but %s, which takes a full parser minutes', (_, hostile) => {
    expect(
      plan(`${hostile}\n\n${STUB}`, { 'src/shop/__init__.py': '' }).plan.requirements.length,
    ).toBeLessThan(2);
  });

  it.each(['((((', 'list['])('says that a stub is nested too deeply to be read: %s', opening => {
    const code = `\`\`\`python\n# shop/deep.py\nx: ${opening.repeat(5_000)}\n\`\`\``;
    expect(plan(code, { 'shop/__init__.py': '' }).notes).toEqual([
      expect.stringContaining('`shop.deep` cannot be read'),
    ]);
  });

  it('confines the path of an interface', () => {
    const body = '```python\n# ../../etc/evil.py\ndef f(): ...\n```';
    const { plan: made, notes } = plan(body, { 'shop/__init__.py': '' });
    expect(made.requirements).toEqual([]);
    expect(notes).toEqual(['`../../etc/evil.py` is no path of a Python module.']);
  });

  it('finds what tests and callers import and nothing provides, with what its calls show', () => {
    const { plan: made } = plan('', {
      'src/shop/__init__.py': '',
      'src/shop/pages.py':
        'from shop.handles import make_handle\n\ndef page(p):\n    return make_handle(p.title, limit=3)\n',
      'tests/test_handles.py':
        'from shop import handles\nfrom shop.errors import HandleError\n\ndef test_it():\n    assert handles.make_handle("a b", joiner="_") == "a_b"\n',
    });
    expect(made.requirements.map(r => [r.module, r.origin])).toEqual([
      ['shop.errors', 'missing-import'],
      ['shop.handles', 'missing-import'],
    ]);
    expect(made.requirements[0]?.exports).toEqual([{ name: 'HandleError', kind: 'class' }]);
    expect(made.requirements[1]?.exports).toEqual([
      {
        name: 'make_handle',
        kind: 'function',
        signature: {
          isInferred: true,
          isAsync: false,
          parameters: [
            { name: '', kind: 'positional-only', annotation: 'str' },
            { name: 'limit', kind: 'keyword-only', annotation: 'int' },
            { name: 'joiner', kind: 'keyword-only', annotation: 'str' },
          ],
        },
      },
    ]);
  });

  it("never lets a literal of the target's tests into the plan", () => {
    const { plan: made } = plan('', {
      'shop/__init__.py': '',
      'tests/test_a.py':
        'from shop.secrets import reveal\n\ndef test_a():\n    """PLANTED-DOC"""\n    assert reveal("PLANTED-ARGUMENT", key="PLANTED-KEYWORD") == "PLANTED-RESULT"\n',
    });
    expect(made.requirements).toHaveLength(1);
    expect(JSON.stringify(made)).not.toContain('PLANTED');
  });

  it('asks for nothing that the target has, and notes a name that an existing module lacks', () => {
    const { plan: made, notes } = plan(STUB, {
      'src/shop/__init__.py': '',
      'src/shop/prices.py': 'def net_price(gross, rate): ...\n',
      'tests/test_prices.py':
        'from shop.prices import gross_price\nimport os.path\nfrom elsewhere import thing\n',
    });
    expect(made.requirements).toEqual([]);
    expect(notes).toEqual([
      '`shop.prices` exists already: only modules that are missing are built.',
      expect.stringContaining('`gross_price` is imported from `shop.prices`'),
    ]);
  });

  it.each([
    ['a star import', 'from .inner import *\n'],
    ['a module __getattr__', 'def __getattr__(name): ...\n'],
    ['an assignment', 'thing = 1\n'],
    ['a conditional import', 'try:\n    from fast import thing\nexcept ImportError:\n    thing = None\n'],
  ])('counts %s as providing a name', (_, init) => {
    const texts = {
      'shop/__init__.py': init,
      'shop/inner.py': 'x = 1\n',
      'test_a.py': 'from shop import thing\n',
    };
    expect(plan('', texts).plan.requirements).toEqual([]);
  });

  it('puts what is depended on first', () => {
    const body = [
      '```python\n# shop/basket.py\ndef total(lines: list[Line]) -> int: ...\n```',
      '```python\n# shop/lines.py\nclass Line:\n    amount: int\n```',
    ].join('\n\n');
    const { plan: made } = plan(body, { 'shop/__init__.py': '' });
    expect(made.requirements.map(r => r.module)).toEqual(['shop.lines', 'shop.basket']);
    expect(made.requirements[1]?.dependsOn).toEqual(['r:shop.lines']);
  });
});

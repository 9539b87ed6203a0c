import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { discoverComponents, type RegionMemory } from '../../../src/mine/components/discover.js';
import { graphByHand, type WrittenEdge, type WrittenEntity } from '../../support/entity-graph-by-hand.js';

function planned(entities: readonly WrittenEntity[], edges: readonly WrittenEdge[] = []) {
  return discoverComponents(graphByHand(entities, edges)).map(({ module, exports }) => [module, ...exports]);
}

function functions(path: string, ...names: readonly string[]): readonly WrittenEntity[] {
  return names.map(name => [`${path}:${name}`, 'function'] as const);
}

function tests(...named: readonly (readonly string[])[]) {
  const entities = named.map((_, index): WrittenEntity => [`tests/test_all.py:test_${index}`, 'test']);
  const edges = named.flatMap((targets, index) =>
    targets.map((target): WrittenEdge => [`tests/test_all.py:test_${index}`, 'calls', target]),
  );
  return { entities, edges };
}

describe('components', () => {
  it('hold what uses each other, and leave apart what does not', () => {
    expect(
      planned(functions('kit/text.py', 'slug', 'fold', 'wrap'), [
        ['kit/text.py:slug', 'calls', 'kit/text.py:fold'],
      ]),
    ).toEqual([
      ['kit.text', 'slug', 'fold'],
      ['kit.text', 'wrap'],
    ]);
  });

  it('hold together by a private helper that serves no other', () => {
    expect(
      planned(functions('kit/text.py', 'slug', 'fold', '_clean', 'wrap'), [
        ['kit/text.py:slug', 'calls', 'kit/text.py:_clean'],
        ['kit/text.py:fold', 'calls', 'kit/text.py:_clean'],
      ]),
    ).toContainEqual(['kit.text', 'slug', 'fold']);
  });

  it('do not hold together by what everything uses', () => {
    const names = Array.from({ length: 40 }, (_, index) => `f${index}`);
    const found = planned(
      functions('kit/all.py', 'check', ...names),
      names.map(name => [`kit/all.py:${name}`, 'raises', 'kit/all.py:check'] as const),
    );
    expect(found.length).toBeGreaterThan(30);
  });

  it('hold what the same tests name together', () => {
    const both = ['kit/a.py:put', 'kit/a.py:take'];
    const suite = tests(both, both, ['kit/a.py:other']);
    expect(
      planned([...functions('kit/a.py', 'put', 'other', 'take'), ...suite.entities], suite.edges),
    ).toEqual([
      ['kit.a', 'put', 'take'],
      ['kit.a', 'other'],
    ]);
  });

  it('are named after what most tests name', () => {
    const suite = tests(['kit/a.py:helper', 'kit/a.py:main'], ['kit/a.py:main'], ['kit/a.py:main']);
    const found = planned([...functions('kit/a.py', 'helper', 'main'), ...suite.entities], suite.edges);
    expect(found).toEqual([['kit.a', 'main', 'helper']]);
  });

  it('hold names that share a word which few of their module have', () => {
    expect(planned(functions('kit/a.py', 'parse_date', 'flatten', 'format_date'))).toEqual([
      ['kit.a', 'parse_date', 'format_date'],
      ['kit.a', 'flatten'],
    ]);
  });

  it('have one home module each', () => {
    expect(
      planned(
        [...functions('kit/a.py', 'start'), ...functions('kit/b.py', 'go_on', 'end')],
        [
          ['kit/a.py:start', 'calls', 'kit/b.py:go_on'],
          ['kit/b.py:go_on', 'calls', 'kit/b.py:end'],
        ],
      ),
    ).toEqual([
      ['kit.a', 'start'],
      ['kit.b', 'go_on', 'end'],
    ]);
  });

  it('count a method for its class, and what is inside a function for it', () => {
    expect(
      planned(
        [
          ['kit/a.py:Clock', 'class'],
          ['kit/a.py:Clock.tick', 'method'],
          ['kit/a.py:now', 'function'],
          ['kit/a.py:alone', 'function'],
        ],
        [['kit/a.py:Clock.tick', 'calls', 'kit/a.py:now']],
      ),
    ).toEqual([
      ['kit.a', 'Clock', 'now'],
      ['kit.a', 'alone'],
    ]);
  });

  it('have no more than eight exports where there is a way to tell them apart', () => {
    const pairs = Array.from({ length: 12 }, (_, index) => [`a${index}x`, `b${index}y`] as const);
    const entities = functions('kit/a.py', ...pairs.flat(), 'hub');
    const edges = pairs.flatMap(([a, b]): readonly WrittenEdge[] => [
      [`kit/a.py:${a}`, 'calls', `kit/a.py:${b}`, 9],
      [`kit/a.py:hub`, 'calls', `kit/a.py:${a}`],
    ]);
    const sizes = planned(entities, edges).map(([, ...exports]) => exports.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
  });

  it('are public: private names, tests and private modules that nothing offers are no exports', () => {
    expect(
      planned(
        [
          ...functions('kit/__init__.py', 'top'),
          ...functions('kit/_inner.py', 'offered', 'hidden'),
          ...functions('kit/a.py', '_private'),
          ...functions('tests/test_all.py', 'test_top'),
        ],
        [['kit/__init__.py', 're-exports', 'kit/_inner.py:offered']],
      ),
    ).toEqual([
      ['kit', 'top'],
      ['kit._inner', 'offered'],
    ]);
  });
});

describe('discovery', () => {
  const names = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'];
  const places = ['kit/one.py', 'kit/two.py', 'kit/sub/three.py'].flatMap(path =>
    names.map(name => `${path}:${name}`),
  );
  const entities = places.map(place => [place, 'function'] as const);
  const edge = fc
    .tuple(
      fc.constantFrom(...places),
      fc.constantFrom('calls' as const, 'reads' as const, 'inherits' as const),
      fc.constantFrom(...places),
    )
    .filter(([from, , to]) => from !== to);
  const edges = fc.uniqueArray(edge, {
    maxLength: 30,
    selector: ([from, relation, to]) => from + relation + to,
  });

  it('puts every public definition into exactly one component', () => {
    fc.assert(
      fc.property(edges, written => {
        const plans = discoverComponents(graphByHand(entities, written));
        const found = plans.flatMap(({ path, exports }) => exports.map(name => `${path}:${name}`));
        expect(found.sort()).toEqual([...places].sort());
      }),
    );
  });

  it('does not depend on the order of files and edges', () => {
    const otherwise = entities.toSorted(([a], [b]) => Number(a < b && a.split(':')[0] !== b.split(':')[0]));
    fc.assert(
      fc.property(edges, written => {
        const again = discoverComponents(graphByHand(otherwise, [...written].reverse()));
        expect(again).toEqual(discoverComponents(graphByHand(entities, written)));
      }),
    );
  });

  it('gives with a memory what it gives without, whatever was discovered before', () => {
    fc.assert(
      fc.property(fc.array(edges, { minLength: 1, maxLength: 4 }), history => {
        const memory: RegionMemory = new Map();
        for (const written of history) {
          const graph = graphByHand(entities, written);
          expect(discoverComponents(graph, { memory })).toEqual(discoverComponents(graph));
        }
      }),
    );
  });

  it('keeps the communities of a folder in which nothing changed', () => {
    const memory: RegionMemory = new Map();
    discoverComponents(graphByHand(entities, [['kit/one.py:aa', 'calls', 'kit/one.py:bb']]), { memory });
    const before = new Set(memory.keys());
    discoverComponents(graphByHand(entities, [['kit/one.py:aa', 'calls', 'kit/one.py:cc']]), { memory });
    const fresh = [...memory.keys()].filter(key => !before.has(key));
    expect(before.size).toBe(2);
    expect(fresh).toHaveLength(1);
  });
});

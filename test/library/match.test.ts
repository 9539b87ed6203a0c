import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Assessment } from '../../src/domain/adaptation.js';
import type { Candidate } from '../../src/domain/requirement.js';
import { match, NEARLY_AS_GOOD, type MatchInput } from '../../src/library/match.js';
import { primitive, requirement } from '../support/values.js';

interface Offer {
  readonly requirement: string;
  readonly primitive: string;
  readonly score: number;
  readonly suitable?: boolean;
}

function input(
  modules: readonly string[],
  offers: readonly Offer[],
  over: Partial<MatchInput> & { pins?: Record<string, string> } = {},
): MatchInput {
  const candidates = offers.map((offer): Candidate => ({
    requirementId: `r:${offer.requirement}`,
    primitiveId: offer.primitive,
    score: offer.score,
  }));
  const assessments = offers.map((offer): Assessment => ({
    requirementId: `r:${offer.requirement}`,
    primitiveId: offer.primitive,
    verdict: offer.suitable === false ? 'UNSUITABLE' : 'SUITABLE',
    capabilityMatch: 1,
    usageProposal: '',
    neededChanges: [],
    compatibilityNotes: ['It lacks a parameter.'],
  }));
  const primitives = new Map(
    offers.map(offer => {
      const pin = over.pins?.[offer.primitive];
      const distributions = pin === undefined ? [] : [pin];
      return [
        offer.primitive,
        primitive({ id: offer.primitive, dependencies: { ...primitive().dependencies, distributions } }),
      ];
    }),
  );
  return {
    plan: { requirements: modules.map(module => requirement({ module })) },
    candidates,
    assessments,
    primitives,
    exhausted: [],
    preserved: new Map(),
    ...over,
  };
}

const chosen = (made: ReturnType<typeof match>) =>
  Object.fromEntries(made.activations.map(one => [one.requirementId.slice(2), one.primitiveId]));

describe('match', () => {
  it('prefers the better of two candidates', () => {
    const made = match(
      input(
        ['a'],
        [
          { requirement: 'a', primitive: 'p', score: 1 },
          { requirement: 'a', primitive: 'q', score: 2 },
        ],
      ),
    );
    expect(chosen(made)).toEqual({ a: 'q' });
    expect(made.uncovered).toEqual([]);
  });

  it('takes fewer primitives where they suit about as well', () => {
    const made = match(
      input(
        ['a', 'b'],
        [
          { requirement: 'a', primitive: 'both', score: 2.5 - NEARLY_AS_GOOD },
          { requirement: 'a', primitive: 'best', score: 2.5 },
          { requirement: 'b', primitive: 'both', score: 2 },
        ],
      ),
    );
    expect(chosen(made)).toEqual({ a: 'both', b: 'both' });
  });

  it('takes no clearly worse primitive for the sake of fewer', () => {
    const made = match(
      input(
        ['a', 'b'],
        [
          { requirement: 'a', primitive: 'both', score: 1 },
          { requirement: 'a', primitive: 'best', score: 2.5 },
          { requirement: 'b', primitive: 'both', score: 2 },
        ],
      ),
    );
    expect(chosen(made)).toEqual({ a: 'best', b: 'both' });
  });

  it('takes a clearly worse primitive rather than leave another requirement uncovered', () => {
    const made = match(
      input(
        ['a', 'b'],
        [
          { requirement: 'a', primitive: 'best', score: 2.5 },
          { requirement: 'a', primitive: 'worse', score: 0.1 },
          { requirement: 'b', primitive: 'only', score: 1 },
        ],
        { pins: { best: 'six==1.0', only: 'six==2.0' } },
      ),
    );
    expect(chosen(made)).toEqual({ a: 'worse', b: 'only' });
  });

  it('asks how well a primitive suits among those that are suitable and not refused', () => {
    const offers = [
      { requirement: 'a', primitive: 'unfit', score: 2.5, suitable: false },
      { requirement: 'a', primitive: 'refused', score: 2.4 },
      { requirement: 'a', primitive: 'rest', score: 1 },
      { requirement: 'a', primitive: 'both', score: 0.8 },
      { requirement: 'b', primitive: 'both', score: 2 },
    ];
    const exhausted = [{ requirementId: 'r:a', primitiveId: 'refused' }];
    expect(chosen(match(input(['a', 'b'], offers, { exhausted })))).toEqual({ a: 'both', b: 'both' });
  });

  it('chooses the same whatever the order of the candidates', () => {
    const offer = fc.record({
      requirement: fc.constantFrom('a', 'b', 'c'),
      primitive: fc.constantFrom('p', 'q', 'r', 's'),
      score: fc.integer({ min: 0, max: 3 }),
    });
    const some = fc.uniqueArray(offer, {
      selector: (one: Offer) => `${one.requirement}/${one.primitive}`,
      maxLength: 8,
    });
    const orders = some.chain(offers =>
      fc.tuple(fc.constant(offers), fc.shuffledSubarray(offers, { minLength: offers.length })),
    );
    fc.assert(
      fc.property(orders, ([offers, shuffled]) => {
        expect(match(input(['a', 'b', 'c'], shuffled))).toEqual(match(input(['a', 'b', 'c'], offers)));
      }),
    );
  });

  it('covers as many requirements as can be where candidates exclude one another', () => {
    const made = match(
      input(
        ['a', 'b', 'c'],
        [
          { requirement: 'a', primitive: 'old', score: 9 },
          { requirement: 'b', primitive: 'new', score: 1 },
          { requirement: 'c', primitive: 'new2', score: 1 },
        ],
        { pins: { old: 'six==1.0', new: 'six==2.0', new2: 'Six == 2.0' } },
      ),
    );
    expect(chosen(made)).toEqual({ b: 'new', c: 'new2' });
    expect(made.uncovered).toEqual([{ requirementId: 'r:a', reason: 'Its candidates exclude one another.' }]);
  });

  it('passes over unsuitable and exhausted candidates, and says so', () => {
    const made = match(
      input(
        ['a', 'b', 'c'],
        [
          { requirement: 'a', primitive: 'p', score: 1, suitable: false },
          { requirement: 'b', primitive: 'q', score: 1 },
        ],
        { exhausted: [{ requirementId: 'r:b', primitiveId: 'q' }] },
      ),
    );
    expect(made.activations).toEqual([]);
    expect(made.uncovered.map(one => one.reason)).toEqual([
      'No candidate is suitable. p: It lacks a parameter.',
      'Everything that q could propose was refused.',
      'The library has no primitive that may be used and resembles it.',
    ]);
  });

  it('keeps what an earlier round chose while it is possible', () => {
    const offers = [
      { requirement: 'a', primitive: 'p', score: 1 },
      { requirement: 'a', primitive: 'q', score: 2 },
    ];
    const preserved = new Map([['r:a', 'p']]);
    expect(chosen(match(input(['a'], offers, { preserved })))).toEqual({ a: 'p' });
    const exhausted = [{ requirementId: 'r:a', primitiveId: 'p' }];
    expect(chosen(match(input(['a'], offers, { preserved, exhausted })))).toEqual({ a: 'q' });
  });

  it('finds the best set that exhaustive search finds', () => {
    const modules = ['a', 'b', 'c', 'd'];
    const offer = fc.record({
      requirement: fc.constantFrom(...modules),
      primitive: fc.constantFrom('p', 'q', 'r', 's'),
      // Quarters: exact sums, on both sides of the margin.
      score: fc.integer({ min: 0, max: 8 }).map(quarters => quarters / 4),
    });
    const pins = { p: 'x==1', q: 'x==2', r: 'y==1', s: 'y==2' };
    const uniqueBy = { selector: (one: Offer) => `${one.requirement}/${one.primitive}`, maxLength: 8 };
    fc.assert(
      fc.property(fc.uniqueArray(offer, uniqueBy), offers => {
        const made = match(input(modules, offers, { pins }));
        const best = exhaustive(modules, offers, pins);
        const taken = made.activations.flatMap(one =>
          offers.filter(
            offer => `r:${offer.requirement}` === one.requirementId && offer.primitive === one.primitiveId,
          ),
        );
        expect(worthOf(taken, offers)).toEqual(best);
      }),
    );
  });
});

/** Most covered, then fewest that suit clearly worse than the best would, then fewest primitives, then best score. */
function worthOf(taken: readonly Offer[], offers: readonly Offer[]): readonly number[] {
  const bestFor = (module: string) =>
    Math.max(...offers.filter(({ requirement }) => requirement === module).map(({ score }) => score));
  const worse = taken.filter(one => bestFor(one.requirement) - one.score > NEARLY_AS_GOOD);
  return [
    taken.length,
    0 - worse.length,
    0 - new Set(taken.map(one => one.primitive)).size,
    taken.reduce((sum, one) => sum + one.score, 0),
  ];
}

/** Every combination, judged by the definition. */
function exhaustive(
  modules: readonly string[],
  offers: readonly Offer[],
  pins: Record<string, string>,
): readonly number[] {
  let best = worthOf([], offers);
  const visit = (index: number, taken: readonly Offer[]): void => {
    const module = modules[index];
    if (module === undefined) {
      const versions = new Map<string, Set<string>>();
      for (const one of taken) {
        const [name = '', version = ''] = (pins[one.primitive] ?? '').split('==');
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
      }
      if ([...versions.values()].some(set => set.size > 1)) return;
      const value = worthOf(taken, offers);
      const at = value.findIndex((number, position) => number !== best[position]);
      if (at >= 0 && (value[at] ?? 0) > (best[at] ?? 0)) best = value;
      return;
    }
    visit(index + 1, taken);
    for (const one of offers) if (one.requirement === module) visit(index + 1, [...taken, one]);
  };
  visit(0, []);
  return best;
}

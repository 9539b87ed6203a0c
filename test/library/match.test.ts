import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Assessment } from '../../src/domain/adaptation.js';
import type { Candidate } from '../../src/domain/requirement.js';
import { match, type MatchInput } from '../../src/library/match.js';
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

  it('takes fewer primitives before better scores', () => {
    const made = match(
      input(
        ['a', 'b'],
        [
          { requirement: 'a', primitive: 'both', score: 1 },
          { requirement: 'a', primitive: 'best', score: 9 },
          { requirement: 'b', primitive: 'both', score: 1 },
        ],
      ),
    );
    expect(chosen(made)).toEqual({ a: 'both', b: 'both' });
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
      score: fc.integer({ min: 0, max: 5 }),
    });
    const pins = { p: 'x==1', q: 'x==2', r: 'y==1', s: 'y==2' };
    const uniqueBy = { selector: (one: Offer) => `${one.requirement}/${one.primitive}`, maxLength: 8 };
    fc.assert(
      fc.property(fc.uniqueArray(offer, uniqueBy), offers => {
        const made = match(input(modules, offers, { pins }));
        const best = exhaustive(modules, offers, pins);
        const score = made.activations.reduce((sum, one) => {
          const found = offers.find(
            o => `r:${o.requirement}` === one.requirementId && o.primitive === one.primitiveId,
          );
          return sum + (found?.score ?? 0);
        }, 0);
        expect([
          made.activations.length,
          -new Set(made.activations.map(one => one.primitiveId)).size,
          score,
        ]).toEqual(best);
      }),
    );
  });
});

/** Every combination, judged by the definition: most covered, then fewest primitives, then best score. */
function exhaustive(
  modules: readonly string[],
  offers: readonly Offer[],
  pins: Record<string, string>,
): readonly number[] {
  let best: readonly number[] = [0, -0, 0];
  const visit = (index: number, taken: readonly Offer[]): void => {
    const module = modules[index];
    if (module === undefined) {
      const versions = new Map<string, Set<string>>();
      for (const one of taken) {
        const [name = '', version = ''] = (pins[one.primitive] ?? '').split('==');
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
      }
      if ([...versions.values()].some(set => set.size > 1)) return;
      const value = [
        taken.length,
        -new Set(taken.map(one => one.primitive)).size,
        taken.reduce((sum, one) => sum + one.score, 0),
      ];
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

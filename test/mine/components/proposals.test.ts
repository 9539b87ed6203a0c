import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyProposals, type Proposal, type ProposedPlan } from '../../../src/mine/components/proposals.js';

function plan(module: string, ...exports: readonly [string, ...string[]]): ProposedPlan {
  return { module, path: `${module.replaceAll('.', '/')}.py`, exports };
}

const PLANS = [
  plan('kit.text', 'slug', 'words', 'fold'),
  plan('kit.text', 'wrap'),
  plan('kit.dates', 'parse', 'tidy'),
];

function exportsAfter(...proposals: readonly Proposal[]) {
  return applyProposals(PLANS, proposals).plans.map(({ module, exports }) => [module, ...exports]);
}

describe('proposals for planned components', () => {
  it('name a component after another of its exports and say what it does', () => {
    const { plans } = applyProposals(PLANS, [
      {
        kind: 'describe',
        component: 'kit.dates:parse',
        lead: 'tidy',
        title: '',
        summary: ' Reads\n\u001b[31mdates.\ud800 ',
      },
      { kind: 'describe', component: 'kit.text:wrap', title: 'Line wrapping', summary: 'x'.repeat(9_999) },
    ]);
    expect(plans[2]).toMatchObject({ exports: ['tidy', 'parse'], words: { summary: 'Reads dates.' } });
    expect(plans[1]?.words).toEqual({ title: 'Line wrapping', summary: 'x'.repeat(400) });
  });

  it('describe anew what is drawn anew', () => {
    const { plans } = applyProposals(PLANS, [
      { kind: 'describe', component: 'kit.text:slug', title: 'Slugs' },
      { kind: 'merge', components: ['kit.text:slug', 'kit.text:wrap'] },
      { kind: 'describe', component: 'kit.dates:parse', title: 'Dates' },
      { kind: 'split', component: 'kit.dates:tidy', parts: [['parse'], ['tidy']] },
    ]);
    expect(plans.map(({ words }) => words)).toEqual([undefined, undefined, undefined]);
  });

  it('split one into parts, where it stood', () => {
    expect(
      exportsAfter({ kind: 'split', component: 'kit.text:fold', parts: [['fold'], ['slug', 'words']] }),
    ).toEqual([
      ['kit.text', 'fold'],
      ['kit.text', 'slug', 'words'],
      ['kit.text', 'wrap'],
      ['kit.dates', 'parse', 'tidy'],
    ]);
  });

  it('merge those of one module', () => {
    expect(exportsAfter({ kind: 'merge', components: ['kit.text:wrap', 'kit.text:slug'] })).toEqual([
      ['kit.text', 'wrap', 'slug', 'words', 'fold'],
      ['kit.dates', 'parse', 'tidy'],
    ]);
  });

  it.each<[string, Proposal]>([
    ['there is no component kit.text:gone', { kind: 'describe', component: 'kit.text:gone' }],
    ['kit.text:wrap does not export slug', { kind: 'describe', component: 'kit.text:wrap', lead: 'slug' }],
    [
      'its parts do not have every export of it exactly once',
      { kind: 'split', component: 'kit.dates:parse', parts: [['parse'], ['parse', 'tidy']] },
    ],
    [
      'its parts do not have every export of it exactly once',
      { kind: 'split', component: 'kit.dates:parse', parts: [['parse'], ['other']] },
    ],
    [
      'its components lie in different modules',
      { kind: 'merge', components: ['kit.text:wrap', 'kit.dates:parse'] },
    ],
    ['not every component of it is there', { kind: 'merge', components: ['kit.text:wrap', 'kit.text:x'] }],
  ])('are refused when they do not fit: %s', (reason, proposal) => {
    const { plans, refused } = applyProposals(PLANS, [proposal]);
    expect(plans).toEqual(PLANS);
    expect(refused).toEqual([{ proposal, reason }]);
  });

  it('never lose, invent or move an export', () => {
    const names = PLANS.flatMap(({ exports }) => [...exports]);
    const reference = fc.constantFrom('kit.text:slug', 'kit.text:wrap', 'kit.dates:parse', 'kit.text:none');
    const name = fc.constantFrom(...names, 'none');
    const proposal: fc.Arbitrary<Proposal> = fc.oneof(
      fc.record({ kind: fc.constant('describe' as const), component: reference, lead: name }),
      fc.record({
        kind: fc.constant('split' as const),
        component: reference,
        parts: fc.array(fc.array(name, { maxLength: 3 }), { maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('merge' as const), components: fc.array(reference, { maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(proposal, { maxLength: 8 }), proposals => {
        const { plans } = applyProposals(PLANS, proposals);
        const placed = (all: readonly ProposedPlan[]) =>
          all.flatMap(({ path, exports }) => exports.map(one => `${path}:${one}`)).sort();
        expect(placed(plans)).toEqual(placed(PLANS));
        expect(plans.every(({ exports }) => exports.length > 0)).toBe(true);
      }),
    );
  });
});

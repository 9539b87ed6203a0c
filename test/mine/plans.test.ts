import { describe, expect, it } from '@jest/globals';
import { planComponents } from '../../src/mine/plans.js';
import { graphByHand } from '../support/entity-graph-by-hand.js';
import { lines, surveyOf } from '../support/mined.js';

describe('planned components', () => {
  const surveyed = surveyOf({
    'kit/text.py': lines(
      'short = len',
      'def slug(): ...',
      'def wrap(): ...',
      'fill = wrap',
      'also_slug = slug',
    ),
  });
  const graph = graphByHand(
    [
      ['kit/text.py:slug', 'function'],
      ['kit/text.py:wrap', 'function'],
    ],
    [],
  );

  it('have other names for a definition beside it', () => {
    const plans = planComponents(graph, surveyed).map(plan => plan.map(({ name }) => name));
    expect(plans).toEqual([
      ['slug', 'also_slug'],
      ['wrap', 'fill'],
    ]);
  });

  it('have alone what the graph does not know', () => {
    const plans = planComponents(graphByHand([], []), surveyed).map(plan => plan.map(({ name }) => name));
    expect(plans).toEqual([['slug'], ['wrap'], ['fill'], ['also_slug']]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { lines, surveyOf } from '../support/mined.js';

const HUB = [
  'class Hub:',
  '    size = 3',
  '    def signal(self, name): return name',
  '    @staticmethod',
  '    def count(): return 1',
  '_hub = Hub()',
];

function offered(...statements: readonly string[]): readonly string[] {
  return surveyOf({ 'kit.py': lines(...HUB, ...statements) }).capabilities.map(({ name }) => name);
}

describe('a name for a method of the object that a module makes', () => {
  it('is offered, whether a list of names says so or not', () => {
    expect(offered('signal: Hub = _hub.signal', 'count = _hub.count')).toEqual(['Hub', 'signal', 'count']);
  });

  it.each(['size = _hub.size', '_signal = _hub.signal', 'deep = _hub.signal.name', 'other = _other.signal'])(
    'is not what %s binds',
    statement => {
      expect(offered(statement)).toEqual(['Hub']);
    },
  );
});

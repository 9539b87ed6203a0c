import { describe, expect, it } from '@jest/globals';
import { exportsOf } from '../../../src/mine/describe/exports.js';
import { subjectOfBoundary } from '../../../src/mine/describe/interface.js';
import { boundaryOf, lines, surveyOf } from '../../support/mined.js';

/** What the component around `pkg.core.NAME` exports. */
function exported(text: string, name: string) {
  const surveyed = surveyOf({ 'pkg/__init__.py': '', 'pkg/core.py': text });
  return exportsOf(subjectOfBoundary(boundaryOf(surveyed, `pkg.core.${name}`)));
}

describe('the exports of a component', () => {
  it('tell of another name for a definition what is known of the definition', () => {
    const text = lines('class Tally:', '    """Counts."""', '    def add(self, n): ...', 'T = Tally');
    const [alias, original] = exported(text, 'T');
    expect(original?.name).toBe('Tally');
    expect(alias).toEqual({ ...original, name: 'T' });
  });

  it('have the listed values that come along, as constants', () => {
    const text = lines('__all__ = ["scaled", "FACTOR"]', 'FACTOR = 3', '_OFFSET = 1', 'OTHER = 2', '').concat(
      'def scaled(x): return x * FACTOR + _OFFSET + OTHER\n',
    );
    expect(exported(text, 'scaled').map(({ name, kind }) => [name, kind])).toEqual([
      ['scaled', 'function'],
      ['FACTOR', 'constant'],
    ]);
  });

  it('read the signature of a function under a condition', () => {
    const text = lines('import os', 'if os.name == "nt":', '    def move(a, b): ...');
    const [move] = exported(text, 'move');
    expect(move?.signature?.parameters.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

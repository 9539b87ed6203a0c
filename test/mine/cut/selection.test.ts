import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { holds, readSelection } from '../../../src/mine/cut/selection.js';

describe('an expression over names', () => {
  const having =
    (...names: readonly string[]) =>
    (name: string) =>
      names.includes(name);

  it.each([
    ['not stress', [], true],
    ['not stress', ['stress'], false],
    ['fast or not slow', ['slow'], false],
    ['fast or not slow', ['slow', 'fast'], true],
    ['not slow and not network', ['network'], false],
    ['not (slow or network)', ['network'], false],
    ['not (slow or network)', [], true],
    ['a and b or c', ['c'], true],
    ['a and (b or c)', ['c'], false],
  ])('%s with %j is %s', (expression, names, expected) => {
    expect(holds(expression, having(...names))).toBe(expected);
  });

  it.each(['', 'not', '(a', 'a b', 'a)', 'and a'])('leaves nothing out when it cannot be read: "%s"', one => {
    expect(holds(one, () => false)).toBe(true);
  });

  it('is read in any depth, or holds', () => {
    const anything = fc.array(fc.constantFrom('not', 'and', 'or', '(', ')', 'a', 'b'), { maxLength: 400 });
    fc.assert(fc.property(anything, words => typeof holds(words.join(' '), () => false) === 'boolean'));
  });
});

describe('the options that are always given to pytest', () => {
  it.each([
    [`-m 'not stress'`, { marks: 'not stress' }],
    [`-q -m "not slow" --tb=short`, { marks: 'not slow' }],
    [`-m='not slow'`, { marks: 'not slow' }],
    [`-m slow -m fast`, { marks: 'fast' }],
    ['-k "not http"', { keywords: 'not http' }],
    ['--deselect tests/a.py::b', { deselected: ['tests/a.py::b'] }],
    ['--ignore=./docs/ --ignore build', { ignored: ['docs', 'build'] }],
    ['-p no:cacheprovider --maxfail=2', {}],
  ])('%s', (options, expected) => {
    expect(readSelection(options)).toEqual({ deselected: [], ignored: [], ...expected });
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { optionLine, optionWords } from '../../../src/mine/cut/option-words.js';

describe('the words of a line of options', () => {
  it.each([
    ['', []],
    [' -q\t-x\n', ['-q', '-x']],
    [`-m 'not slow'`, ['-m', 'not slow']],
    [`-m="not slow"x`, ['-m=not slowx']],
    [`-k '' ""`, ['-k', '', '']],
    [String.raw`a\ b \' "c\"d\e" 'f\g'`, ['a b', "'", String.raw`c"d\e`, String.raw`f\g`]],
    ['-k a#b;c|d', ['-k', 'a#b;c|d']],
  ])('%s', (line, words) => {
    expect(optionWords(line)).toEqual(words);
  });

  it.each([`-m 'not slow`, `-k "a`, `-q it's`, 'a\\', `"a\\"`])(
    'are none that pytest would take: %s',
    line => {
      expect(optionWords(line)).toBeUndefined();
    },
  );

  it('are those that a line was made of', () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom('a', '-', '"', "'", '\\', ' ', '\n', '=', '#') }),
    );
    fc.assert(fc.property(words, all => expect(optionWords(optionLine(all))).toEqual(all)));
  });
});

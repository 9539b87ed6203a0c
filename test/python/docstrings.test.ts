import { describe, expect, it } from '@jest/globals';
import { examplesOf, summaryOf, wordsOfTest } from '../../src/python/docstrings.js';

const DOCSTRING = [
  'Return the',
  'price.',
  '',
  'More.',
  '',
  '    >>> price(1)',
  '    1',
  '',
  'Or:',
  '',
  '>>> price(',
  '...     2)',
  '2',
].join('\n');

describe('docstrings', () => {
  it('begin with a summary', () => {
    expect(summaryOf(DOCSTRING)).toBe('Return the price.');
    expect(summaryOf(undefined)).toBe('');
  });

  it('may hold examples', () => {
    expect(examplesOf(DOCSTRING)).toBe('>>> price(1)\n1\n\n>>> price(\n...     2)\n2');
    expect(examplesOf('No example.')).toBeUndefined();
    expect(examplesOf(undefined)).toBeUndefined();
  });

  it.each([
    ['test_stops_at_the_cap', 'stops at the cap'],
    ['Cases::testStopsAtCap', 'stops at cap'],
    ['test', ''],
  ])('%s says in words: %s', (name, words) => {
    expect(wordsOfTest(name)).toBe(words);
  });
});

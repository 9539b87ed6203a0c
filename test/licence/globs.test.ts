import { describe, expect, it } from '@jest/globals';
import { globMatcher } from '../../src/licence/globs.js';

describe('globMatcher', () => {
  it.each([
    ['LICENSE', 'LICENSE'],
    ['LICEN[CS]E*', 'LICENCE.txt'],
    ['licenses/*.txt', 'licenses/mit.txt'],
    ['licenses/**', 'licenses/a/b.txt'],
    ['**/LICENSE', 'LICENSE'],
    ['**/LICENSE', 'a/b/LICENSE'],
    ['NOTICE-[a-c0-9]?', 'NOTICE-b7'],
    ['a+(b).txt', 'a+(b).txt'],
  ])('%s matches %s', (glob, path) => {
    expect(globMatcher(glob)(path)).toBe(true);
  });

  it.each([
    ['LICENSE', 'LICENSE.txt'],
    ['LICENSE', 'a/LICENSE'],
    ['licenses/*', 'licenses/a/b.txt'],
    ['LICEN?E', 'LICEN/E'],
    ['a.txt', 'abtxt'],
    ['[z-a]', 'm'],
    ['', 'LICENSE'],
  ])('%s does not match %s', (glob, path) => {
    expect(globMatcher(glob)(path)).toBe(false);
  });

  it('takes no longer for a hostile glob', () => {
    expect(globMatcher(`${'**a*'.repeat(100)}b`)('a'.repeat(1_000))).toBe(false);
  }, 2_000);
});

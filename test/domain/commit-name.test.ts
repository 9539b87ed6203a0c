import { describe, expect, it } from '@jest/globals';
import { shortCommit } from '../../src/domain/commit-name.js';

describe('the short name of a commit', () => {
  it.each([
    ['0123456789abcdef', '0123456789ab'],
    [`sha256:${'ab'.repeat(32)}`, 'abababababab'],
    [`26.2.0rc1/sha256:${'ab'.repeat(32)}`, '26.2.0rc1'],
    ['', ''],
  ])('of %s is %s', (commit, name) => {
    expect(shortCommit(commit)).toBe(name);
  });

  it('has as many digits as asked for', () => {
    expect(shortCommit('0123456789abcdef', 7)).toBe('0123456');
  });
});

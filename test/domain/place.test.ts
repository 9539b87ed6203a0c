import { describe, expect, it } from '@jest/globals';
import { refuseOtherPlace } from '../../src/domain/place.js';

describe('the place of a repository', () => {
  it.each([
    ['it lay nowhere known', undefined, { folder: '/b/lib', isNamed: false }],
    ['it lies where it lay', '/b/lib', { folder: '/b/lib', isNamed: false }],
    ['it was named so', '/a/lib', { folder: '/b/lib', isNamed: true }],
    ['it is called after its origin', '/a/lib', undefined],
  ])('is all right when %s', (_, before, place) => {
    expect(() => refuseOtherPlace('lib', before, place)).not.toThrow();
  });

  it('is told, with what to do, when another has the name', () => {
    const other = { folder: '/b/lib', isNamed: false };
    expect(() => refuseOtherPlace('lib', '/a/lib', other)).toThrow(
      /mined from \/a\/lib; \/b\/lib has the same name.*--name OWNER\/NAME.*--name lib\.$/,
    );
    expect(() => refuseOtherPlace("bob's lib", '/a', other)).toThrow(`--name 'bob'\\''s lib'.`);
  });
});

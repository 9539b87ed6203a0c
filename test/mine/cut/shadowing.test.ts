import { describe, expect, it } from '@jest/globals';
import { shadowing } from '../../../src/mine/cut/shadowing.js';

describe('a component whose modules would hide others', () => {
  it.each([
    ['the standard library', ['types.py'], '', [], 'types', 'standard-library'],
    ['a distribution', ['lib/attr/__init__.py'], 'lib', ['attrs>=22'], 'attr', 'distribution'],
    ['one called otherwise', ['yaml/loader.py'], '', ['numpy', 'PyYAML==6'], 'yaml', 'distribution'],
  ])('hides %s', (_, paths, root, distributions, name, by) => {
    expect(shadowing(paths, root, distributions)).toMatchObject({ name, by });
  });

  it('says which distribution it is', () => {
    expect(shadowing(['attr/a.py'], '', ['six', 'attrs'])?.reason).toBe(
      'its module attr would stand before the one that attrs provides; the two cannot be imported together',
    );
  });

  it.each([
    ['names inside of a package', ['pkg/types.py', 'pkg/attr.py'], ['attrs']],
    ['files that are no modules', ['types/readme.txt'], []],
    ['what pytest stands on, which validation judges', ['pluggy/__init__.py'], []],
  ])('hides nothing by %s', (_, paths, distributions) => {
    expect(shadowing(paths, '', distributions)).toBeUndefined();
  });
});

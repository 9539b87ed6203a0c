import { describe, expect, it } from '@jest/globals';
import {
  moduleOfPath,
  packageOf,
  pathOfModule,
  resolveRelative,
  sourceRootsOf,
} from '../../src/python/module-paths.js';

describe('module paths', () => {
  it('begin below src when it holds Python, else at the root', () => {
    expect(sourceRootsOf(['src/pkg/a.py', 'tests/t.py'])).toEqual(['src', '']);
    expect(sourceRootsOf(['src/a.py'])).toEqual(['src', '']);
    expect(sourceRootsOf(['pkg/a.py', 'src/readme.md'])).toEqual(['']);
    expect(sourceRootsOf([])).toEqual(['']);
  });

  it.each([
    ['src/pkg/a.py', 'pkg.a'],
    ['src/pkg/__init__.py', 'pkg'],
    ['tests/test_a.py', 'tests.test_a'],
    ['__init__.py', undefined],
    ['src/pkg/a-b.py', undefined],
    ['docs/1/a.py', undefined],
    ['src/pkg/a.txt', undefined],
  ])('%s is %s', (path, module) => {
    expect(moduleOfPath(path, ['src', ''])).toBe(module);
  });

  it('lead back to the file', () => {
    expect(pathOfModule('pkg.a', 'src')).toBe('src/pkg/a.py');
    expect(pathOfModule('a', '')).toBe('a.py');
    expect(packageOf('a.b.c')).toBe('a.b');
    expect(packageOf('a')).toBe('');
  });

  it.each([
    ['a.b.c', false, 1, 'd', 'a.b.d'],
    ['a.b.c', true, 1, 'd', 'a.b.c.d'],
    ['a.b.c', false, 2, '', 'a'],
    ['a.b.c', false, 3, 'd', 'd'],
    ['a.b.c', false, 3, '', undefined],
    ['a.b.c', false, 4, 'd', undefined],
  ])('from %s (package: %s), %i dots and %j is %s', (module, isPackage, level, name, expected) => {
    expect(resolveRelative(module, isPackage, level, name)).toBe(expected);
  });
});

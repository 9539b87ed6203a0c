import { describe, expect, it } from '@jest/globals';
import { satisfies, validRange } from '@renovatebot/pep440';
import fc from 'fast-check';
import {
  poetryPythonMarker,
  poetrySpecifier,
} from '../../../../src/python/declarations/sources/poetry-versions.js';

describe('poetrySpecifier', () => {
  // The tables of https://python-poetry.org/docs/dependency-specification.
  it.each([
    ['^1.2.3', '>=1.2.3,<2.0'],
    ['^1', '>=1,<2.0'],
    ['^0.2.3', '>=0.2.3,<0.3'],
    ['^0.0.3', '>=0.0.3,<0.0.4'],
    ['^0.0', '>=0.0,<0.1'],
    ['^0', '>=0,<1.0'],
    ['~1.2.3', '>=1.2.3,<1.3'],
    ['~1.2', '>=1.2,<1.3'],
    ['~1', '>=1,<2.0'],
    ['*', ''],
    ['1.2.*', '==1.2.*'],
    ['1.2.3', '==1.2.3'],
    ['= 1.2', '==1.2'],
    ['>= 1.2, <1.5', '>=1.2,<1.5'],
    ['>=1.2 <1.5', '>=1.2,<1.5'],
    ['~=2.0', '~=2.0'],
    ['^1.0b2', '>=1.0b2,<2.0'],
  ])('says %s as %s', (constraint, specifier) => {
    expect(poetrySpecifier(constraint)).toBe(specifier);
  });

  it.each(['^1 || ^2', 'latest', '^', '1.2; import os', '../x'])('cannot say %s', constraint => {
    expect(poetrySpecifier(constraint)).toBeUndefined();
  });

  it('takes the version itself by caret and tilde, and never the next major one', () => {
    const release = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(release, fc.constantFrom('^', '~'), (parts, operator) => {
        const specifier = poetrySpecifier(`${operator}${parts.join('.')}`) ?? 'unreadable';
        expect(validRange(specifier)).toBe(true);
        expect(satisfies(parts.join('.'), specifier)).toBe(true);
        expect(satisfies(`${(parts[0] ?? 0) + 1}.0`, specifier)).toBe(false);
      }),
    );
  });
});

describe('poetryPythonMarker', () => {
  it.each([
    ['^3.8', 'python_version >= "3.8" and python_version < "4.0"'],
    ['<3.11', 'python_version < "3.11"'],
    ['>=3.11.4', 'python_full_version >= "3.11.4"'],
    ['*', ''],
    ['3.8.*', undefined],
  ])('says %s as %s', (constraint, marker) => {
    expect(poetryPythonMarker(constraint)).toBe(marker);
  });
});

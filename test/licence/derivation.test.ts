import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDerivation, renderDerivation } from '../../src/licence/derivation.js';

describe('a derivation', () => {
  const word = fc.stringMatching(/^[\w./-]{1,30}$/);
  const id = fc.stringMatching(/^cf-[0-9a-f]{12}$/);

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(word, word, word, id, (repository, commit, path, primitiveId) => {
        const derivation = { repository, commit, path, primitiveId };
        expect(parseDerivation(`#!/usr/bin/env python3\n${renderDerivation(derivation)}\nx = 1\n`)).toEqual(
          derivation,
        );
      }),
    );
  });

  it('is not found where there is none', () => {
    expect(parseDerivation('# Adapted from a friend.\n')).toBeUndefined();
  });

  it('is looked for in time that does not grow with a long line', () => {
    expect(parseDerivation(`# Adapted from ${'a @ b, '.repeat(200_000)}`)).toBeUndefined();
  }, 2_000);
});

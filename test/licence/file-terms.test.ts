import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StoredFile } from '../../src/domain/files.js';
import { parseDerivation, renderDerivation, termsOfFiles } from '../../src/licence/file-terms.js';

const REPOSITORY = { expression: 'MIT', text: 'The MIT License' };
const file = (content: string, path = 'a.py'): StoredFile => ({ path, encoding: 'utf8', content });
const APACHE = file('# SPDX-License-Identifier: Apache-2.0\nx = 1\n', 'apache.py');

describe('termsOfFiles', () => {
  it("is the repository's where no file says otherwise", () => {
    expect(termsOfFiles([file('x = 1\n')], REPOSITORY)).toBe(REPOSITORY);
    expect(termsOfFiles([file('# SPDX-License-Identifier: MIT\n')], REPOSITORY)).toBe(REPOSITORY);
    expect(termsOfFiles([], REPOSITORY)).toBe(REPOSITORY);
  });

  it('is what a file states, with its text', () => {
    const terms = termsOfFiles([APACHE, file('', '__init__.py'), file('{}', 'data.json')], REPOSITORY);
    expect(terms.expression).toBe('Apache-2.0');
    expect(terms.text).toContain('Apache License');
  });

  it('is all of them where files differ', () => {
    const choice = file('# SPDX-License-Identifier: MIT OR BSD-3-Clause\n', 'b.py');
    expect(termsOfFiles([APACHE, file('x = 1\n')], REPOSITORY).expression).toBe('Apache-2.0 AND MIT');
    expect(termsOfFiles([APACHE, choice], REPOSITORY).expression).toBe(
      'Apache-2.0 AND (MIT OR BSD-3-Clause)',
    );
  });

  it('believes no tag that is none, and none below the top', () => {
    expect(termsOfFiles([file('# SPDX-License-Identifier: whatever you like\n')], REPOSITORY)).toBe(
      REPOSITORY,
    );
    expect(termsOfFiles([file(`${'\n'.repeat(40)}# SPDX-License-Identifier: ISC\n`)], REPOSITORY)).toBe(
      REPOSITORY,
    );
  });
});

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
});

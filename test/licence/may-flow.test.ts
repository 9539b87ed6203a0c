import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mayFlow } from '../../src/licence/may-flow.js';

const allows = (from: string, into: string | undefined) => mayFlow(from, into).allowed;

describe('mayFlow', () => {
  it.each([
    ['MIT', 'Apache-2.0'],
    ['Apache-2.0', 'MIT'],
    ['BSD-3-Clause', 'GPL-2.0-only'],
    ['ISC', 'AGPL-3.0-or-later'],
    ['MIT', 'LicenseRef-Harbourline'],
    ['Apache-2.0', 'GPL-3.0-only'],
    ['Apache-2.0', 'GPL-3.0-or-later'],
    ['Apache-2.0', 'LGPL-3.0-only'],
    ['PSF-2.0', 'GPL-2.0-or-later'],
    ['MPL-2.0', 'MPL-2.0'],
    ['MPL-2.0', 'GPL-2.0-only'],
    ['MPL-2.0', 'AGPL-3.0-or-later'],
    ['LGPL-2.1-only', 'GPL-2.0-only'],
    ['LGPL-2.1-only', 'GPL-3.0-or-later'],
    ['LGPL-2.1-or-later', 'LGPL-3.0-or-later'],
    ['LGPL-3.0-or-later', 'GPL-3.0-or-later'],
    ['GPL-2.0-or-later', 'GPL-2.0-only'],
    ['GPL-2.0-or-later', 'GPL-3.0-or-later'],
    ['GPL-3.0-only', 'AGPL-3.0-only'],
    ['GPL-2.0+', 'GPL-3.0'],
    ['EPL-2.0', 'EPL-2.0'],
  ])('lets %s into %s', (from, into) => {
    expect(mayFlow(from, into)).toEqual({
      allowed: true,
      reason: expect.stringContaining(' code may become '),
    });
  });

  it.each([
    ['Apache-2.0', 'GPL-2.0-only'],
    ['Apache-2.0', 'LGPL-2.1-only'],
    ['Apache-2.0', 'GPL-2.0-or-later'],
    ['Python-2.0', 'GPL-3.0-only'],
    ['MPL-2.0', 'MIT'],
    ['MPL-2.0', 'Apache-2.0'],
    ['LGPL-3.0-only', 'GPL-2.0-only'],
    ['LGPL-2.1-only', 'LGPL-3.0-only'],
    ['GPL-3.0-only', 'GPL-2.0-or-later'],
    ['GPL-3.0-only', 'GPL-3.0-or-later'],
    ['GPL-2.0-only', 'GPL-3.0-only'],
    ['GPL-3.0-only', 'LGPL-3.0-only'],
    ['GPL-3.0-only', 'MIT'],
    ['AGPL-3.0-only', 'GPL-3.0-only'],
    ['BSD-4-Clause', 'MIT'],
    ['LicenseRef-Harbourline', 'LicenseRef-Harbourline'],
    ['LicenseRef-Harbourline', 'MIT'],
    ['BSD', 'MIT'],
    ['NOASSERTION', 'MIT'],
    ['', 'MIT'],
  ])('keeps %s out of %s', (from, into) => {
    expect(allows(from, into)).toBe(false);
  });

  it('lets only permissive code into a project without a licence, and says so', () => {
    expect(mayFlow('MIT', undefined)).toEqual({
      allowed: true,
      reason: 'MIT is permissive, and only permissive code may enter a project that states no licence.',
    });
    expect(allows('MPL-2.0', undefined)).toBe(false);
    expect(allows('LicenseRef-x', undefined)).toBe(false);
    expect(mayFlow('GPL-3.0-only', 'see LICENSE').reason).toContain(
      '"see LICENSE", which is no SPDX expression',
    );
  });

  it('keeps what every licence of a project offers', () => {
    expect(allows('Apache-2.0', 'MIT OR GPL-2.0-only')).toBe(false);
    expect(allows('MIT', 'MIT OR GPL-2.0-only')).toBe(true);
    expect(allows('GPL-3.0-only', 'MIT AND GPL-3.0-only')).toBe(false);
  });

  it('may leave an exception behind, and never takes one from the project', () => {
    expect(allows('GPL-3.0-only WITH GCC-exception-3.1', 'GPL-3.0-only')).toBe(true);
    expect(allows('GPL-3.0-only', 'GPL-3.0-only WITH GCC-exception-3.1')).toBe(false);
    expect(allows('GPL-3.0-only WITH GCC-exception-3.1', 'GPL-3.0-only WITH GCC-exception-3.1')).toBe(true);
    expect(allows('MIT', 'GPL-3.0-only WITH GCC-exception-3.1')).toBe(true);
  });
});

const ids = [
  'MIT',
  'BSD-2-Clause',
  'Apache-2.0',
  'MPL-2.0',
  'LGPL-2.1-only',
  'LGPL-2.1-or-later',
  'LGPL-3.0-only',
  'GPL-2.0-only',
  'GPL-2.0-or-later',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'AGPL-3.0-only',
  'AGPL-3.0-or-later',
  'EPL-2.0',
  'LicenseRef-own',
];
const licence = fc.constantFrom(...ids);
const { expression } = fc.letrec<{ expression: string }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    licence,
    fc
      .tuple(tie('expression'), fc.constantFrom('AND', 'OR'), tie('expression'))
      .map(([left, conjunction, right]) => `(${left} ${conjunction} ${right})`),
  ),
}));
const project = fc.option(expression, { nil: undefined });

describe('the algebra of mayFlow', () => {
  it('takes either part of OR and needs both of AND', () => {
    fc.assert(
      fc.property(expression, expression, project, (a, b, into) => {
        expect(allows(`${a} OR ${b}`, into)).toBe(allows(a, into) || allows(b, into));
        expect(allows(`(${a}) AND (${b})`, into)).toBe(allows(a, into) && allows(b, into));
      }),
    );
  });

  it('lets into a project of two licences what may enter one of each', () => {
    fc.assert(
      fc.property(licence, expression, expression, (from, a, b) => {
        expect(allows(from, `${a} OR ${b}`)).toBe(allows(from, a) && allows(from, b));
      }),
    );
  });

  it('lets every known licence into itself', () => {
    for (const id of ids.filter(id => !id.startsWith('LicenseRef-'))) expect(allows(id, id)).toBe(true);
  });

  it('carries on through copyleft: what may enter A may enter what A may enter', () => {
    const copyleft = ids.filter(id => /GPL|MPL/.test(id));
    for (const from of copyleft)
      for (const through of copyleft.filter(id => allows(from, id)))
        for (const into of copyleft.filter(id => allows(through, id)))
          expect({ from, through, into, allowed: allows(from, into) }).toMatchObject({ allowed: true });
  });

  it('gives a reason and never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (from, into) => {
        expect(mayFlow(from, into).reason).toMatch(/\.$/);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { detectLicence } from '../../src/licence/detect-licence.js';
import { readFixtureTree } from '../support/fixture-repositories.js';
import { APACHE, BSD, detect, MIT, pyproject, rewritten, spdxText } from './licence-samples.js';

describe('licence texts', () => {
  const identifiable = [
    ...[
      'MIT',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Apache-2.0',
      'ISC',
      'MPL-2.0',
      'PSF-2.0',
      'Unlicense',
      '0BSD',
    ],
    ...['Zlib', 'LGPL-2.1-only', 'LGPL-3.0-only', 'GPL-2.0-only', 'GPL-3.0-only', 'AGPL-3.0-only', 'BSL-1.0'],
  ];

  it('are known under any owner and any line length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...identifiable),
        fc.constantFrom('Ada Lovelace', 'The Harbourline Authors <code@harbourline.example>', 'ACME, Inc.'),
        fc.integer({ min: 30, max: 200 }),
        (id, owner, width) => {
          expect(detect({ LICENSE: rewritten(id, owner, width) })).toMatchObject({ expression: id });
        },
      ),
      { numRuns: 60, examples: [['GPL-2.0-only', 'Ada Lovelace', 65]] },
    );
  });

  it('are known as real projects have them', () => {
    expect(detect({ 'LICENSE.txt': BSD })).toEqual({
      expression: 'BSD-3-Clause',
      text: BSD.trim(),
      path: 'LICENSE.txt',
      copyright: ['Copyright 2011 Pallets'],
      conflicts: [],
    });
    expect(detectLicence(readFixtureTree('steadykit'))).toMatchObject({
      expression: 'Apache-2.0',
      path: 'LICENSE',
      copyright: ['Copyright 2022 Harbourline Logistics Ltd'],
    });
    expect(detectLicence(readFixtureTree('wordforms'))).toMatchObject({
      expression: 'MIT',
      copyright: ['Copyright (c) 2021-2024 Harbourline Logistics Ltd'],
    });
  });

  it('are known without the appendix that says how to apply them', () => {
    for (const id of ['Apache-2.0', 'GPL-3.0-only']) {
      const [terms] = spdxText(id).split(/END OF TERMS AND CONDITIONS/);
      expect(detect({ COPYING: terms ?? '' })).toMatchObject({ expression: id });
    }
  });

  it('are known in Latin-1', () => {
    const files = new Map([
      ['LICENCE', Buffer.from(MIT.replace('Copyright (c)', 'Copyright \xa9'), 'latin1')],
    ]);
    expect(detectLicence(files)).toMatchObject({
      expression: 'MIT',
      copyright: ['Copyright © 2019 Harbourline'],
    });
  });

  it.each([
    ['a purpose that is not allowed', `${MIT}\nThe Software shall be used for Good, not Evil.\n`],
    ['a use that is not allowed', `${MIT}\nFor non-commercial use only.\n`],
    ['a condition', `${MIT}\nOur logo must be shown on every page.\n`],
    [
      'a long condition in no usual words',
      `${APACHE}\n${'Whoever runs it sends us a postcard and a cake. '.repeat(6)}`,
    ],
    [
      'the Commons Clause',
      `"Commons Clause" License Condition v1.0\n\nThe Software is provided to you by the Licensor under the License, ` +
        `as defined below, subject to the following condition.\n\nWithout limiting other conditions in the License, ` +
        `the grant of rights under the License will not include, and the License does not grant to you, the right ` +
        `to Sell the Software.\n\n${APACHE}`,
    ],
    ['another licence in the same file', `${MIT}\n\n${BSD}`],
    ['a clause left out', BSD.replace(/THIS SOFTWARE IS PROVIDED[^]*/, '')],
  ])('are not known with %s', (_, text) => {
    expect(['LicenseRef-Owner', 'JSON']).toContain(detect({ LICENSE: text }).expression);
    const declared = detect({ LICENSE: text, 'pyproject.toml': pyproject('license = "MIT"') });
    expect(declared.expression).toMatch(/LicenseRef-Owner AND MIT|JSON AND MIT/);
    expect(declared.conflicts).toHaveLength(1);
  });

  it('give the copyright of the project and not that of the licence', () => {
    const text = `Copyright (C) 2020 Harbourline\n\n${spdxText('GPL-3.0-only')}`;
    expect(detect({ COPYING: text })).toMatchObject({ copyright: ['Copyright (C) 2020 Harbourline'] });
  });

  it('of LGPL-3.0 may lie beside the GPL that they add to', () => {
    const lesser = spdxText('LGPL-3.0-only').split('\nGNU GENERAL PUBLIC LICENSE\n')[0] ?? '';
    expect(detect({ COPYING: spdxText('GPL-3.0-only'), 'COPYING.LESSER': lesser })).toMatchObject({
      expression: 'LGPL-3.0-only',
    });
  });

  it('are known where a line of them begins with "copyright"', () => {
    for (const width of [40, 55, 62, 71]) {
      const found = detect({ LICENSE: rewritten('Apache-2.0', 'ACME, Inc.', width) });
      expect(found).toMatchObject({ copyright: ['Copyright 2019 ACME, Inc.'] });
    }
    const wrapped = APACHE.replace('Grant of Copyright License', 'Grant of\nCopyright License');
    expect(detect({ LICENSE: wrapped })).toMatchObject({ copyright: ['Copyright 2019 Harbourline'] });
  });

  it('are not sought in code, nor in what the project vendors', () => {
    expect(detect({ LICENSE: MIT, 'license.py': 'LICENSE = "GPL"', 'vendor/LICENSE': BSD })).toMatchObject({
      expression: 'MIT',
      path: 'LICENSE',
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { detectLicence } from '../../src/licence/detect-licence.js';
import { APACHE, BSD, detect, MIT, pyproject, spdxText } from './licence-samples.js';

describe('declarations', () => {
  it.each([
    ['pyproject.toml', pyproject('license = "MIT"'), 'MIT'],
    ['pyproject.toml', pyproject('license = "MIT OR Apache-2.0"'), 'MIT OR Apache-2.0'],
    ['pyproject.toml', pyproject('license = { text = "Apache License 2.0" }'), 'Apache-2.0'],
    ['pyproject.toml', pyproject('classifiers = ["License :: OSI Approved :: MIT License"]'), 'MIT'],
    ['pyproject.toml', '[tool.poetry]\nlicense = "isc"\n', 'ISC'],
    ['PKG-INFO', 'Metadata-Version: 2.4\nLicense-Expression: GPL-2.0+\n\nText', 'GPL-2.0-or-later'],
    ['PKG-INFO', 'Name: x\nLicense: mit\n', 'MIT'],
    ['PKG-INFO', 'License: UNKNOWN\nClassifier: License :: OSI Approved :: ISC License (ISCL)\n', 'ISC'],
    ['setup.py', 'setup(\n    name="x",\n    license="MIT",\n)\n', 'MIT'],
    ['setup.py', "setup(classifiers=['License :: OSI Approved :: ISC License (ISCL)'])", 'ISC'],
    ['setup.cfg', '[metadata]\nname = x\n# as agreed\nlicense = MIT\n\n[options]\nlicense = ISC\n', 'MIT'],
    [
      'setup.cfg',
      '[metadata]\r\nclassifiers =\r\n    Topic :: Text\r\n    License :: OSI Approved :: MIT License\r\n',
      'MIT',
    ],
  ])('in %s are enough alone when they name one licence: %j', (path, text, expression) => {
    expect(detect({ [path]: text })).toMatchObject({ expression, path, copyright: [] });
  });

  it.each([
    ['PKG-INFO', 'License: BSD\n', '"BSD"'],
    ['PKG-INFO', 'Classifier: License :: OSI Approved :: BSD License\n', '"BSD License"'],
    ['pyproject.toml', pyproject('license = "Apache 2.0"'), '"Apache 2.0"'],
    [
      'PKG-INFO',
      'Classifier: License :: OSI Approved :: MIT License\nClassifier: License :: OSI Approved :: ISC License (ISCL)\n',
      '"MIT License, ISC License (ISCL)"',
    ],
  ])('in %s that do not name one are not: %j', (path, text, said) => {
    expect(detect({ [path]: text })).toMatchObject({
      expression: 'LicenseRef-Owner',
      conflicts: [
        `${path} says ${said}, which does not name one licence, and there is no licence text: add a LICENSE file.`,
      ],
    });
  });

  it('that are vague are settled by the text', () => {
    expect(detect({ 'PKG-INFO': 'License: BSD\n', 'LICENSE.txt': BSD })).toMatchObject({
      expression: 'BSD-3-Clause',
      path: 'LICENSE.txt',
    });
  });

  it('say what the GNU texts do not: whether later versions are allowed', () => {
    const COPYING = spdxText('GPL-2.0-only');
    expect(detect({ COPYING })).toMatchObject({ expression: 'GPL-2.0-only' });
    expect(detect({ COPYING, 'pyproject.toml': pyproject('license = "GPL-2.0-or-later"') })).toMatchObject({
      expression: 'GPL-2.0-or-later',
    });
  });

  it('may name the file of the text, or hold the text', () => {
    const named = {
      'pyproject.toml': pyproject('license = { file = "legal/terms.txt" }'),
      'legal/terms.txt': MIT,
    };
    expect(detect(named)).toMatchObject({ expression: 'MIT', path: 'legal/terms.txt' });
    const globbed = {
      'pyproject.toml': pyproject('license-files = ["legal/*.tx[st]"]'),
      'legal/terms.txt': MIT,
    };
    expect(detect(globbed)).toMatchObject({ expression: 'MIT', path: 'legal/terms.txt' });
    const held = { 'PKG-INFO': `Name: x\nLicense: ${MIT.replaceAll('\n', '\n        ')}\nSummary: y\n` };
    expect(detect(held)).toMatchObject({ expression: 'MIT', copyright: ['Copyright (c) 2019 Harbourline'] });
  });

  it('say how two texts belong together; alone they do not', () => {
    const texts = { 'LICENSE-APACHE': APACHE, 'LICENSE-MIT': MIT };
    expect(detect(texts)).toMatchObject({
      expression: 'Apache-2.0 AND MIT',
      conflicts: [expect.stringContaining('nothing says whether both hold or either')],
    });
    const declared = detect({
      ...texts,
      LICENSE: 'This software may be used under either of LICENSE-MIT and LICENSE-APACHE.',
      'pyproject.toml': pyproject('license = "MIT OR Apache-2.0"'),
    });
    expect(declared).toMatchObject({
      expression: 'MIT OR Apache-2.0',
      text: `${APACHE.trim()}\n\n${MIT.trim()}`,
    });
  });

  it('bring the text of SPDX where the repository has none', () => {
    expect(detect({ 'pyproject.toml': pyproject('license = "ISC"') })).toMatchObject({
      text: spdxText('ISC').trim(),
    });
  });

  it('of a licence that is rare are checked against its text', () => {
    const rare = { LICENSE: spdxText('EPL-1.0'), 'pyproject.toml': pyproject('license = "EPL-1.0"') };
    expect(detect(rare)).toMatchObject({ expression: 'EPL-1.0', path: 'LICENSE' });
  });
});

describe('contradictions', () => {
  it.each([
    [
      { 'pyproject.toml': pyproject('license = "MIT"'), LICENSE: BSD },
      'BSD-3-Clause AND MIT',
      'LICENSE is the text of BSD-3-Clause',
    ],
    [
      { 'pyproject.toml': pyproject('license = "MIT"'), 'PKG-INFO': 'License-Expression: ISC\n' },
      'ISC AND MIT',
      'PKG-INFO says ISC',
    ],
  ])('are recorded and not guessed: both hold %#', (files, expression, against) => {
    expect(detect(files)).toMatchObject({
      expression,
      conflicts: [`pyproject.toml says MIT, but ${against}: make them agree.`],
    });
  });

  it('with a text nobody knows are assumed, whatever is declared', () => {
    const files = { 'pyproject.toml': pyproject('license = "MIT"'), LICENSE: 'Ask our lawyers.' };
    const owners = { expression: 'LicenseRef-Owner AND MIT' };
    expect(detect(files)).toMatchObject({
      ...owners,
      conflicts: [expect.stringMatching(/^pyproject.toml says MIT, but LICENSE is not the text/)],
    });
    const extra = { ...files, LICENSE: MIT, 'LICENSE-TERMS': 'Not for commercial purposes.' };
    expect(detect(extra)).toMatchObject({
      ...owners,
      conflicts: [expect.stringContaining('LICENSE-TERMS is not the text')],
    });
  });

  it('are none where a declared text is reworded and asks for no more', () => {
    const files = {
      'pyproject.toml': pyproject('license = "BSD-3-Clause"'),
      LICENSE: BSD.replace(
        /Neither the name[^]*?permission\./,
        'The name of the author may not be used to advertise.',
      ),
    };
    expect(detect(files)).toMatchObject({ expression: 'BSD-3-Clause', conflicts: [] });
  });

  it('are none with files that hold names, and with the licences of parts', () => {
    const declared = pyproject(
      'license = "MIT"\nlicense-files = ["LICENSE", "AUTHORS.rst", "vendor/*/LICENSE"]',
    );
    const files = {
      'pyproject.toml': declared,
      LICENSE: MIT,
      'AUTHORS.rst': 'Ada Lovelace',
      'vendor/a/LICENSE': BSD,
    };
    expect(detect(files)).toMatchObject({ expression: 'MIT', conflicts: [] });
    const reuse = {
      'pyproject.toml': pyproject('license = "MIT"'),
      'LICENSES/MIT.txt': MIT,
      'LICENSES/ISC.txt': spdxText('ISC'),
    };
    expect(detect(reuse)).toMatchObject({ expression: 'MIT', conflicts: [] });
  });
});

describe('no licence', () => {
  it("at all makes it its owner's", () => {
    expect(detect({ 'a.py': 'A = 1' })).toEqual({
      expression: 'LicenseRef-Owner',
      text: '',
      copyright: [],
      conflicts: [],
    });
    expect(detect({ LICENSE: '' }).expression).toBe('LicenseRef-Owner');
  });

  it("that we know makes it its owner's, whose text is kept", () => {
    const LICENSE = 'Copyright 2020 Acme. All rights reserved. Ask our lawyers.';
    expect(detect({ LICENSE })).toMatchObject({
      expression: 'LicenseRef-Owner',
      text: LICENSE,
      conflicts: [],
    });
  });
});

describe('bad input', () => {
  it('never throws', () => {
    const path = fc.constantFrom('LICENSE', 'PKG-INFO', 'setup.cfg', 'pyproject.toml', 'NOTICE');
    fc.assert(
      fc.property(fc.array(fc.tuple(path, fc.uint8Array({ maxLength: 300 }))), files => {
        detectLicence(new Map(files));
      }),
    );
    expect(
      detect({ 'pyproject.toml': pyproject('license-files = ["(", "[z-a]", "**/*"]'), LICENSE: MIT }),
    ).toHaveProperty('expression');
  });

  it('is read in time that grows with it, not faster', () => {
    const long = {
      'setup.cfg': `[metadata]\nlicense =${' \n'.repeat(50_000)}`,
      LICENSE: 'copyright '.repeat(19_000),
    };
    expect(detect(long).expression).toBe('LicenseRef-Owner');
    const setup = { 'setup.py': `license${' '.repeat(500_000)}${'license='.repeat(50_000)}` };
    expect(detect(setup).expression).toBe('LicenseRef-Owner');
  }, 5_000);
});

describe('NOTICE', () => {
  it('travels with the text where Apache-2.0 asks for it', () => {
    const NOTICE = 'Harbourline Freight\nCopyright 2018 Harbourline\n';
    expect(detect({ LICENSE: APACHE, NOTICE })).toMatchObject({
      text: `${APACHE.trim()}\n\n${NOTICE.trim()}`,
      copyright: ['Copyright 2019 Harbourline', 'Copyright 2018 Harbourline'],
    });
    expect(detect({ LICENSE: MIT, NOTICE })).toMatchObject({ text: MIT.trim() });
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storeFile } from '../../src/domain/files.js';
import { readLicensing } from '../../src/licence/licensing.js';
import { APACHE, BSD, MIT, spdxText, tree } from './licence-samples.js';

const GPL_NOTICE = `# This program is free software: you can redistribute it and/or modify it
# under the terms of the GNU General Public License as published by the Free
# Software Foundation, either version 3 of the License, or (at your option)
# any later version.
`;
const commented = (text: string) =>
  text
    .split('\n')
    .map(line => `# ${line}`.trimEnd())
    .join('\n');

/** The terms of these files of a repository together: those named, or all Python files. */
function termsOf(texts: Readonly<Record<string, string>>, ...paths: readonly string[]) {
  const files = tree(texts);
  const wanted = paths.length > 0 ? paths : [...files.keys()].filter(path => path.endsWith('.py'));
  return readLicensing(files).termsOf(wanted.map(path => storeFile(path, files.get(path)!)));
}

describe("a file's own terms", () => {
  it.each([
    ['no statement', 'x = 1\n', 'MIT'],
    ['a tag', '# SPDX-License-Identifier: Apache-2.0\nx = 1\n', 'Apache-2.0'],
    ['a tag with a choice', '# SPDX-License-Identifier: MIT OR BSD-3-Clause\n', 'MIT OR BSD-3-Clause'],
    ['a tag in a docstring', '"""Words.\n\nSPDX-License-Identifier: ISC\n"""\nx = 1\n', 'ISC'],
    ['a tag below code', 'x = 1\n# SPDX-License-Identifier: ISC\n', 'MIT'],
    ['a tag in a string of the code', 'x = """\nSPDX-License-Identifier: ISC\n"""\n', 'MIT'],
    ['the notice of the GPL', `#!/usr/bin/env python3\n${GPL_NOTICE}x = 1\n`, 'GPL-3.0-or-later'],
    [
      'the notice of one version of the LGPL',
      '# Redistribute it under the terms of the GNU Lesser General Public License\n# version 2.1.\n',
      'LGPL-2.1-only',
    ],
    [
      'the notice of Apache-2.0',
      '# Licensed under the Apache License, Version 2.0 (the "License");\n# you may not use this file except in compliance.\n',
      'Apache-2.0',
    ],
    [
      'the notice of MPL-2.0',
      '# This Source Code Form is subject to the terms of the Mozilla Public\n# License, v. 2.0.\n',
      'MPL-2.0',
    ],
    ['an exact name', '"""Tools, distributed under the terms of the ISC License."""\n', 'ISC'],
    ['a line that names it', '# Author: A\n# License: BSD (3-clause)\n', 'BSD-3-Clause'],
    ['a whole text', `# Tools for words.\n#\n${commented(BSD)}\nx = 1\n`, 'BSD-3-Clause'],
    ['a whole text in a docstring', `"""${BSD}"""\nx = 1\n`, 'BSD-3-Clause'],
    ['a pointer to the repository', '# BSD licensed, see LICENSE for details.\n', 'MIT'],
    [
      'a choice that the repository states',
      '# Dual licensed under the terms of the Apache License 2.0 and MIT.\n',
      'MIT',
    ],
    [
      'words that keep it to its owner',
      '# Copyright 2020 Acme. All rights reserved.\n# Proprietary and confidential.\n',
      'LicenseRef-Owner',
    ],
    ['talk about a licence', '"""Parses the GNU General Public License, version 3."""\nx = 1\n', 'MIT'],
  ])('are known from %s', (_, text, expression) => {
    expect(termsOf({ LICENSE: MIT, 'pkg/a.py': text })).toMatchObject({ expression, conflicts: [] });
  });

  it("go before the repository's, whose copyright lines then do not hold", () => {
    const own = '# Copyright (c) 2012 Nobody Else\n# SPDX-License-Identifier: Apache-2.0\nx = 1\n';
    const terms = termsOf({ LICENSE: MIT, 'a.py': own });
    expect(terms).toMatchObject({ expression: 'Apache-2.0', copyright: ['Copyright (c) 2012 Nobody Else'] });
    expect(terms.text).toContain('Apache License');
    expect(terms.text).not.toContain('Permission is hereby granted');
  });

  it("add their copyright lines to the repository's", () => {
    const text = '# SPDX-FileCopyrightText: 2020 Ada Lovelace\nx = 1\n';
    expect(termsOf({ LICENSE: MIT, 'a.py': text }).copyright).toEqual([
      'Copyright (c) 2019 Harbourline',
      'SPDX-FileCopyrightText: 2020 Ada Lovelace',
    ]);
  });

  it('hold all at once where files differ, in whatever order', () => {
    const texts = {
      LICENSE: MIT,
      'a.py': '# SPDX-License-Identifier: Apache-2.0\n',
      'b.py': '# SPDX-License-Identifier: MIT OR BSD-3-Clause\n',
      'c.py': 'x = 1\n',
      '__init__.py': '',
    };
    expect(termsOf(texts).expression).toBe('Apache-2.0 AND MIT AND (MIT OR BSD-3-Clause)');
    fc.assert(
      fc.property(fc.shuffledSubarray(['a.py', 'b.py', 'c.py'], { minLength: 3 }), paths => {
        expect(termsOf(texts, ...paths).expression).toBe(termsOf(texts).expression);
      }),
    );
  });

  it('are those of the whole file, although a slice of it lacks the top', () => {
    const files = tree({ LICENSE: MIT, 'a.py': `${GPL_NOTICE}x = 1\ny = 2\n` });
    expect(readLicensing(files).termsOf([storeFile('a.py', Buffer.from('y = 2\n'))]).expression).toBe(
      'GPL-3.0-or-later',
    );
  });

  it('may stand in a file beside it, or in REUSE.toml, or in .reuse/dep5', () => {
    const own = { LICENSE: MIT, 'a.py': 'x = 1\n', 'lib/b.py': 'y = 1\n' };
    const beside = { ...own, 'a.py.license': 'SPDX-License-Identifier: ISC\n' };
    expect(termsOf(beside, 'a.py').expression).toBe('ISC');
    const toml = '[[annotations]]\npath = "lib/**"\nSPDX-License-Identifier = "Zlib"\n';
    expect(termsOf({ ...own, 'REUSE.toml': `version = 1\n${toml}` }, 'lib/b.py').expression).toBe('Zlib');
    expect(termsOf({ ...own, 'REUSE.toml': toml }, 'a.py').expression).toBe('MIT');
    const dep5 = 'Format: x\n\nFiles: lib/*\nCopyright: 2020 B\nLicense: ISC\n';
    expect(termsOf({ ...own, '.reuse/dep5': dep5 }, 'lib/b.py')).toMatchObject({
      expression: 'ISC',
      copyright: ['SPDX-FileCopyrightText: 2020 B'],
    });
    expect(termsOf({ ...own, 'REUSE.toml': '[[' }, 'a.py').expression).toBe('MIT');
  });

  it('are those of the nearest folder that has a licence', () => {
    const texts = {
      LICENSE: MIT,
      'vendor/words/LICENSE': APACHE,
      'vendor/words/src/a.py': 'x = 1\n',
      'vendor/other.py': 'y = 1\n',
    };
    expect(termsOf(texts, 'vendor/words/src/a.py').expression).toBe('Apache-2.0');
    expect(termsOf(texts, 'vendor/other.py').expression).toBe('MIT');
  });
});

describe('what contradicts itself', () => {
  it('in one file is recorded, and both terms hold', () => {
    const terms = termsOf({ LICENSE: MIT, 'a.py': `# SPDX-License-Identifier: MIT\n${GPL_NOTICE}` });
    expect(terms.expression).toBe('GPL-3.0-or-later AND MIT');
    expect(terms.conflicts).toEqual([
      'a.py is tagged MIT, but its header is that of GPL-3.0-or-later: make them agree.',
    ]);
  });

  it('is a tag that is no expression: the repository decides, and it is recorded', () => {
    const terms = termsOf({ LICENSE: MIT, 'a.py': '# SPDX-License-Identifier: whatever you like\n' });
    expect(terms).toMatchObject({
      expression: 'MIT',
      conflicts: ['a.py is tagged "whatever you like", which is no SPDX licence expression.'],
    });
  });

  it("is a grant in nobody's words: the file is its owner's, and it is recorded", () => {
    const odd = commented(
      'Permission to use, copy and modify this software is granted to all who send a postcard from where they live.',
    );
    const terms = termsOf({ LICENSE: MIT, 'a.py': `${odd}\nx = 1\n` });
    expect(terms.expression).toBe('LicenseRef-Owner');
    expect(terms.conflicts).toEqual([expect.stringMatching(/^a\.py begins with terms/)]);
  });

  it("is not a copy of the repository's own odd licence", () => {
    const odd = `Permission to use, copy and modify this software is granted to all who send a postcard from where they live.`;
    const terms = termsOf({ LICENSE: odd, 'a.py': `${commented(odd)}\nx = 1\n` });
    expect(terms).toMatchObject({ expression: 'LicenseRef-Owner', text: odd, conflicts: [] });
  });
});

describe('hostile headers', () => {
  it('are read in time that grows with them', () => {
    const texts = [
      `# ${'under the '.repeat(200_000)}`,
      `# SPDX-License-Identifier: ${'MIT OR '.repeat(50_000)}MIT`,
      `"""${'license '.repeat(100_000)}`,
      '# copyright (\n'.repeat(100_000),
    ];
    for (const text of texts) expect(termsOf({ LICENSE: MIT, 'a.py': text }).text).not.toBe('');
  }, 8_000);

  it('never make it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        termsOf({ LICENSE: MIT, 'a.py': `# ${text}`, 'REUSE.toml': text, 'a.py.license': text });
      }),
    );
  });
});

it('knows the text of a licence that few use', () => {
  expect(termsOf({ LICENSE: spdxText('EUPL-1.1'), 'a.py': 'x = 1\n' }).expression).toBe('EUPL-1.1');
});

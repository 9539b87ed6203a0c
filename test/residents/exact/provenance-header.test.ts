import { describe, expect, it } from '@jest/globals';
import { withProvenance } from '../../../src/residents/exact/provenance-header.js';
import { primitiveOf } from '../../support/primitive-of.js';

const primitive = primitiveOf({ module: 'm', exports: [], files: {} });
const HEADER = [
  '# Adapted from acme/donor @ 0123456789ab, m.py (primitive cf-0123456789ab).',
  '# SPDX-FileCopyrightText: 2020 Acme',
  '# SPDX-License-Identifier: MIT',
  '',
].join('\n');

describe('the provenance of a file', () => {
  it.each([
    ['stands first', 'x = 1\n', `${HEADER}\nx = 1\n`],
    ['is all there is of an empty file', '', HEADER],
    ['follows an interpreter line', '#!/usr/bin/python3\nx = 1\n', `#!/usr/bin/python3\n${HEADER}\nx = 1\n`],
    [
      'follows an encoding declaration on the second line',
      '# A module\n# -*- coding: latin-1 -*-\nx = 1\n',
      `# A module\n# -*- coding: latin-1 -*-\n${HEADER}\nx = 1\n`,
    ],
    ['follows a byte-order mark', '\uFEFFx = 1\n', `\uFEFF${HEADER}\nx = 1\n`],
    ['ends its lines as the file does', 'x = 1\r\n', `${HEADER.replaceAll('\n', '\r\n')}\r\nx = 1\r\n`],
    [
      'does not repeat what the file says already',
      '# SPDX-License-Identifier: MIT\nx = 1\n',
      `${HEADER.replace('# SPDX-License-Identifier: MIT\n', '')}\n# SPDX-License-Identifier: MIT\nx = 1\n`,
    ],
  ])('%s', (_, before, after) => {
    expect(withProvenance(before, 'm.py', primitive)).toBe(after);
  });

  it('never leaves its comment, whatever a repository says of itself', () => {
    const hostile = {
      ...primitive,
      provenance: {
        ...primitive.provenance,
        repository: 'a\nimport os',
        copyright: ['Copyright X\r\nimport os\u2028import os'],
        commit: 'sha256:0123456789abcdef',
      },
    };
    const text = withProvenance('', 'a\n.py', hostile);
    expect(
      text
        .trim()
        .split(/[\r\n\u2028]/)
        .every(line => line.startsWith('# ')),
    ).toBe(true);
    expect(text).toContain('@ 0123456789ab, a .py');
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Provenance } from '../../src/domain/primitive.js';
import { renderNotice } from '../../src/licence/render-notice.js';

function source(changes: Partial<Provenance> = {}): Provenance {
  return {
    repository: 'harbourline/wordforms',
    commit: 'a'.repeat(40),
    ranges: [{ path: 'wordforms/slugs.py', startLine: 1, endLine: 27 }],
    licence: 'MIT',
    licenceText:
      'MIT License\n\nCopyright (c) 2021 Harbourline\n\nPermission is hereby granted, free of charge.\n',
    copyright: ['Copyright (c) 2021 Harbourline'],
    channel: 'mined',
    ...changes,
  };
}

const apache = source({
  repository: 'harbourline/steadykit',
  licence: 'Apache-2.0',
  licenceText: 'Apache License\nVersion 2.0, January 2004\n\nCopyright 2022 Harbourline\n',
  copyright: ['Copyright 2022 Harbourline'],
});

describe('renderNotice', () => {
  it('names each source once, then each licence text once', () => {
    const other = source({
      repository: 'harbourline/quays',
      licenceText: source()
        .licenceText.replace('(c) 2021 Harbourline', '(c) 2015 Quays')
        .replace(', free', ',\nfree'),
      copyright: ['Copyright (c) 2015 Quays'],
    });
    const rule = '-'.repeat(72);
    expect(renderNotice([source(), apache, source(), other])).toBe(
      `Parts of this software come from the sources below, each under the licence it names.

harbourline/quays
  Commit: ${'a'.repeat(40)}
  Licence: MIT
  Copyright (c) 2015 Quays

harbourline/steadykit
  Commit: ${'a'.repeat(40)}
  Licence: Apache-2.0
  Copyright 2022 Harbourline

harbourline/wordforms
  Commit: ${'a'.repeat(40)}
  Licence: MIT
  Copyright (c) 2021 Harbourline

${rule}
Apache-2.0
${rule}

Apache License
Version 2.0, January 2004

${rule}
MIT
${rule}

MIT License

Permission is hereby granted,
free of charge.
`,
    );
  });

  it('is empty without sources', () => {
    expect(renderNotice([])).toBe('');
  });

  it('keeps the copyright line of a licence itself', () => {
    const gpl = source({
      licence: 'GPL-3.0-only',
      licenceText: 'GNU GENERAL PUBLIC LICENSE\n\nCopyright (C) 2007 Free Software Foundation, Inc.\n',
      copyright: [],
    });
    expect(renderNotice([gpl])).toContain('Copyright (C) 2007 Free Software Foundation, Inc.');
  });

  it('keeps both of two commits', () => {
    expect(renderNotice([source(), source({ commit: 'b'.repeat(40) })]).match(/Commit: /g)).toHaveLength(2);
  });

  it('lets no control character and no line of its own making out of a source', () => {
    const hostile = source({
      repository: 'evil/\u001b[2Jrepo\n  Licence: CC0-1.0',
      copyright: ['Copyright 2020\u0007 X\nCommit: fake'],
    });
    const text = renderNotice([hostile]);
    expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    expect(text.match(/^ {2}Licence: .*$/gm)).toEqual(['  Licence: MIT']);
    expect(text.match(/^\s*Commit: .*$/gm)).toHaveLength(1);
  });

  it('does not depend on the order of its sources', () => {
    const sources = [source(), apache, source({ commit: 'c'.repeat(40) }), source({ repository: 'a/b' })];
    fc.assert(
      fc.property(fc.shuffledSubarray(sources, { minLength: sources.length }), shuffled => {
        expect(renderNotice(shuffled)).toBe(renderNotice(sources));
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MiningReport } from '../../src/domain/mined.js';
import { htmlReport } from '../../src/report/html-report.js';
import { samplePrimitive } from '../support/sample-primitive.js';
import { sampleReport } from './sample-report.js';

/** The tags of a page in order with the names of their attributes; fails on a `<` or an attribute that is no such. */
function structureOf(page: string): readonly string[] {
  const open: string[] = [];
  return page
    .replace(/^<!DOCTYPE html>/, '')
    .split('<')
    .slice(1)
    .map(piece => {
      const tag = /^(\/?)([a-z][a-z0-9]*)((?:\s[\w:-]+="[^"<>]*")*)\s*(\/?)>[^>]*$/i.exec(piece);
      if (tag === null) throw new Error(`no tag: <${piece.slice(0, 80)}`);
      const [, closes, name = '', attributes = '', isEmpty] = tag;
      if (closes === '/') expect(open.pop()).toBe(name);
      else if (isEmpty === '' && name !== 'meta') open.push(name);
      return `${closes}${name}${attributes.replace(/="[^"]*"/g, '')}`;
    });
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='x",
  '</title></style>',
  '&lt;b&gt;',
  '\u202eevil\u2028',
  '\ud800',
  '\u0000\u001b[31m',
];

/** A report in which every text of a repository's is the one given. */
function reportNaming(text: string): MiningReport {
  const sample = samplePrimitive('f', { repository: 'acme/tools' });
  const primitive = {
    ...sample,
    name: `acme/tools/${text}.f`,
    interface: { ...sample.interface, exports: [{ name: text, kind: 'function' as const }] },
    provenance: { ...sample.provenance, licence: text },
  };
  return sampleReport(0, {
    repository: text,
    commit: text.slice(0, 12),
    admitted: [primitive],
    excluded: [{ name: text, reason: text, kind: 'weak-tests' }],
    skippedFiles: [{ name: text, reason: `because ${text}` }],
    map: [{ name: `acme/tools/${text}.f`, module: text, lines: 3, uses: [] }],
  });
}

describe('the HTML report', () => {
  it('says what was admitted, what was left out with the next step, what was not mined, and how long it took', () => {
    const page = htmlReport(
      sampleReport(9, {
        skippedFiles: [
          { name: 'old.py', reason: 'line 3: written for Python 2' },
          { name: 'older.py', reason: 'line 9: written for Python 2' },
        ],
      }),
    );
    for (const words of [
      '6 primitives admitted, 3 components left out.',
      'No test that could come along (3)',
      'Add a test that calls the component by its import',
      '<code>kit.m0.Part2</code>: no test reaches it; add one',
      'written for Python 2 (2)',
      '<code>older.py</code>: line 9: written for Python 2',
      '1 min 5 s',
      '<code>kit.m1.Part7</code>',
    ])
      expect(page).toContain(words);
  });

  it('tells why nothing was admitted', () => {
    expect(htmlReport(sampleReport(0))).toContain('No primitive was admitted: no component was found.');
    expect(htmlReport(sampleReport(0, { files: 0 }))).toContain('There is no Python in it');
    const excluded = [{ name: 'acme/tools/a.f', reason: 'none', kind: 'undeclared-distribution' as const }];
    expect(htmlReport(sampleReport(0, { excluded }))).toContain('Most often: undeclared dependency.');
  });

  it('needs nothing but itself', () => {
    const page = htmlReport(sampleReport(60));
    expect(page).not.toMatch(/<script|<link|<iframe|\ssrc=|\shref=|url\(|@import|\son\w+=/i);
    expect(page.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  });

  it('is the same for the same report, and whole for none, one and five hundred components', () => {
    for (const components of [0, 1, 500]) {
      const page = htmlReport(sampleReport(components));
      expect(htmlReport(sampleReport(components))).toBe(page);
      const circles = structureOf(page).filter(tag => tag.startsWith('circle'));
      expect(circles).toHaveLength(components === 0 ? 0 : components + 3);
    }
  });

  it('has the same elements and attributes whatever a repository is called, and nothing that turns its text', () => {
    const plain = structureOf(htmlReport(reportNaming('plain')));
    for (const text of HOSTILE) {
      const page = htmlReport(reportNaming(text));
      expect(structureOf(page)).toEqual(plain);
      for (const drawing of ['\u0000', '\u001b', '\u202e', '\u2028']) expect(page).not.toContain(drawing);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), text => {
        expect(structureOf(htmlReport(reportNaming(text)))).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });
});

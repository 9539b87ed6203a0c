import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { markdownReport } from '../../src/report/markdown-report.js';
import { rendererFor } from '../../src/report/render-report.js';
import { htmlReport } from '../../src/report/html-report.js';
import { sampleProposals, sampleReport } from './sample-report.js';

/** The kinds of the blocks and of what is inside of them, without the texts. */
function structureOf(markdown: string): unknown {
  interface Node {
    readonly type: string;
    readonly children?: readonly Node[];
  }
  const shape = ({ type, children }: Node): unknown =>
    children === undefined ? type : [type, children.map(shape)];
  return shape(fromMarkdown(markdown));
}

const naming = (text: string) =>
  markdownReport(
    sampleReport(0, {
      excluded: [{ name: `a${text}`, reason: `b${text}`, kind: 'weak-tests' }],
      skippedFiles: [{ name: `c${text}`, reason: `d${text}` }],
      map: [{ name: `acme/tools/m.${text}`, module: text, lines: 3, uses: [] }],
    }),
  );

describe('the Markdown report', () => {
  it('says what was admitted, what was left out with the next step, and how long it took', () => {
    const text = markdownReport(sampleReport(6));
    for (const words of [
      '# Mining acme/tools',
      'At `0123456789ab`. 4 primitives admitted, 2 components left out.',
      '### No test that could come along (2)',
      '- `kit.m0.Part2`: no test reaches it; add one',
      '| Total | 1 min 6 s |',
    ])
      expect(text).toContain(words);
  });

  it('says what a model came to, or that evidence alone drew the components', () => {
    const summary = 'No model answered, since | it is `busy`.';
    const text = markdownReport(sampleReport(6, { proposals: sampleProposals(summary) }));
    expect(text).toContain('| Model | No model answered, since \\| it is \\`busy\\`. |');
    expect(htmlReport(sampleReport(6, { proposals: sampleProposals('<b>No model') }))).toContain(
      '&lt;b&gt;No model',
    );
    expect(markdownReport(sampleReport(6))).toContain(
      '| Model | None is set: evidence alone drew the components. |',
    );
    expect(markdownReport(sampleReport(0, { files: 0 }))).not.toContain('Model');
  });

  it('draws the map as a diagram: of components, or of modules when there are many', () => {
    const small = markdownReport(sampleReport(6));
    expect(small).toContain('```mermaid\nflowchart LR\n  subgraph m0["kit.m0"]');
    expect(small).toContain('    c2["Part2<br/>75 lines"]:::excluded');
    expect(small).toContain('  c1 --> c0');
    const large = markdownReport(sampleReport(500));
    expect(large).toContain('  m0["kit.m0<br/>4 of 5 admitted, 375 lines"]:::admitted');
    expect(large).not.toContain('subgraph');
    expect(markdownReport(sampleReport(0))).not.toContain('mermaid');
  });

  it('has the same structure whatever a repository is called', () => {
    const plain = structureOf(naming('x'));
    for (const text of [
      '`',
      '```\n# x',
      '|',
      '](http://x.example)',
      '<b>',
      '*a*',
      '_a_',
      '\\',
      '# x',
      '![x](y)',
      '"]',
      '&lt;',
      '@team',
    ])
      expect(structureOf(naming(text))).toEqual(plain);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(text => text.trim() !== ''),
        text => {
          expect(structureOf(naming(text))).toEqual(plain);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the format of a report', () => {
  it('is told by the name of its file', () => {
    expect(rendererFor('a/report.HTML')).toBe(htmlReport);
    expect(rendererFor('report.md')).toBe(markdownReport);
    expect(() => rendererFor('report.pdf')).toThrow(expect.objectContaining({ code: 'bad-input' }));
  });
});

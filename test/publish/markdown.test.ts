import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { codeCell, codeSpan, prose } from '../../src/publish/markdown.js';
import { parseMarker, renderMarker, type CommentSubject } from '../../src/publish/markers.js';

const hostile = fc.string({
  unit: fc.constantFrom('`', '@', '<', '!', '-', '\\', '|', '\n', ' ', '*', '[', 'a', 'é', '\u0000'),
});

describe('codeSpan', () => {
  it('is read as one code span and nothing else, whatever is in it', () => {
    fc.assert(
      fc.property(hostile, text => {
        const span = codeSpan(text);
        if (span === '') return;
        const [block] = fromMarkdown(`a ${span} b`).children;
        expect(block?.type).toBe('paragraph');
        expect(block && 'children' in block ? block.children.map(child => child.type) : []).toEqual([
          'text',
          'inlineCode',
          'text',
        ]);
      }),
    );
  });

  it('keeps to its limit and to one line', () => {
    expect(codeSpan('a\nb')).toBe('`a b`');
    expect(codeSpan('x'.repeat(300), 10)).toBe(`\`${'x'.repeat(9)}…\``);
  });

  it('cannot end a table cell', () => expect(codeCell('a|b')).toBe('`a\\|b`'));
});

describe('prose', () => {
  it('mentions nobody, opens no HTML and ends no cell', () => {
    fc.assert(
      fc.property(hostile, text => {
        const safe = prose(text);
        expect(safe).not.toMatch(/<|@\w|(?<!\\)\||\n/);
      }),
    );
  });
});

describe('markers', () => {
  const subject: fc.Arbitrary<CommentSubject> = fc.oneof(
    fc
      .constantFrom(...(['status', 'welcome', 'mined', 'refusal', 'failure'] as const))
      .map(kind => ({ kind })),
    fc.record({ kind: fc.constant('conclusion' as const), runId: fc.stringMatching(/^[\w-]{1,26}$/) }),
    fc.record({
      kind: fc.constant('diagnosis' as const),
      runId: fc.stringMatching(/^[\w-]{1,26}$/),
      round: fc.nat(99),
    }),
  );

  it('are read back as what they were', () => {
    fc.assert(
      fc.property(subject, fc.string(), (one, text) =>
        expect(parseMarker(`${renderMarker(one)}\n${text}`)).toEqual(one),
      ),
    );
  });

  it('are not found in other text', () => {
    expect(parseMarker('<!-- codeface:other -->')).toBeUndefined();
    expect(parseMarker('<!-- codeface:diagnosis:x -->')).toBeUndefined();
  });
});

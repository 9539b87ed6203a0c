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
  it('is read as text and code, whatever is in it', () => {
    fc.assert(
      fc.property(hostile, text => {
        const [block, ...more] = fromMarkdown(`a ${prose(text)} b`).children;
        expect(more).toEqual([]);
        const types = block && 'children' in block ? block.children.map(child => child.type) : [];
        expect(types.filter(type => type !== 'text' && type !== 'inlineCode')).toEqual([]);
      }),
    );
  });

  it('mentions nobody, closes nothing, ends no cell and turns no text around', () => {
    const safe = prose('@ada closes #1 | http://evil.example \u202e![x](y)');
    expect(safe).not.toMatch(/@\w|#\d|(?<!\\)\||:\/\/|\u202e|!\[/);
  });

  it('keeps our code spans', () =>
    expect(prose('`shop.prices` is _red_')).toBe('`shop.prices` is \\_red\\_'));
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

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { readBlocks } from '../../src/plan/read-blocks.js';

describe('readBlocks', () => {
  it('knows headings, paragraphs and code, with where the code stands', () => {
    expect(readBlocks('# A title\nSome\nprose.\n\n~~~py x\n```\n~~~\nMore.\n````\nopen')).toEqual([
      { kind: 'heading', text: 'A title' },
      { kind: 'prose', text: 'Some\nprose.' },
      { kind: 'code', language: 'py', text: '```', line: 6 },
      { kind: 'prose', text: 'More.' },
      { kind: 'code', language: '', text: 'open', line: 10 },
    ]);
  });

  it('sees the fences that a full parser sees at the top level', () => {
    const line = fc.constantFrom('```', '````', '~~~', '```py', 'text', '', '   ```', '``` x', '# head');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        const text = lines.join('\n');
        const expected = fromMarkdown(text).children.flatMap(node =>
          node.type === 'code' ? [node.value] : [],
        );
        const found = readBlocks(text).flatMap(block => (block.kind === 'code' ? [block.text] : []));
        expect(found.map(code => code.trimEnd())).toEqual(expected.map(code => code.trimEnd()));
      }),
    );
  });
});

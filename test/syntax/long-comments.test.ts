import { describe, expect, it } from '@jest/globals';
import { parseFlat } from '../../src/syntax/flat-tree.js';
import { withoutLongComments } from '../../src/syntax/long-comments.js';

describe('rows of comments', () => {
  it('are left alone when they are short', () => {
    const text = 'x = 1\n# a\n  # b\n\ny = "#"  # c\n';
    expect(withoutLongComments(text)).toBe(text);
  });

  it('keep every offset and line break when they are long', () => {
    const text = `x = 1\r\n${'  # ünï\r\n'.repeat(100)}def f():  # kept\n    return "#"\n`;
    const blanked = withoutLongComments(text);
    expect(blanked.length).toBe(text.length);
    expect(blanked.split('\n').length).toBe(text.split('\n').length);
    expect(blanked.match(/#/g)).toHaveLength(66);
    expect(blanked.slice(-30)).toBe(text.slice(-30));
  });

  it('take the parser no longer than other lines, and say nothing', () => {
    const tree = parseFlat(`x = 1\n${'# a\n'.repeat(30_000)}y = 2\n`);
    expect(tree.errors).toEqual([]);
    expect(tree.text.slice(tree.starts[tree.starts.length - 1])).toBe('2\n');
  });
});

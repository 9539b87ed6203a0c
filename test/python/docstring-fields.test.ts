import { describe, expect, it } from '@jest/globals';
import { docstringFields } from '../../src/python/docstring-fields.js';
import { lines } from '../support/mined.js';

const FIELDS = [
  { role: 'parameter', name: 'path', type: 'str', description: 'where it lies' },
  { role: 'parameter', name: 'limit', type: 'int', description: 'how much of it, at most' },
  { role: 'returns', name: '', type: 'bytes', description: 'the content' },
  { role: 'raises', name: 'OSError', description: 'when it cannot be read' },
];

describe('the fields of a docstring', () => {
  it.each([
    [
      'reStructuredText',
      lines(
        'Read a file.',
        '',
        ':param str path: where it lies',
        ':param limit: how much of it,',
        '    at most',
        ':type limit: int, optional',
        ':returns: the content',
        ':rtype: bytes',
        ':raises OSError: when it cannot be read',
      ),
    ],
    [
      "Google's style",
      lines(
        'Read a file.',
        '',
        'Args:',
        '    path (str): where it lies',
        '    limit (int, optional): how much of it,',
        '        at most',
        '',
        'Returns:',
        '    bytes: the content',
        '',
        'Raises:',
        '    OSError: when it cannot be read',
        '',
        'Example:',
        '    path: no parameter of anything',
      ),
    ],
    [
      "NumPy's style",
      lines(
        'Read a file.',
        '',
        'Parameters',
        '----------',
        'path : str',
        '    where it lies',
        'limit : int, default 3',
        '    how much of it, at most',
        '',
        'Returns',
        '-------',
        'bytes',
        '    the content',
        '',
        'Raises',
        '------',
        'OSError',
        '    when it cannot be read',
      ),
    ],
  ])('are read in %s', (_style, docstring) => {
    expect(docstringFields(docstring)).toEqual(FIELDS);
  });

  it('are none in prose, even where it has colons', () => {
    expect(docstringFields('Return: no more than that.\n\nNote: the path is kept.')).toEqual([]);
    expect(docstringFields(undefined)).toEqual([]);
  });

  it('may share a line and have no type', () => {
    expect(docstringFields('Parameters\n----------\na, b : int\n*rest\n    others')).toEqual([
      { role: 'parameter', name: 'a', type: 'int', description: '' },
      { role: 'parameter', name: 'b', type: 'int', description: '' },
      { role: 'parameter', name: 'rest', description: 'others' },
    ]);
  });

  it('take no more than a moment, whatever the text', () => {
    const hostile = [':param '.repeat(20_000), `Args:\n${'    a ('.repeat(20_000)}`, ' '.repeat(200_000)];
    const before = performance.now();
    for (const text of hostile) docstringFields(text);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

import { describe, expect, it } from '@jest/globals';
import { readSignature } from '../../src/python/signature.js';
import { parsePython } from '../../src/syntax/parse-python.js';

function signatureOf(text: string, owner: 'function' | 'method' = 'function') {
  const tree = parsePython(`${text}\n`);
  const [definition] = tree.root.children;
  if (definition === undefined) throw new Error('no definition');
  return readSignature(tree, definition, owner);
}

describe('signatures', () => {
  it('tell every kind of parameter, with annotation and default', () => {
    expect(
      signatureOf(
        'def f(a, b: int, /, c, d: "list[int]" = {1:\n 2}, *e: str, g, h=1, **k: Any) -> dict[str,\n int]: ...',
      ),
    ).toEqual({
      parameters: [
        { name: 'a', kind: 'positional-only' },
        { name: 'b', kind: 'positional-only', annotation: 'int' },
        { name: 'c', kind: 'positional-or-keyword' },
        { name: 'd', kind: 'positional-or-keyword', annotation: '"list[int]"', defaultValue: '{1: 2}' },
        { name: 'e', kind: 'var-positional', annotation: 'str' },
        { name: 'g', kind: 'keyword-only' },
        { name: 'h', kind: 'keyword-only', defaultValue: '1' },
        { name: 'k', kind: 'var-keyword', annotation: 'Any' },
      ],
      returns: 'dict[str, int]',
      isAsync: false,
    });
  });

  it.each([
    ['def f(): ...', []],
    ['def f(*, a): ...', [{ name: 'a', kind: 'keyword-only' }]],
    [
      'def f(*args, **kwargs): ...',
      [
        { name: 'args', kind: 'var-positional' },
        { name: 'kwargs', kind: 'var-keyword' },
      ],
    ],
    [
      'def f(a=None, *, b): ...',
      [
        { name: 'a', kind: 'positional-or-keyword', defaultValue: 'None' },
        { name: 'b', kind: 'keyword-only' },
      ],
    ],
  ])('%s', (text, parameters) => {
    expect(signatureOf(text).parameters).toEqual(parameters);
  });

  it('leave out what a method is called on', () => {
    expect(signatureOf('async def f(self, a): ...', 'method')).toEqual({
      parameters: [{ name: 'a', kind: 'positional-or-keyword' }],
      isAsync: true,
    });
  });
});

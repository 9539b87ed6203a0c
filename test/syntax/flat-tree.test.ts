import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFlat, type FlatTree } from '../../src/syntax/flat-tree.js';
import { fieldName, fieldNumber, kindName, kindOf } from '../../src/syntax/grammar.js';
import { parsePython } from '../../src/syntax/parse-python.js';

const PIECES = [
  'def f(a, *b, c=1, **d):\n    return a\n',
  'async def g():\n    yield from f()\n',
  'class C(B):\n    x: int = 1\n',
  'x = [y for y in z if not y]\n',
  'print "two"\n',
  'if (:\n',
  's = f"a{b!r:>{c}}é𝒳\\n"\n',
  'match p:\n    case {"k": [_, *r]} | C(a=-1):\n        pass\n',
  'a <= b is not c\r\n',
  '# said\nlambda: (yield)\n',
];

/** A node and what is below it, as the test reads it off. */
function outline(tree: FlatTree, index = 0): unknown[] {
  const below: unknown[] = [];
  for (let child = index + 1; child < tree.next[index]!; child = tree.next[child]!)
    below.push(outline(tree, child));
  const field = fieldName(tree.fields[index]!);
  return [`${field === null ? '' : `${field}: `}${kindName(tree.kinds[index]!)}`, ...below];
}

describe('a flat tree', () => {
  it('has the nodes that mean something, in order, with their roles', () => {
    expect(outline(parseFlat('def f(a):\n    return -a  # said\n'))).toEqual([
      'module',
      [
        'function_definition',
        ['name: identifier'],
        ['parameters: parameters', ['identifier']],
        ['body: block', ['return_statement', ['unary_operator', ['operator: -'], ['argument: identifier']]]],
      ],
    ]);
  });

  it.each([
    ['async def f(): pass\n', 'async'],
    ['a and b\n', 'and'],
    ['a not in b\n', 'not in'],
    ['a **= b\n', '**='],
    ['def f():\n    yield from g()\n', 'from'],
  ])('keeps the tokens that mean something: %j', (text, token) => {
    expect([...parseFlat(text).kinds]).toContain(kindOf(token));
  });

  it.each([
    ['from a import b\n', 'from'],
    ['f(*a, **b)\n', '*'],
    ['lambda a: 1\n', ':'],
    ['def f(): pass\n', 'def'],
  ])('leaves out the others: %j', (text, token) => {
    expect([...parseFlat(text).kinds]).not.toContain(kindOf(token));
  });

  it('counts offsets in UTF-16 code units', () => {
    const text = 's = "𝒳é"; name\n';
    const tree = parseFlat(text);
    const last = tree.kinds.lastIndexOf(kindOf('identifier'));
    expect(text.slice(tree.starts[last], tree.ends[last])).toBe('name');
  });

  it('lists what is no Python 3, with its line', () => {
    expect(parseFlat('x = 1\n\nprint "a"\n').errors).toEqual([
      { line: 3, message: 'a Python 2 print statement' },
    ]);
    expect(parseFlat('x = 1\ndef f(:\n    pass\n').errors[0]?.line).toBe(2);
    expect(parseFlat('x = 1\n').errors).toEqual([]);
  });

  it('needs no stack for nesting that no person writes', () => {
    const tree = parseFlat(`x = ${'('.repeat(20_000)}${')'.repeat(20_000)}\n`);
    expect(tree.next[0]).toBe(tree.kinds.length);
  });

  it('does not change when another file is read', () => {
    const first = parseFlat('x = 1\n');
    const before = structuredClone(first);
    parseFlat('def longer(a, b, c):\n    return a\n');
    expect(first).toEqual(before);
  });

  it('is a tree: subtrees nest, and every node lies within its parent', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES)), pieces => {
        const tree = parseFlat(pieces.join(''));
        const { kinds, starts, ends, next } = tree;
        expect(next[0]).toBe(kinds.length);
        for (let index = 0; index < kinds.length; index += 1) {
          let child = index + 1;
          for (; child < next[index]!; child = next[child]!) {
            expect(starts[child]).toBeGreaterThanOrEqual(starts[index]!);
            expect(ends[child]).toBeLessThanOrEqual(ends[index]!);
          }
          expect(child).toBe(next[index]);
        }
      }),
    );
  });

  it('and the nodes that are made of it say the same', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES)), pieces => {
        const text = pieces.join('');
        const tree = parseFlat(text);
        let index = 0;
        const visit = (node: ReturnType<typeof parsePython>['root']) => {
          const line = (offset: number) => text.slice(0, offset).split('\n').length;
          expect(node).toMatchObject({
            type: kindName(tree.kinds[index]!),
            field: fieldName(tree.fields[index]!),
            start: tree.starts[index],
            end: tree.ends[index],
            startLine: line(node.start),
            endLine: line(node.end),
          });
          index += 1;
          node.children.forEach(visit);
        };
        visit(parsePython(text).root);
        expect(index).toBe(tree.kinds.length);
      }),
    );
  });
});

describe('the grammar', () => {
  it('refuses names that it does not have', () => {
    expect(() => kindOf('no_such_node')).toThrow('no_such_node');
    expect(() => fieldNumber('no_such_field')).toThrow('no_such_field');
  });

  it('names each kind once', () => {
    expect(kindName(kindOf('call'))).toBe('call');
    expect(fieldName(fieldNumber('body'))).toBe('body');
    expect(fieldName(0)).toBeNull();
  });
});

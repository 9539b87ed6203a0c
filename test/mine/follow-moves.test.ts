import { describe, expect, it } from '@jest/globals';
import { followMoves } from '../../src/mine/follow-moves.js';
import { lines } from '../support/mined.js';
import { primitiveOf } from '../support/primitive-of.js';

/** A primitive of `module.name` with this code; its id tells it from the others. */
function primitive(id: string, module: string, name: string, code: string) {
  const path = `${module.replaceAll('.', '/')}.py`;
  return { ...primitiveOf({ module, exports: [name], files: { [path]: code } }), id };
}

const code = (name: string, unit = 'fathoms') =>
  lines(
    `def ${name}(depth):`,
    '    if depth < 0:',
    '        raise ValueError(depth)',
    `    return f"{depth} ${unit}"`,
    '',
    'def shallow(depth):',
    '    return depth < 3',
  );

describe('what became of primitives', () => {
  it('follows an edit by its name', () => {
    const before = [primitive('old', 'sea.depth', 'sound', 'def sound(): return 1\n')];
    const after = [primitive('new', 'sea.depth', 'sound', 'def sound(wire):\n    yield from wire\n')];
    expect(followMoves(before, after)).toEqual(new Map([['old', 'new']]));
  });

  it('follows a file and a symbol that were renamed by their lines', () => {
    const before = [
      primitive('a', 'sea.depth', 'sound', code('sound')),
      primitive('b', 'sea.wind', 'blow', code('blow', 'knots')),
    ];
    const after = [
      primitive('c', 'sea.soundings', 'sound', code('sound')),
      primitive('d', 'sea.wind', 'gust', code('gust', 'knots')),
    ];
    expect(followMoves(before, after)).toEqual(
      new Map([
        ['a', 'c'],
        ['b', 'd'],
      ]),
    );
    expect(followMoves(before.toReversed(), after.toReversed())).toEqual(followMoves(before, after));
  });

  it('links neither what is still there nor what is something else', () => {
    const kept = primitive('kept', 'sea.depth', 'sound', code('sound'));
    const twin = primitive('twin', 'sea.soundings', 'sound', code('sound'));
    const other = primitive('other', 'sea.fish', 'catch', 'def catch():\n    return ["herring"]\n');
    expect(followMoves([kept], [kept, twin])).toEqual(new Map());
    expect(followMoves([kept], [other])).toEqual(new Map());
    expect(followMoves([kept], [])).toEqual(new Map());
  });

  it('gives each successor to one, the most alike', () => {
    const close = primitive('close', 'sea.depth', 'sound', code('sound'));
    const closer = primitive('closer', 'sea.old', 'sound', code('sound', 'feet'));
    const after = [primitive('new', 'sea.soundings', 'sound', code('sound', 'feet'))];
    expect(followMoves([close, closer], after)).toEqual(new Map([['closer', 'new']]));
  });
});

import { describe, expect, it } from '@jest/globals';
import { encodeLaunch } from '../../../src/adapters/sandbox/launch.js';

const launching = (...paths: readonly string[]) => {
  const files = new Map(paths.map(path => [path, Buffer.from('x')]));
  return () => encodeLaunch({ command: ['python'], environmentVariables: {}, files }, 1024 ** 2);
};

describe('the files of a launch', () => {
  it('are told in order, and their bytes follow', () => {
    const [header, ...bytes] = launching('a/b.py', 'a.py')();
    expect(JSON.parse(Buffer.from(header ?? []).toString())).toMatchObject({
      files: [
        ['a/b.py', 1],
        ['a.py', 1],
      ],
    });
    expect(bytes).toHaveLength(2);
  });

  it.each([
    ['above the working folder', ['a/../../b'], 'outside'],
    ['one of them twice', ['a/b', 'a//b'], 'given twice'],
    ['through one another', ['a/b/c', 'a'], 'in another file'],
    ['with a name that is too long', ['x'.repeat(256)], 'longer path'],
    ['with a path that is too long', [`${'x/'.repeat(600)}y`], 'longer path'],
  ])('are refused when they lie %s', (_how, paths, why) => {
    expect(launching(...paths)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(why) }),
    );
  });
});

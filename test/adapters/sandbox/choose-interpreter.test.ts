import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseInterpreter } from '../../../src/adapters/sandbox/choose-interpreter.js';

const HERE = ['3.11.2', '3.12.1', '3.1.5', '3.10.13'];

describe('the interpreter that is wanted', () => {
  it.each([
    ['', [], '3.11.2'],
    ['', ['3.12'], '3.12.1'],
    ['', ['3.1'], '3.1.5'],
    ['>=3.10', ['3.13', '3.10', '3.12'], '3.10.13'],
    ['<3.11', ['3.12'], '3.1.5'],
    ['>=3.8,!=3.11.*', ['3.14'], '3.12.1'],
    ['>=3.13', ['3.12'], undefined],
    ['==3.12.1', [], '3.12.1'],
  ])('for %j and %j is %s', (requires, preferred, chosen) => {
    expect(chooseInterpreter(HERE, { requires, preferred })).toBe(chosen);
  });

  it('is one of those that are here, whatever is preferred', () => {
    const versions = fc.array(fc.constantFrom(...HERE, '3.13.0'));
    const wishes = fc.record({
      requires: fc.constantFrom('', '>=3.11', '<3.12', '~=3.10'),
      preferred: fc.array(fc.constantFrom('3.1', '3.11', '3.12', '3.13')),
    });
    fc.assert(
      fc.property(versions, wishes, (available, wish) => {
        const chosen = chooseInterpreter(available, wish);
        const anyWay = chooseInterpreter(available, { ...wish, preferred: [] });
        expect(chosen === undefined).toBe(anyWay === undefined);
        if (chosen !== undefined) expect(available).toContain(chosen);
      }),
    );
  });

  it('cannot be told from what is no specifier', () => {
    expect(() => chooseInterpreter(HERE, { requires: '^3.8', preferred: [] })).toThrow(
      'no version specifier',
    );
  });
});

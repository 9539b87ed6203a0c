import { describe, expect, it } from '@jest/globals';
import type { PlannedExports } from '../../../src/mine/plans.js';
import { sketchOf } from '../../../src/mine/propose/sketch.js';
import type { Survey } from '../../../src/mine/survey.js';
import { lines, surveyOf } from '../../support/mined.js';

const TESTS = lines(
  'from kit import *',
  'def test_all_is_well():',
  '    assert slug and Shelf and wide and key',
);

function planOf(surveyed: Survey, ...names: readonly string[]): PlannedExports {
  const [first, ...others] = names.flatMap(name => surveyed.capabilities.filter(one => one.name === name));
  if (first === undefined) throw new Error(`nothing is called ${names.join(' or ')}`);
  return [first, ...others];
}

function sketchOfCode(code: string, ...names: readonly string[]) {
  const surveyed = surveyOf({ 'kit.py': code, 'tests/test_kit.py': TESTS });
  return sketchOf(surveyed, planOf(surveyed, ...names));
}

describe('what a model is told of a component', () => {
  it('is names, signatures without defaults, first lines of docstrings, and tests in words', () => {
    const code = lines(
      'async def slug(text: str, *rest, sep: str = "do not tell", **more) -> str:',
      '    """Make a slug.',
      '',
      '    Not told.',
      '    """',
      '    return "nor this"',
      '',
      'class Shelf:',
      '    def put(self, book): ...',
      '    def _hide(self): ...',
    );
    expect(sketchOfCode(code, 'slug', 'Shelf')).toEqual({
      component: 'kit:slug',
      exports: [
        {
          name: 'slug',
          kind: 'function',
          signature: 'async (text: str, *rest, sep: str = …, **more) -> str',
          about: 'Make a slug.',
        },
        { name: 'Shelf', kind: 'class', methods: ['put'] },
      ],
      tests: ['all is well'],
    });
  });

  it('is cut to a length, and each of it is one harmless line', () => {
    const code = lines(
      `def slug(text: Union[${'str, '.repeat(200)}None]):`,
      `    """${'long '.repeat(2_000)}\u202e"""`,
      'def wide():',
      '    """One\u001b[31m line."""',
    );
    const [slug, wide] = sketchOfCode(code, 'slug', 'wide')?.exports ?? [];
    expect(slug?.signature).toHaveLength(160);
    expect(slug?.about).toHaveLength(160);
    expect(wide?.about).toBe('One line.');
  });

  it.each([
    ['no test reaches', 'def lonely(): ...', 'lonely'],
    ['looks like a secret', `def key():\n    """Uses ghp_${'aB3dE6gH9j'.repeat(4)}."""`, 'key'],
    [
      'has too long a name',
      `def ${'slug'.repeat(30)}(): ...\nslug = ${'slug'.repeat(30)}`,
      'slug'.repeat(30),
    ],
  ])('is nothing of one that %s', (_, code, name) => {
    expect(sketchOfCode(`${code}\n`, name)).toBeUndefined();
  });

  it('is nothing of one with more exports than can be told', () => {
    const names = Array.from({ length: 25 }, (_, index) => `f${index}`);
    const code = lines(
      ...names.map(name => `def ${name}(): ...`),
      `def slug(): return [${names.join(', ')}]`,
    );
    expect(sketchOfCode(code, ...names)).toBeUndefined();
    expect(sketchOfCode(code, ...names.slice(1))).toBeDefined();
  });
});

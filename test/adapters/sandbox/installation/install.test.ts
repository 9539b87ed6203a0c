import { describe, expect, it } from '@jest/globals';
import {
  normaliseRequirements,
  parseInspection,
  pipInstall,
} from '../../../../src/adapters/sandbox/installation/install.js';

describe('requirements', () => {
  it('are sorted, each once', () => {
    expect(
      normaliseRequirements([' six', 'attrs>=23', 'six', 'pkg[extra]~=1.0; python_version<"3.12"']),
    ).toEqual(['attrs>=23', 'pkg[extra]~=1.0; python_version<"3.12"', 'six']);
    expect(normaliseRequirements(['b (>=1)', 'c[d]'])).toHaveLength(2);
  });

  it.each([
    '-e .',
    '--pre',
    '.',
    '/srv/a.whl',
    '../a',
    'a b',
    'a @ file:///a',
    'a@git+file:///a',
    'a\n--pre',
    'a @ https://example.org/a-1.0-py3-none-any.whl',
    'a[b]@git+https://example.org/a',
  ])('are not %j', text => {
    expect(() => normaliseRequirements([text])).toThrow('not a requirement');
  });
});

it('nothing is built unless that is allowed', () => {
  expect(pipInstall(['six'], false).join(' ')).toMatch(/--only-binary :all: .*-- six$/);
  expect(pipInstall(['six'], true).join(' ')).not.toContain('--only-binary');
});

it('an inspection is read from its last line, whatever came before', () => {
  expect(parseInspection('noise\n{"interpreter": "3.11.2", "distributions": ["a==1"]}\n')).toEqual({
    interpreter: '3.11.2',
    distributions: ['a==1'],
  });
  expect(() => parseInspection('{"interpreter": 3}')).toThrow('could not be inspected');
  expect(() => parseInspection('')).toThrow('could not be inspected');
});

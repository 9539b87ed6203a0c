import { describe, expect, it } from '@jest/globals';
import type { Primitive } from '../../../src/domain/primitive.js';
import { prunePrimitive } from '../../../src/residents/prune/prune-primitive.js';
import { lines } from '../../support/mined.js';
import { primitiveOf, type Texts } from '../../support/primitive-of.js';

const TOOLS = lines(
  '"""Two tools."""',
  '',
  'import json',
  'import os',
  'import requests',
  '',
  'LIMIT = 3',
  'HOST = os.environ["TOOL_HOST"]',
  '',
  '',
  'def small(value):',
  '    return min(value, LIMIT)',
  '',
  '',
  'def large(value):',
  '    return requests.get(HOST, json.dumps(small(value)))',
);
const TEST_SMALL = lines('def test_small():', '    assert small(4) == 3');
const TEST_LARGE = lines('def test_large(place):', '    assert large(place) == PLACES');
const FILES = { 'tools.py': TOOLS };

function toolsOf(tests: Texts, files: Texts = FILES): Primitive {
  const donor = primitiveOf({ module: 'tools', exports: ['small', 'large'], files, tests });
  return {
    ...donor,
    dependencies: {
      distributions: ['requests>=2', 'unknown-by-name'],
      standardLibrary: ['json', 'os'],
      environmentVariables: ['TOOL_HOST'],
      systemTools: [],
    },
  };
}
const suite = (...tests: readonly string[]) =>
  ['import pytest', 'from tools import large, small', '', '', tests.join('\n\n')].join('\n');
const contentOf = ({ primitive }: ReturnType<typeof prunePrimitive>, path: string) =>
  [...primitive.implementation, ...primitive.carriedTests.files].find(file => file.path === path)?.content;

describe('a primitive that is pruned', () => {
  const fixture = lines('PLACES = [1]', '', '', '@pytest.fixture', 'def place():', '    return PLACES');
  const tests = { 'tests/test_tools.py': suite(TEST_SMALL, fixture, TEST_LARGE) };
  const pruned = prunePrimitive(toolsOf(tests), ['small']);

  it('holds what was asked for with what that needs, and nothing else', () => {
    expect(contentOf(pruned, 'tools.py')).toBe(
      lines('"""Two tools."""', '', 'LIMIT = 3', '', '', 'def small(value):', '    return min(value, LIMIT)'),
    );
    expect(pruned.leftOut).toEqual(['large']);
    expect(pruned.note).toBeUndefined();
    expect(pruned.primitive.interface.exports.map(({ name }) => name)).toEqual(['small']);
    expect(pruned.primitive.id).toBe('cf-0123456789ab');
  });

  it('carries the tests that need no more, without the fixtures, constants and imports of the others', () => {
    expect(contentOf(pruned, 'tests/test_tools.py')).toBe(
      lines('from tools import small', '', '', 'def test_small():', '    assert small(4) == 3'),
    );
    expect(pruned.primitive.carriedTests.tests.map(({ name }) => name)).toEqual(['test_small']);
    expect([...pruned.tests.dropped]).toEqual([
      ['tests/test_tools.py::test_large', 'it needs `large`, which was not asked for'],
    ]);
  });

  it('depends on what is left alone, and on distributions that cannot be told by their names', () => {
    expect(pruned.primitive.dependencies).toEqual({
      distributions: ['unknown-by-name'],
      standardLibrary: [],
      environmentVariables: [],
      systemTools: [],
    });
  });

  it('is itself when it is pruned again, and whole when all of it is asked for', () => {
    const again = prunePrimitive(pruned.primitive, ['small']);
    expect(again.primitive).toEqual(pruned.primitive);
    const donor = toolsOf(tests);
    expect(prunePrimitive(donor, ['large', 'small'])).toMatchObject({ primitive: donor, leftOut: [] });
    // What is asked for needs all the rest.
    expect(prunePrimitive(donor, ['large'])).toMatchObject({ primitive: donor, leftOut: [] });
  });
});

describe('what comes along', () => {
  it('is all of it when no test comes to what was asked for, with a note that says so', () => {
    const donor = toolsOf({ 'tests/test_tools.py': suite(TEST_LARGE) });
    const tests = { 'tests/test_tools.py': suite(lines('def test_both():', '    assert small(large(1))')) };
    for (const whole of [prunePrimitive(donor, ['small']), prunePrimitive(toolsOf(tests), ['small'])]) {
      expect(whole.leftOut).toEqual([]);
      expect(contentOf(whole, 'tools.py')).toBe(TOOLS);
      expect(whole.note).toBe('`large` comes along: no carried test exercises `small` alone.');
    }
  });

  it('is the fewest other exports that a test of what was asked for needs', () => {
    const files = {
      'kit.py': ['a', 'b', 'c'].map(name => lines(`def ${name}():`, '    return 1')).join('\n\n'),
    };
    const donor = primitiveOf({
      module: 'kit',
      exports: ['a', 'b', 'c'],
      files,
      tests: {
        'tests/test_kit.py': lines(
          'from kit import a, b, c',
          '',
          '',
          'def test_all():',
          '    assert a() + b() + c()',
          '',
          '',
          'def test_two():',
          '    assert a() + b()',
        ),
      },
    });
    const pruned = prunePrimitive(donor, ['a']);
    expect(pruned.leftOut).toEqual(['c']);
    expect(pruned.note).toBe('`b` comes along: no carried test exercises `a` alone.');
    expect(pruned.primitive.carriedTests.tests.map(({ name }) => name)).toEqual(['test_two']);
    expect(contentOf(pruned, 'kit.py')).not.toContain('def c');
  });

  it('is what nothing in sight explains: a run alone had shown that it is needed', () => {
    const files = { 'tools.py': `${TOOLS}\n\n${lines('def hook():', '    return 1')}` };
    const pruned = prunePrimitive(toolsOf({ 'tests/test_tools.py': suite(TEST_SMALL) }, files), ['small']);
    expect(contentOf(pruned, 'tools.py')).toContain('def hook');
    expect(contentOf(pruned, 'tools.py')).not.toContain('def large');
  });

  it('is what a registration fills and what a module does to what stays', () => {
    const files = {
      'tools.py': lines(
        'KINDS = {}',
        '',
        '',
        'def kind(function):',
        '    KINDS[function.__name__] = function',
        '    return function',
        '',
        '',
        '@kind',
        'def one():',
        '    return 1',
        '',
        '',
        'def small(name):',
        '    return KINDS[name]()',
        '',
        '',
        'small.kinds = KINDS',
        '',
        '',
        'def large():',
        '    return 2',
      ),
    };
    const tests = { 'tests/test_tools.py': suite(TEST_SMALL) };
    const text = contentOf(prunePrimitive(toolsOf(tests, files), ['small']), 'tools.py');
    expect(text).toContain('@kind\ndef one');
    expect(text).toContain('small.kinds = KINDS');
    expect(text).not.toContain('large');
  });
});

describe('the files of a pruned primitive', () => {
  it('are without those of which nothing is left: modules, tests, and what they read', () => {
    const donor = primitiveOf({
      module: 'pkg.tools',
      exports: ['small', 'large'],
      files: {
        'pkg/__init__.py': 'from .tools import large, small\n',
        'pkg/tools.py': lines(
          'from pathlib import Path',
          'from . import heavy',
          '',
          'TABLE = Path(__file__).parent / "table.txt"',
          '',
          '',
          'def small():',
          '    return 1',
          '',
          '',
          'def large():',
          '    return heavy.lift(TABLE.read_text())',
        ),
        'pkg/heavy.py': lines('def lift(text):', '    return text'),
      },
      resources: { 'pkg/table.txt': 'x' },
      tests: {
        'tests/test_large.py': lines('from pkg import large', '', 'def test_large():', '    assert large()'),
        'tests/test_small.py': lines('from pkg import small', '', 'def test_small():', '    assert small()'),
      },
    });
    const { primitive } = prunePrimitive(donor, ['small']);
    expect(primitive.implementation.map(({ path, content }) => [path, content])).toEqual([
      ['pkg/__init__.py', 'from .tools import small\n'],
      ['pkg/tools.py', lines('def small():', '    return 1')],
    ]);
    expect(primitive.carriedTests.files.map(({ path }) => path)).toEqual(['tests/test_small.py']);
  });

  it('keep the methods of a test class that need no more', () => {
    const methods = lines(
      'class TestTools:',
      '    def test_small(self):',
      '        assert small(4) == 3',
      '',
      '    def test_large(self):',
      '        assert large(1)',
    );
    const pruned = prunePrimitive(toolsOf({ 'tests/test_tools.py': suite(methods) }), ['small']);
    const text = contentOf(pruned, 'tests/test_tools.py');
    expect(text).toContain('def test_small');
    expect(text).not.toContain('large');
  });
});

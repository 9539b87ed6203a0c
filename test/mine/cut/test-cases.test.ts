import { describe, expect, it } from '@jest/globals';
import { lines, surveyOf } from '../../support/mined.js';

function idsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return surveyOf(files).tests.tests.map(({ test }) => test.id);
}

describe('the tests of a suite', () => {
  it('are those that pytest collects', () => {
    expect(
      idsOf({
        'tests/test_a.py': lines(
          'import unittest',
          'def test_one(): ...',
          'async def test_two(): ...',
          'def check(): ...',
          'class TestGroup:',
          '    def test_three(self): ...',
          '    def helper(self): ...',
          'class Group:',
          '    def test_uncollected(self): ...',
          'class Cases(unittest.TestCase):',
          '    @unittest.skip("x")',
          '    def test_four(self): ...',
        ),
        'pkg/b_test.py': 'def test_five(): ...\n',
        'tests/support.py': 'def test_support(): ...\n',
        'tests/conftest.py': 'def test_conftest(): ...\n',
      }),
    ).toEqual([
      'pkg/b_test.py::test_five',
      'tests/test_a.py::test_one',
      'tests/test_a.py::test_two',
      'tests/test_a.py::TestGroup::test_three',
      'tests/test_a.py::Cases::test_four',
    ]);
  });

  it('include what a class inherits within the repository, the nearest definition once', () => {
    expect(
      idsOf({
        'tests/__init__.py': '',
        'tests/base.py': lines(
          'from unittest import TestCase',
          'class Base(TestCase):',
          '    def test_a(self): ...',
          '    def test_b(self): ...',
        ),
        'tests/test_a.py': lines(
          'from tests import base',
          'class Child(base.Base):',
          '    def test_b(self): ...',
          '    def test_c(self): ...',
        ),
      }),
    ).toEqual([
      'tests/test_a.py::Child::test_b',
      'tests/test_a.py::Child::test_c',
      'tests/test_a.py::Child::test_a',
    ]);
  });

  it('include the `runTest` of a unittest case that has no test method, its own or inherited', () => {
    expect(
      idsOf({
        'tests/test_a.py': lines(
          'from unittest import TestCase',
          'class Only(TestCase):',
          '    def runTest(self): ...',
          'class Heir(Only): ...',
          'class Both(Only):',
          '    def test_a(self): ...',
          'class TestPlain:',
          '    def runTest(self): ...',
        ),
      }),
    ).toEqual([
      'tests/test_a.py::Only::runTest',
      'tests/test_a.py::Heir::runTest',
      'tests/test_a.py::Both::test_a',
    ]);
  });

  it('include those of the file beside a module that is all of its project, and not what a package calls so', () => {
    const cases = lines('import unittest', 'class Cases(unittest.TestCase):', '    def test_a(self): ...');
    expect(
      idsOf({ 'tests.py': cases, 'test.py': cases, 'pkg/tests.py': cases, 'pkg/test.py': cases }),
    ).toEqual(['test.py::Cases::test_a', 'tests.py::Cases::test_a']);
  });
});

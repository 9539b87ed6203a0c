import { describe, expect, it } from '@jest/globals';
import { freezeRequiredTests } from '../../src/plan/freeze-required-tests.js';
import { readProject } from '../../src/python/project-modules.js';
import { execution, requirement, test, treeOfTexts } from '../support/values.js';

const plan = {
  requirements: [requirement({ module: 'shop.text.handles', exports: [{ name: 'make', kind: 'function' }] })],
};
const project = readProject(
  treeOfTexts({
    'shop/__init__.py': '',
    'tests/test_handles.py':
      'import unittest\n\ndef test_a(): ...\n\ndef helper(): ...\n\n@mark\nasync def test_b(): ...\n\nclass TestC:\n    def test_d(self): ...\n    def other(self): ...\n\nclass Cases(unittest.TestCase):\n    def test_e(self): ...\n\nclass Other:\n    def test_f(self): ...\n',
    'tests/test_other.py': 'def test_x(): ...\n',
  }),
);

const uncollected = (path: string, errorType: string, message: string) =>
  execution({ collectionErrors: [{ path, errorType, message, trace: [] }] });

describe('freezeRequiredTests', () => {
  it.each([
    ['the module', "No module named 'shop.text.handles'"],
    ['its package', "No module named 'shop.text'"],
    ['a symbol of it', "cannot import name 'make' from 'shop.text.handles' (/x.py)"],
    ['the module as a name of its package', "cannot import name 'handles' from 'shop.text' (/x.py)"],
  ])('takes the tests of a file that cannot be collected for want of %s', (_, message) => {
    const baseline = uncollected('tests/test_handles.py', 'ImportError', message);
    expect(freezeRequiredTests(plan, baseline, project)).toEqual([
      'tests/test_handles.py::Cases::test_e',
      'tests/test_handles.py::TestC::test_d',
      'tests/test_handles.py::test_a',
      'tests/test_handles.py::test_b',
    ]);
  });

  it.each([
    "No module named 'requests'",
    "No module named 'shop.textual'",
    "cannot import name 'x' from 'shop.other'",
  ])('leaves alone a file that fails for another reason: %s', message => {
    expect(
      freezeRequiredTests(plan, uncollected('tests/test_handles.py', 'ImportError', message), project),
    ).toEqual([]);
  });

  it('takes every test below a conftest that cannot be loaded', () => {
    const baseline = uncollected(
      'tests/conftest.py',
      'ModuleNotFoundError',
      "No module named 'shop.text.handles'",
    );
    expect(freezeRequiredTests(plan, baseline, project)).toContain('tests/test_other.py::test_x');
  });

  it('takes a collected test whose failure names the plan, once for all its parameters', () => {
    const message = "No module named 'shop.text.handles'";
    const baseline = execution({
      tests: [
        test('tests/test_lazy.py::test_z[1]', 'failed', { message }),
        test('tests/test_lazy.py::test_z[2]', 'error', { message }),
        test('tests/test_lazy.py::test_y', 'failed', { message: 'assert 1 == 2' }),
        test('tests/test_lazy.py::test_x', 'passed', { message }),
      ],
    });
    expect(freezeRequiredTests(plan, baseline, project)).toEqual(['tests/test_lazy.py::test_z']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { lines, surveyOf } from '../../support/mined.js';

function leftOut(pytest: string, ...test: readonly string[]) {
  const { unrunnable } = surveyOf({
    'pyproject.toml': lines('[tool.pytest.ini_options]', pytest),
    'kit.py': 'def double(n): return n * 2\n',
    'tests/test_kit.py': lines('import pytest', 'from kit import double', ...test),
  });
  return Object.fromEntries(unrunnable);
}

describe('a test that a project leaves out of its own runs', () => {
  const reason = `the project leaves it out of its own runs ("-m 'not stress'")`;

  it('by a mark of its own does not travel', () => {
    const found = leftOut(
      `addopts = "-m 'not stress'"`,
      '@pytest.mark.stress',
      '@pytest.mark.parametrize("n", range(10_000))',
      'def test_often(n): assert double(n) == 2 * n',
      '@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.stress)])',
      'def test_once(n): assert double(n) == 2 * n',
    );
    expect(found).toEqual({ 'tests/test_kit.py::test_often': reason });
  });

  it('by a mark of its class or module does not travel', () => {
    const found = leftOut(
      `addopts = ["-m", "not stress"]`,
      '@pytest.mark.stress',
      'class TestOften:',
      '    def test_it(self): assert double(1) == 2',
    );
    expect(found).toEqual({ 'tests/test_kit.py::TestOften::test_it': reason });
    const marked = leftOut(
      `addopts = ["-m", "not stress"]`,
      'pytestmark = [pytest.mark.stress]',
      'def test_it(): assert double(1) == 2',
    );
    expect(marked).toEqual({ 'tests/test_kit.py::test_it': reason });
  });

  it('by its name or place does not travel', () => {
    const test = 'def test_it(): assert double(1) == 2';
    expect(leftOut('addopts = "-k \'not test_it\'"', test)).toHaveProperty(['tests/test_kit.py::test_it']);
    expect(leftOut('addopts = "--ignore=tests"', test)).toHaveProperty(['tests/test_kit.py::test_it']);
    expect(leftOut('addopts = "-q --ignore=test"', test)).toEqual({});
  });

  it('is not told from options that pytest refuses, however they go on', () => {
    const test = ['@pytest.mark.slow', 'def test_it(): assert double(1) == 2'];
    expect(leftOut(`addopts = "-m 'not slow"`, ...test)).toEqual({});
    expect(leftOut(`addopts = "-m 'not slow' -k \\"double"`, ...test)).toEqual({});
    expect(leftOut(`addopts = ["-m", "not slow", "-k", "it's or it"]`, ...test)).toHaveProperty([
      'tests/test_kit.py::test_it',
    ]);
  });
});

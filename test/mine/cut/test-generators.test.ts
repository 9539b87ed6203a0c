import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts } from '../../support/mined.js';

const CODE = { 'pkg/__init__.py': '', 'pkg/core.py': lines('def double(x): return x * 2') };

function carriedText(conftest: readonly string[], ...test: readonly string[]): string {
  const files = {
    ...CODE,
    'tests/conftest.py': lines(...conftest),
    'tests/test_core.py': lines('import pytest', 'from pkg.core import double', ...test),
  };
  const cut = componentAround(files, 'pkg.core.double');
  return texts(cut.carriedTests.files)['tests/test_core.py'] ?? '';
}

const HOOK = [
  'NUMBERS = [1, 2]',
  'def pytest_configure(config): config.addinivalue_line("markers", "slow: takes long")',
  'def pytest_generate_tests(metafunc):',
  '    if "number" in metafunc.fixturenames:',
  '        metafunc.parametrize("number", NUMBERS)',
];

describe('a hook of a conftest that gives parameters their values', () => {
  it('travels with a test that takes one, and what the hook needs; other hooks stay', () => {
    const text = carriedText(HOOK, 'def test_double(number): assert double(number) == number + number');
    expect(text).toContain('NUMBERS = [1, 2]');
    expect(text).toContain('def pytest_generate_tests(metafunc):');
    expect(text).not.toContain('pytest_configure');
  });

  it('travels for a method, and for a fixture that takes one', () => {
    const method = ['class TestDouble:', '    def test_double(self, number): assert double(number)'];
    expect(carriedText(HOOK, ...method)).toContain('pytest_generate_tests');
    const fixture = [
      '@pytest.fixture',
      'def half(number): return number / 2',
      'def test_double(half): assert double(half)',
    ];
    expect(carriedText(HOOK, ...fixture)).toContain('pytest_generate_tests');
  });

  it('stays where no parameter is of its', () => {
    const text = carriedText(HOOK, 'def test_double(tmp_path): assert double(2) == 4');
    expect(text).toContain('def test_double(tmp_path)');
    expect(text).not.toContain('NUMBERS');
  });

  it('travels when it reads the parameters off the test', () => {
    const hook = [
      'def pytest_generate_tests(metafunc):',
      '    for name, values in getattr(metafunc.function, "values", {}).items():',
      '        metafunc.parametrize(name, values)',
    ];
    expect(
      carriedText(hook, 'def test_double(x): assert double(x)', 'test_double.values = {"x": [1]}'),
    ).toContain('pytest_generate_tests');
  });
});

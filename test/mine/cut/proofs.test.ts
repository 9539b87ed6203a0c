import { describe, expect, it } from '@jest/globals';
import { componentAround, lines } from '../../support/mined.js';

/** The reasons for which tests stay behind, by name. */
function leftOut(...test: readonly string[]): Readonly<Record<string, string>> {
  const cut = componentAround(
    {
      'core.py': 'def f(x=0): return x\n',
      'test_core.py': lines('import pytest, unittest', 'from core import f', ...test),
    },
    'core.f',
  );
  return Object.fromEntries(cut.leftOut.map(({ id, reason }) => [id.split('::').slice(1).join('.'), reason]));
}

const CANNOT_FAIL = 'it asserts nothing and expects no exception, so it cannot fail';

describe('a test that cannot fail', () => {
  it('stays behind with that reason', () => {
    expect(
      leftOut(
        'def test_smoke():',
        '    """Says assert f() == 0."""',
        '    print(f())  # assert nothing',
        'class TestMore:',
        '    def test_smoke(self): f()',
        '    def test_other(self): assert f() == 0',
      ),
    ).toEqual({ test_smoke: CANNOT_FAIL, 'TestMore.test_smoke': CANNOT_FAIL });
  });

  it.each([
    ['asserts', ['def test_it(): assert f() == 0']],
    ['expects an exception', ['def test_it():', '    with pytest.raises(TypeError): f(1, 2)']],
    ['fails by a call', ['def test_it():', '    if f(): pytest.fail("no")']],
    [
      'claims by a method of unittest',
      ['class T(unittest.TestCase):', '    def test_it(self): self.assertEqual(f(), 0)'],
    ],
    ['calls a function that asserts', ['def check(x): assert x == 0', 'def test_it(): check(f())']],
    [
      'calls a method that asserts',
      ['class TestIt:', '    def check(self, x): assert x == 0', '    def test_it(self): self.check(f())'],
    ],
    [
      'asks for a fixture that asserts',
      [
        '@pytest.fixture',
        'def checked():',
        '    yield f',
        '    assert f() == 0',
        'def test_it(checked): checked()',
      ],
    ],
  ])('is none that %s', (_, test) => {
    expect(leftOut(...test)).toEqual({});
  });
});

import { describe, expect, it } from '@jest/globals';
import { lines, surveyOf } from '../support/mined.js';

describe('a test that reaches for what judges it', () => {
  const files = {
    'core.py': 'def add(a, b): return a + b\n',
    'test_core.py': lines(
      'import gc',
      'from core import add',
      'class Base:',
      '    def test_leaks(self):',
      '        assert len(gc.get_objects()) > add(1, 1)',
      '    def test_adds(self):',
      '        assert add(1, 2) == 3',
      'class TestOne(Base):',
      '    def test_more(self):',
      '        assert add(2, 2) == 4',
      'class TestTwo(Base):',
      '    size = len(gc.get_objects())',
      '    def test_more(self):',
      '        assert add(2, 2) == 4',
    ),
  };

  it('is left behind, but not the others of its class and of those that inherit from it', () => {
    const { unrunnable } = surveyOf(files);
    const left = [...unrunnable].filter(([id]) => id.includes('TestOne'));
    expect(left).toEqual([
      [
        'test_core.py::TestOne::test_leaks',
        'it uses get_objects, which reaches into the process that judges it',
      ],
    ]);
  });

  it('is every one of a class whose own body does', () => {
    const { unrunnable } = surveyOf(files);
    expect([...unrunnable.keys()].filter(id => id.includes('TestTwo'))).toHaveLength(3);
  });
});

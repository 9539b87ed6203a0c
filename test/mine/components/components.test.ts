import { describe, expect, it } from '@jest/globals';
import { boundaryOf, componentAround, lines, surveyOf, texts } from '../../support/mined.js';

function offered(files: Readonly<Record<string, string>>): readonly string[] {
  return surveyOf(files).capabilities.map(({ module, name }) => `${module.module}.${name}`);
}

describe('capabilities', () => {
  it('are the public functions and classes of public modules', () => {
    expect(
      offered({
        'pkg/__init__.py': 'def top(): ...\n',
        'pkg/core.py': lines('X = 1', 'def f(): ...', 'class C: ...', 'def _g(): ...', 'async def h(): ...'),
        'pkg/_hidden.py': 'def hidden(): ...\n',
        'pkg/_private/deep.py': 'def deep(): ...\n',
        'single.py': 'def alone(): ...\n',
      }),
    ).toEqual(['pkg.top', 'pkg.core.f', 'pkg.core.C', 'pkg.core.h', 'single.alone']);
  });

  it('are also what a public module lists of a private one, however it comes to its package', () => {
    expect(
      offered({
        'pkg/__init__.py': 'from pkg.text import *\n',
        'pkg/text.py': lines('from ._old import cut, pad', "__all__ = ['cut', 'wrap']", 'def wrap(): ...'),
        'pkg/_old.py': lines('def cut(): ...', 'def pad(): ...'),
      }),
    ).toEqual(['pkg._old.cut', 'pkg.text.wrap']);
  });

  it('are also what a public package offers of its private modules', () => {
    expect(
      offered({
        'pkg/__init__.py': lines('from ._a import f, _g', 'from ._b import *', 'from . import _c'),
        'pkg/_a.py': lines('def f(): ...', 'def _g(): ...', 'def h(): ...'),
        'pkg/_b.py': 'def starred(): ...\n',
        'pkg/_c.py': 'def unnamed(): ...\n',
        'pkg/user.py': 'from ._a import h\n',
      }),
    ).toEqual(['pkg._a.f', 'pkg._b.starred']);
  });

  it('are also other names for them, and listed names that are made of something', () => {
    expect(
      offered({
        'pkg/core.py': lines(
          'from functools import partial',
          "__all__ = ['f', 'first', 'LIMIT']",
          'def f(n): ...',
          'first = partial(f, 0)',
          'second = partial(f, 1)',
          'LIMIT = 3',
          'other = again = f',
          '_private = f',
        ),
      }),
    ).toEqual(['pkg.core.f', 'pkg.core.first', 'pkg.core.other', 'pkg.core.again']);
  });

  it('are also functions and classes under a condition', () => {
    expect(
      offered({
        'pkg/core.py': lines(
          'import sys',
          'if sys.platform == "win32":',
          '    def replace(): ...',
          'else:',
          '    try:',
          '        class Mover: ...',
          '    except ImportError:',
          '        Mover = None',
          'def around():',
          '    def inner(): ...',
        ),
      }),
    ).toEqual(['pkg.core.replace', 'pkg.core.Mover', 'pkg.core.around']);
  });

  it('are none in tests, documentation, examples and set-up files', () => {
    const text = 'def f(): ...\n';
    expect(
      offered({
        'setup.py': text,
        'versioneer.py': text,
        'docs/conf.py': text,
        'examples/one.py': text,
        'tests/support.py': text,
        'pkg/tests/support.py': text,
        'conftest.py': text,
        'scripts/run-me.py': text,
      }),
    ).toEqual([]);
  });
});

describe('the boundary of a component', () => {
  const files = {
    'pkg/__init__.py': '',
    'pkg/core.py': lines('def near(): return 1', 'def far(): return 2', 'def alone(): return 3'),
  };

  it('takes the tests that need nothing outside of it', () => {
    const surveyed = surveyOf({
      ...files,
      'tests/test_core.py': lines(
        'from pkg.core import near, far',
        'def test_near(): assert near()',
        'def test_both(): assert near() and far()',
      ),
    });
    const boundary = boundaryOf(surveyed, 'pkg.core.near');
    expect(boundary.tests.map(({ test }) => test.name)).toEqual(['test_near']);
    expect([...boundary.support]).toEqual([]);
  });

  it('takes a few tests of what lies inside in other modules', () => {
    const surveyed = surveyOf({
      'pkg/__init__.py': '',
      'pkg/core.py': lines('from pkg.parts import part', 'def whole(): return part() + 1'),
      'pkg/parts.py': lines('def part(): return 1', 'def other(): return 2'),
      'tests/test_parts.py': lines(
        'from pkg.core import whole',
        'from pkg.parts import other, part',
        'def test_whole(): assert whole() == 2',
        'def test_other(): assert other() == 2',
        'def test_with_other(): assert other() == part() + 1',
        ...[1, 2, 3, 4].map(number => `def test_part_${number}(): assert part() < ${number + 1}`),
      ),
    });
    expect(boundaryOf(surveyed, 'pkg.core.whole').tests.map(({ test }) => test.name)).toEqual([
      'test_whole',
      'test_part_1',
      'test_part_2',
      'test_part_3',
    ]);
  });

  it('is supported by what its nearest test needs when none fits', () => {
    const component = componentAround(
      {
        ...files,
        'tests/test_core.py': lines(
          'from pkg.core import *',
          'def test_all(): assert near() and far() and alone()',
          'def test_both(): assert near() and far()',
        ),
      },
      'pkg.core.near',
    );
    expect(texts(component.implementation)['pkg/core.py']).toBe('def near(): return 1\n');
    expect(component.tests.map(({ test }) => test.name)).toEqual(['test_both']);
    const carried = texts(component.carriedTests.files);
    expect(carried['carried_support/pkg/core.py']).toContain('def far(): return 2\n');
    expect(carried['carried_support/pkg/core.py']).not.toContain('def near');
  });

  it('is not supported beyond measure', () => {
    const far = lines('def far():', ...Array.from({ length: 15_100 }, (_, index) => `    x${index} = 1`));
    const component = componentAround(
      {
        'core.py': `def near(): return 1\n${far}`,
        'test_core.py': lines('from core import near, far', 'def test_both(): assert near() and far()'),
      },
      'core.near',
    );
    expect(component.tests).toHaveLength(0);
    expect(component.carriedTests.files).toHaveLength(0);
  });

  it('sees tests through fixtures, helpers, module attributes and patched names', () => {
    const surveyed = surveyOf({
      ...files,
      'tests/__init__.py': '',
      'tests/conftest.py': lines(
        'import pytest',
        'import pkg.core',
        '@pytest.fixture',
        'def one(): return pkg.core.near()',
      ),
      'tests/support.py': lines('from pkg import core', 'def check(): assert core.near()'),
      'tests/test_core.py': lines(
        'from unittest import mock',
        'from pkg import core',
        'from tests import support',
        'def test_fixture(one): assert one',
        'def test_helper(): support.check()',
        'def test_patched(monkeypatch): monkeypatch.setattr(core, "near", None)',
        'def test_mocked():',
        '    with mock.patch("pkg.core.near"): pass',
        'def test_far(): assert core.far()',
      ),
    });
    expect(boundaryOf(surveyed, 'pkg.core.near').tests.map(({ test }) => test.name)).toEqual([
      'test_fixture',
      'test_helper',
      'test_patched',
      'test_mocked',
    ]);
  });
});

describe('resource files', () => {
  it('come with the code that opens them by a path relative to itself', () => {
    const component = componentAround(
      {
        'pkg/__init__.py': '',
        'pkg/core.py': lines(
          'from pathlib import Path',
          'from importlib import resources',
          'HERE = Path(__file__).parent',
          'TABLE = HERE / "data" / "table.json"',
          'def words(): return (Path(__file__).parent / "data" / "words.txt").read_text()',
          'def packaged(): return resources.files("pkg").joinpath("data/more.bin").read_bytes()',
          'def f(): return words(), packaged()',
        ),
        'pkg/data/words.txt': 'a\n',
        'pkg/data/table.json': '{}\n',
        'pkg/data/more.bin': '\u0000\u0001',
        'pkg/data/unused.txt': '',
      },
      'pkg.core.f',
    );
    expect(component.implementation.map(({ path }) => path)).toEqual([
      'pkg/__init__.py',
      'pkg/core.py',
      'pkg/data/more.bin',
      'pkg/data/words.txt',
    ]);
  });

  it('come by the folder when no file is named', () => {
    const component = componentAround(
      {
        'pkg/__init__.py': '',
        'pkg/core.py': lines(
          'import os',
          'FOLDER = os.path.join(os.path.dirname(__file__), "templates")',
          'def f(name): return open(os.path.join(FOLDER, name))',
        ),
        'pkg/templates/a.txt': 'a',
        'pkg/templates/deep/b.txt': 'b',
        'pkg/other/c.txt': 'c',
        'templates/d.txt': 'd',
      },
      'pkg.core.f',
    );
    expect(component.implementation.map(({ path }) => path)).toEqual([
      'pkg/__init__.py',
      'pkg/core.py',
      'pkg/templates/a.txt',
      'pkg/templates/deep/b.txt',
    ]);
  });
});

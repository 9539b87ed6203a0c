import { describe, expect, it } from '@jest/globals';
import type { CutOut } from '../../../src/mine/cut/cut-out.js';
import { componentAround, lines, texts } from '../../support/mined.js';

const IMPLEMENTATION = {
  'pkg/__init__.py': lines('from .core import Cache, other'),
  'pkg/core.py': lines('class Cache:', '    size = 1', '', '', 'def other(): return 2'),
};

function carried(files: Readonly<Record<string, string>>, name = 'pkg.core.Cache'): CutOut {
  return componentAround({ ...IMPLEMENTATION, ...files }, name);
}

function ids({ carriedTests }: CutOut): readonly string[] {
  return carriedTests.tests.map(({ id }) => id);
}

describe('a carried test file', () => {
  it('holds the tests that fit, with what of their module they need', () => {
    const cut = carried({
      'tests/test_core.py': lines(
        'import os',
        'from pkg import Cache, other',
        'import pytest',
        '',
        'SIZES = [1, 1]',
        '',
        '',
        'def make(): return Cache()',
        '',
        '',
        '@pytest.mark.parametrize("size", SIZES)',
        'def test_size(size):',
        '    assert make().size == size',
        '',
        '',
        'def test_other():',
        '    assert other() == 2',
      ),
    });
    expect(texts(cut.carriedTests.files)).toEqual({
      'tests/test_core.py': lines(
        'import pytest',
        'from pkg import Cache',
        '',
        '',
        'SIZES = [1, 1]',
        '',
        '',
        'def make(): return Cache()',
        '',
        '',
        '@pytest.mark.parametrize("size", SIZES)',
        'def test_size(size):',
        '    assert make().size == size',
      ),
    });
    expect(ids(cut)).toEqual(['tests/test_core.py::test_size']);
    expect(texts(cut.implementation)).toEqual({
      'pkg/__init__.py': 'from .core import Cache\n',
      'pkg/core.py': lines('class Cache:', '    size = 1'),
    });
  });

  it('has the fixtures of every conftest inlined, those of fixtures and automatic ones too', () => {
    const cut = carried({
      'conftest.py': lines(
        'from __future__ import annotations',
        'import pytest',
        'from pkg.core import Cache',
        '@pytest.fixture',
        'def size(): return 1',
        '@pytest.fixture',
        'def unused(): return 2',
        '@pytest.fixture(autouse=True)',
        'def quiet(): yield',
      ),
      'tests/conftest.py': lines(
        'import pytest',
        'import pkg',
        '@pytest.fixture(name="cache")',
        'def _cache(size): return pkg.Cache()',
      ),
      'tests/test_core.py': lines('def test_size(cache, size):', '    assert cache.size == size'),
    });
    // A conftest never travels: it would take effect in the target without anybody naming it.
    expect(cut.carriedTests.files.map(({ path }) => path)).toEqual(['tests/test_core.py']);
    expect(texts(cut.carriedTests.files)['tests/test_core.py']).toBe(
      lines(
        'from __future__ import annotations',
        '',
        'import pkg',
        'import pytest',
        '',
        '',
        '@pytest.fixture',
        'def size(): return 1',
        '',
        '',
        '@pytest.fixture(autouse=True)',
        'def quiet(): yield',
        '',
        '',
        '@pytest.fixture(name="cache")',
        'def _cache(size): return pkg.Cache()',
        '',
        '',
        'def test_size(cache, size):',
        '    assert cache.size == size',
      ),
    );
  });

  it('has no automatic fixture that names things for the examples in docstrings', () => {
    const cut = carried({
      'conftest.py': lines(
        'import pytest',
        'import pkg',
        '@pytest.fixture(autouse=True)',
        'def names(doctest_namespace):',
        '    doctest_namespace["pkg"] = pkg',
        '@pytest.fixture(autouse=True)',
        'def both(doctest_namespace):',
        '    doctest_namespace["one"] = 1',
        '    pkg.Cache.size = 1',
      ),
      'tests/test_core.py': lines('import pkg', 'def test_size():', '    assert pkg.Cache.size == 1'),
    });
    const text = texts(cut.carriedTests.files)['tests/test_core.py'];
    expect(text).not.toContain('def names');
    expect(text).toContain('def both');
  });

  it('finds fixtures that are asked for by text, brought by a plugin module or imported', () => {
    const cut = carried({
      'tests/__init__.py': '',
      'tests/plugin.py': lines(
        'import pytest',
        '@pytest.fixture',
        'def one(): return 1',
        '@pytest.fixture',
        'def two(): return 2',
      ),
      'tests/conftest.py': lines('pytest_plugins = ["tests.plugin"]'),
      'tests/more.py': lines('import pytest', '@pytest.fixture', 'def three(): return 3'),
      'tests/test_core.py': lines(
        'import pytest',
        'from pkg import Cache',
        'from tests.more import three',
        '@pytest.mark.usefixtures("one")',
        'def test_a(request, three):',
        '    assert Cache.size and request.getfixturevalue("two")',
      ),
    });
    const text = texts(cut.carriedTests.files)['tests/test_core.py'] ?? '';
    expect([...text.matchAll(/^def (\w+)/gm)].map(match => match[1]).sort()).toEqual([
      'one',
      'test_a',
      'three',
      'two',
    ]);
    expect(text).not.toMatch(/tests\./);
  });

  it('has local support code inlined, under the names and prefixes it is used by', () => {
    const cut = carried({
      'tests/__init__.py': '',
      'tests/support.py': lines(
        'from pkg.core import Cache',
        'STEP = 1',
        'class Clock:',
        '    step = STEP',
        'def build(): return Cache()',
        'def unused(): pass',
      ),
      'tests/test_core.py': lines(
        'from . import support',
        'from tests.support import Clock as C',
        'def test_a():',
        '    from tests.support import STEP',
        '    assert support.build().size == C.step == STEP',
      ),
    });
    expect(texts(cut.carriedTests.files)['tests/test_core.py']).toBe(
      lines(
        'from pkg.core import Cache',
        '',
        '',
        'STEP = 1',
        '',
        '',
        'class Clock:',
        '    step = STEP',
        '',
        '',
        'def build(): return Cache()',
        '',
        '',
        'C = Clock',
        '',
        '',
        'def test_a():',
        '    pass',
        '    assert build().size == C.step == STEP',
      ),
    );
  });

  it('finds support code beside the tests, as pytest does', () => {
    const cut = carried({
      'tests/helpers.py': lines('def build(cls): return cls()'),
      'tests/test_core.py': lines(
        'from helpers import build',
        'from pkg import Cache',
        'def test_a():',
        '    assert build(Cache).size',
      ),
    });
    expect(cut.carriedTests.files[0]?.content).toContain('def build(cls)');
  });

  it('makes relative imports of the implementation absolute', () => {
    const cut = carried({
      'pkg/tests/__init__.py': '',
      'pkg/tests/test_core.py': lines(
        'from ..core import Cache',
        'def test_a():',
        '    from .. import core',
        '    assert core.Cache is Cache',
      ),
    });
    expect(cut.carriedTests.files[0]?.content).toBe(
      lines(
        'from pkg.core import Cache',
        '',
        '',
        'def test_a():',
        '    from pkg import core',
        '    assert core.Cache is Cache',
      ),
    );
  });

  it('keeps what only type checkers need as far as it is there', () => {
    const cut = carried({
      'tests/test_core.py': lines(
        'from __future__ import annotations',
        'from typing import TYPE_CHECKING',
        'from pkg import Cache',
        'if TYPE_CHECKING:',
        '    from collections.abc import Iterator',
        '    from nowhere import Thing',
        'def test_a(x: Iterator[Thing] = ()):',
        '    assert Cache.size',
      ),
    });
    const text = cut.carriedTests.files[0]?.content;
    expect(text).toContain('from collections.abc import Iterator');
    expect(text).not.toContain('nowhere');
  });
});

describe('test classes', () => {
  it('are cut down to the methods that fit', () => {
    const cut = carried({
      'tests/test_core.py': lines(
        'import unittest',
        'import pkg',
        '',
        'class CacheTest(unittest.TestCase):',
        '    kind = pkg.Cache',
        '',
        '    def setUp(self):',
        '        self.cache = self.kind()',
        '',
        '    # Of another function.',
        '    def test_other(self):',
        '        self.assertEqual(pkg.other(), 2)',
        '',
        '    def test_size(self):',
        '        self.assertEqual(self.cache.size, 1)',
      ),
    });
    expect(cut.carriedTests.files[0]?.content).toBe(
      lines(
        'import pkg',
        'import unittest',
        '',
        '',
        'class CacheTest(unittest.TestCase):',
        '    kind = pkg.Cache',
        '',
        '    def setUp(self):',
        '        self.cache = self.kind()',
        '',
        '    def test_size(self):',
        '        self.assertEqual(self.cache.size, 1)',
      ),
    );
    expect(ids(cut)).toEqual(['tests/test_core.py::CacheTest::test_size']);
  });

  it('are kept whole for the `runTest` of a unittest case', () => {
    const text = lines(
      'from pkg import Cache',
      'from unittest import TestCase',
      '',
      '',
      'class CacheTest(TestCase):',
      '    def runTest(self): self.assertEqual(Cache.size, 1)',
    );
    const cut = carried({ 'tests/test_core.py': text });
    expect(ids(cut)).toEqual(['tests/test_core.py::CacheTest::runTest']);
    expect(cut.carriedTests.files[0]?.content).toBe(text);
  });

  it('bring the methods that they inherit from the suite', () => {
    const cut = carried({
      'tests/__init__.py': lines(
        'from pkg import other',
        'class Mixin:',
        '    def test_size(self): assert self.kind.size == 1',
        '    def test_other(self): assert other() == 2',
      ),
      'tests/test_core.py': lines(
        'from unittest import TestCase',
        'from pkg import Cache',
        'from . import Mixin',
        'class CacheTest(Mixin, TestCase):',
        '    kind = Cache',
      ),
    });
    expect(ids(cut)).toEqual(['tests/test_core.py::CacheTest::test_size']);
    expect(cut.carriedTests.files[0]?.content).toBe(
      lines(
        'from pkg import Cache',
        'from unittest import TestCase',
        '',
        '',
        'class Mixin:',
        '    def test_size(self): assert self.kind.size == 1',
        '',
        '',
        'class CacheTest(Mixin, TestCase):',
        '    kind = Cache',
      ),
    );
  });

  it('keep the test methods that a kept one calls', () => {
    const cut = carried({
      'tests/test_core.py': lines(
        'from pkg import Cache, other',
        'class TestCache:',
        '    def test_base(self, size=2): assert Cache.size < size',
        '    def test_again(self): self.test_base(3)',
        '    def test_far(self): self.test_other()',
        '    def test_other(self): assert other() == 2',
      ),
    });
    expect(ids(cut)).toEqual([
      'tests/test_core.py::TestCache::test_base',
      'tests/test_core.py::TestCache::test_again',
    ]);
    const far = carried(
      {
        'tests/test_core.py': lines(
          'from pkg import other',
          'class TestOther:',
          '    def test_far(self): self.test_near()',
          '    def test_near(self): assert other() == 2',
        ),
      },
      'pkg.core.other',
    );
    expect(ids(far)).toHaveLength(2);
  });

  it('keep a body when all of theirs is cut', () => {
    const cut = carried({
      'tests/test_core.py': lines(
        'from pkg import Cache, other',
        'class TestBase:',
        '    def test_other(self): assert other() == 2',
        'class TestCache(TestBase):',
        '    def test_size(self): assert Cache.size == 1',
      ),
    });
    expect(cut.carriedTests.files[0]?.content).toContain('class TestBase:\n    pass\n');
    expect(ids(cut)).toEqual(['tests/test_core.py::TestCache::test_size']);
  });
});

describe('tests that cannot come along', () => {
  it('are left out when two things of one name would meet', () => {
    const cut = carried({
      'tests/conftest.py': lines('import pytest', '@pytest.fixture', 'def cache(): return 1'),
      'tests/test_core.py': lines(
        'import pytest',
        'from pkg import Cache',
        '@pytest.fixture',
        'def size(cache): return cache',
        'class TestOwn:',
        '    def test_plain(self): assert Cache.size == 1',
        '    def test_fixture(self, size): assert Cache.size == size',
      ),
      'tests/test_hidden.py': lines(
        'import pytest',
        'from pkg import Cache',
        'from tests.values import size as limit',
        'size = 2',
        'def test_a(): assert Cache.size < size',
        'def test_b(): assert Cache.size == limit',
        'def test_c(): assert Cache.size == limit < size',
      ),
      'tests/values.py': 'size = 1\n',
    });
    expect(cut.leftOut).toEqual([
      {
        id: 'tests/test_hidden.py::test_b',
        reason: 'it needs two different things called "size", which cannot share one file',
      },
      {
        id: 'tests/test_hidden.py::test_c',
        reason: 'it needs two different things called "size", which cannot share one file',
      },
    ]);
    expect(ids(cut)).toContain('tests/test_hidden.py::test_a');
  });

  it('are left out when they use a module of the suite as a value', () => {
    const cut = carried({
      'tests/__init__.py': '',
      'tests/support.py': 'x = 1\n',
      'tests/test_core.py': lines(
        'from pkg import Cache',
        'from tests import support',
        'def test_a(): assert Cache.size == vars(support)["x"]',
        'def test_b(): assert Cache.size == support.x',
      ),
    });
    expect(cut.leftOut).toEqual([
      {
        id: 'tests/test_core.py::test_a',
        reason: 'it uses the module tests.support as a value, which cannot be inlined',
      },
    ]);
    expect(ids(cut)).toEqual(['tests/test_core.py::test_b']);
  });
});

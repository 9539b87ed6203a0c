import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, surveyOf, texts } from '../../support/mined.js';

const CODE = {
  'pkg/__init__.py': 'from .core import Cache, half\n',
  'pkg/core.py': lines('class Cache(dict): pass', '', '', 'def half(x): return x / 2'),
};

const PAGE = lines(
  '# Caches',
  '',
  '```pycon',
  '>>> import os.path, pkg',
  '>>> cache = pkg.Cache()',
  '>>> cache["a"] = os.path.basename(',
  '...     "x/y")',
  '```',
  '',
  'Halves:',
  '',
  '    >>> from pkg.core import half',
  '    >>> half(4)',
  '    2.0',
  '',
  'And then:',
  '',
  '    >>> cache["a"]',
  "    'y'",
  '',
  '    >>> unknown(1)',
  '    1',
);

describe('examples in pages of documentation', () => {
  it('are carried as tests, what depends on each other together, with what they import', () => {
    const cut = componentAround({ ...CODE, 'README.md': PAGE }, 'pkg.core.half');
    expect(texts(cut.carriedTests.files)).toEqual({
      'tests/test_docs_README.py': lines(
        'import doctest',
        'from pkg.core import half',
        '',
        '',
        'OPTIONS = 0',
        '',
        '',
        'def test_examples_of_half():',
        '    text = r"""',
        '    >>> half(4)',
        '    2.0',
        '    """',
        '    told = []',
        '    runner = doctest.DocTestRunner(verbose=False, optionflags=OPTIONS)',
        '    names = {"half": half}',
        '    examples = doctest.DocTestParser().get_doctest(text, names, "README.md", None, 0)',
        '    runner.run(examples, out=told.append)',
        '    assert runner.tries and not runner.failures, "".join(told)',
      ),
    });
  });

  it('see of a module what they use of it, so that the rest need not come along', () => {
    const page = PAGE.replace('    >>> unknown(1)\n    1\n', '');
    const cut = componentAround({ ...CODE, 'docs/cache.rst': page }, 'pkg.core.Cache');
    const text = texts(cut.carriedTests.files)['tests/test_docs_docs_cache.py'] ?? '';
    expect(text).toContain('from pkg import Cache\n');
    expect(text).toContain('names = {"os": os, "pkg": SimpleNamespace(Cache=Cache)}');
    expect(text).toContain(
      lines(
        '    >>> cache["a"] = os.path.basename(',
        '    ...     "x/y")',
        '',
        '    >>> cache["a"]',
        "    'y'",
      ),
    );
    expect(texts(cut.implementation)['pkg/core.py']).not.toContain('half');
  });

  it('are none when a name is nowhere bound, nothing is expected, or the page tells of the past', () => {
    const files = {
      ...CODE,
      'README.md': lines('>>> Cache()', '{}'),
      'docs/a.rst': lines('>>> from pkg import Cache', '>>> cache = Cache()', '', '>>> nonsense here'),
      'docs/b.rst': lines('>>> from pkg import Cache', '>>> Cache()  # doctest: +SKIP', '{}'),
      'docs/d.rst': lines('>>> from pkg import half', '>>> half(2 * 1_000_000)', '1000000.0'),
      'docs/c.rst': lines('>>> import pkg', '>>> pkg', '<module>'),
      'CHANGES.md': lines('>>> from pkg import Cache', '>>> Cache()', '{}'),
    };
    expect(surveyOf(files).tests.tests.map(({ test }) => test.id)).toEqual([]);
  });
});

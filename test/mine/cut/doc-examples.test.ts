import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts } from '../../support/mined.js';

const CODE = {
  'pkg/__init__.py': '',
  'pkg/core.py': lines(
    'import math',
    'def half(x): return x / 2',
    'class Cache:',
    '    def get(self, x):',
    '        """Gets.',
    '',
    '        >>> Cache().get(half(4))',
    '        2.0',
    '        >>> math = 3',
    '        >>> Cache().get(math)',
    '        3.0',
    '        """',
    '        return half(x) * 2',
    'def skipped():',
    '    """',
    '    >>> skipped()  # doctest: +SKIP',
    '    """',
  ),
};

describe('examples in docstrings', () => {
  it('are carried as tests that run them with the names they use', () => {
    const cut = componentAround(CODE, 'pkg.core.Cache');
    expect(cut.carriedTests.tests).toEqual([
      {
        id: 'tests/test_docs_pkg_core.py::test_examples_of_Cache',
        path: 'tests/test_docs_pkg_core.py',
        name: 'test_examples_of_Cache',
      },
    ]);
    expect(texts(cut.carriedTests.files)).toEqual({
      'tests/test_docs_pkg_core.py': lines(
        'import doctest',
        'from pkg.core import Cache, half',
        '',
        '',
        'OPTIONS = 0',
        '',
        '',
        'def test_examples_of_Cache():',
        '    told = []',
        '    runner = doctest.DocTestRunner(verbose=False, optionflags=OPTIONS)',
        '    names = dict(globals(), used=(Cache, half,))',
        '    for examples in doctest.DocTestFinder().find(Cache, "examples", globs=names):',
        '        runner.run(examples, out=told.append)',
        '    assert runner.tries and not runner.failures, " ".join("".join(told).replace("*" * 70, "").split())',
      ),
    });
    expect(texts(cut.implementation)['pkg/core.py']).toContain('def half');
  });

  it('have the name and the file of their module, not those of the test', () => {
    const files = {
      'core.py': lines(
        'def is_source(path):',
        '    """',
        '    >>> is_source(__file__), __name__',
        "    (True, 'core')",
        '    """',
        '    return path.endswith("core.py")',
      ),
    };
    const [test = ''] = Object.values(texts(componentAround(files, 'core.is_source').carriedTests.files));
    expect(test).toContain('import sys\n');
    expect(test).toContain(
      'dict(globals(), __file__=sys.modules[is_source.__module__].__file__, __name__=is_source.__module__, used=(is_source,))',
    );
  });

  it('name what they read off a package, so that not all of it comes', () => {
    const files = {
      'pkg/__init__.py': lines('from .core import half', 'from .other import other', 'STATE = 1'),
      'pkg/other.py': 'def other(): return 1\n',
      'pkg/core.py': lines(
        'import pkg',
        'def half(x):',
        '    """',
        '    >>> pkg.half(pkg.STATE)',
        '    2.0',
        '    """',
        '    return x / 2',
        'def all_of_it():',
        '    """',
        '    >>> pkg.new = pkg.STATE',
        '    """',
        '    return pkg.STATE',
      ),
    };
    const cut = componentAround(files, 'pkg.core.half');
    expect(cut.carriedTests.files[0]?.content).toContain('used=(half, pkg.STATE, pkg.half,)');
    expect(texts(cut.implementation)).not.toHaveProperty(['pkg/other.py']);
    const [other] = componentAround(files, 'pkg.core.all_of_it').carriedTests.files;
    expect(other?.content).toContain('used=(all_of_it, pkg,)');
  });

  it('are compared as the configuration of the suite says', () => {
    const config = lines('[pytest]', 'doctest_optionflags = ELLIPSIS NORMALIZE_WHITESPACE REPORT_UDIFF');
    const cut = componentAround({ ...CODE, 'pytest.ini': config }, 'pkg.core.Cache');
    expect(texts(cut.carriedTests.files)['tests/test_docs_pkg_core.py']).toContain(
      'OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE\n',
    );
  });

  it('are no tests when all of them are skipped', () => {
    expect(componentAround(CODE, 'pkg.core.skipped').carriedTests.tests).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts } from '../../support/mined.js';

const CORE = { 'pkg/__init__.py': '', 'pkg/core.py': lines('def read(path): return open(path).read()') };

function carried(files: Readonly<Record<string, string>>) {
  const { carriedTests, implementation } = componentAround({ ...CORE, ...files }, 'pkg.core.read');
  return { files: texts(carriedTests.files), own: Object.keys(texts(implementation)) };
}

describe('the files that carried tests read', () => {
  const body = ['def test_read():', '    assert read(DATA) == "1"'];

  it.each([
    ['from their own place', ['DATA = Path(__file__).parent / "data.txt"']],
    ['by a name for that place', ['HERE = Path(__file__).parent', 'DATA = HERE / "data.txt"']],
    ['from where the suite is started', ['DATA = "tests/data.txt"']],
  ])('travel when they are found %s', (_, head) => {
    const { files, own } = carried({
      'tests/test_core.py': lines('from pathlib import Path', 'from pkg.core import read', ...head, ...body),
      'tests/data.txt': '1',
      'tests/other.txt': '2',
    });
    expect(Object.keys(files)).toEqual(['tests/test_core.py', 'tests/data.txt']);
    expect(own).toEqual(['pkg/__init__.py', 'pkg/core.py']);
  });

  it('travel when a support module knows their place', () => {
    const { files } = carried({
      'tests/__init__.py': '',
      'tests/places.py': lines('import os', 'DATA = os.path.join(os.path.dirname(__file__), "data")'),
      'tests/test_core.py': lines(
        'import os',
        'from pkg.core import read',
        'from .places import DATA',
        'def test_read(): assert read(os.path.join(DATA, "one.txt")) == "1"',
      ),
      'tests/data/one.txt': '1',
    });
    expect(files).toHaveProperty(['tests/data/one.txt'], '1');
  });
});

describe('the packages of carried tests', () => {
  it('come when a test knows the name of its own module', () => {
    const { files } = carried({
      'tests/__init__.py': 'import os\n',
      'tests/test_core.py': lines(
        'from pkg.core import read',
        'class Known: pass',
        'def test_read():',
        '    assert f"{Known.__module__}" == "tests.test_core" and read("/dev/null") == ""',
      ),
    });
    expect(files).toHaveProperty(['tests/__init__.py'], '');
  });

  it('come when two files share a name, and else do not', () => {
    const test = (name: string) =>
      lines('from pkg.core import read', `def ${name}(): assert read("/dev/null") == ""`);
    const alone = carried({ 'tests/__init__.py': '', 'tests/test_core.py': test('test_a') });
    expect(Object.keys(alone.files)).toEqual(['tests/test_core.py']);
    const both = carried({
      'tests/__init__.py': '',
      'tests/test_core.py': test('test_a'),
      'tests/more/__init__.py': '',
      'tests/more/test_core.py': test('test_b'),
    });
    expect(Object.keys(both.files)).toEqual([
      'tests/more/test_core.py',
      'tests/test_core.py',
      'tests/__init__.py',
      'tests/more/__init__.py',
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts, type RepositoryFiles } from '../../support/mined.js';

const CODE: RepositoryFiles = {
  'pkg/__init__.py': '',
  'pkg/load.py': lines(
    'from importlib.metadata import entry_points',
    'GROUP = "pkg.readers"',
    'def load(name):',
    '    return [one.load() for one in entry_points(group=GROUP) if one.name == name]',
  ),
  'pkg/readers.py': lines('def csv(): return 1', 'def other(): return 2'),
};

function kept(files: RepositoryFiles): Readonly<Record<string, string>> {
  return texts(componentAround({ ...CODE, ...files }, 'pkg.load.load').implementation);
}

describe('entry points that code loads', () => {
  it.each([
    ['pyproject.toml', lines('[project.entry-points."pkg.readers"]', 'csv = "pkg.readers:csv"')],
    [
      'setup.cfg',
      lines('[metadata]', 'name = x', '[options.entry_points]', 'pkg.readers =', '    csv = pkg.readers:csv'),
    ],
    ['setup.py', 'setup(entry_points={"pkg.readers": ["csv = pkg.readers:csv"]})\n'],
  ])('bring what %s names', (path, text) => {
    expect(
      kept({ [path]: path === 'pyproject.toml' ? `[project]\nname = "x"\n${text}` : text }),
    ).toHaveProperty(['pkg/readers.py'], 'def csv(): return 1\n');
  });

  it('bring nothing of another group', () => {
    const text = lines('[project]', 'name = "x"', '[project.entry-points.others]', 'csv = "pkg.readers:csv"');
    expect(kept({ 'pyproject.toml': text })).not.toHaveProperty(['pkg/readers.py']);
  });

  it('bring nothing of the suite, which plugs in what only it needs', () => {
    const text = lines(
      '[project]',
      'name = "x"',
      '[project.entry-points."pkg.readers"]',
      'csv = "pkg.tests.support:fake"',
    );
    const files = { 'pkg/tests/support.py': 'def fake(): return 1\n', 'pyproject.toml': text };
    expect(kept(files)).not.toHaveProperty(['pkg/tests/support.py']);
  });
});

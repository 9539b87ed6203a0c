import { describe, expect, it } from '@jest/globals';
import { moduleOfPath } from '../../src/python/module-paths.js';
import { projectSourceRoots } from '../../src/python/project-layout.js';
import { treeOfFiles, type RepositoryFiles } from '../support/mined.js';

/** Modules by path. */
function modulesOf(files: RepositoryFiles) {
  const tree = treeOfFiles(files);
  const roots = projectSourceRoots(tree);
  const python = [...tree.keys()].filter(path => path.endsWith('.py'));
  return Object.fromEntries(python.map(path => [path, moduleOfPath(path, roots)]));
}

describe('the layout of a repository', () => {
  it.each<readonly [string, RepositoryFiles, Readonly<Record<string, string | undefined>>]>([
    [
      'src',
      { 'pyproject.toml': '', 'src/pkg/a.py': '', 'src/pkg/tests/test_a.py': '', 'tests/test_b.py': '' },
      {
        'src/pkg/a.py': 'pkg.a',
        'src/pkg/tests/test_a.py': 'pkg.tests.test_a',
        'tests/test_b.py': 'tests.test_b',
      },
    ],
    [
      'flat',
      { 'setup.py': '', 'pkg/__init__.py': '', 'pkg/tests/test_a.py': '', 'single.py': '' },
      {
        'setup.py': 'setup',
        'pkg/__init__.py': 'pkg',
        'pkg/tests/test_a.py': 'pkg.tests.test_a',
        'single.py': 'single',
      },
    ],
    [
      'src as a package',
      { 'src/__init__.py': '', 'src/a.py': '', 'tests/test_a.py': 'from src.a import b\n' },
      { 'src/__init__.py': 'src', 'src/a.py': 'src.a', 'tests/test_a.py': 'tests.test_a' },
    ],
    [
      'src with a file that is there by mistake',
      { 'src/__init__.py': '', 'src/pkg/__init__.py': '', 'tests/test_a.py': 'from pkg import b\n' },
      { 'src/__init__.py': undefined, 'src/pkg/__init__.py': 'pkg', 'tests/test_a.py': 'tests.test_a' },
    ],
    [
      'a declared folder',
      {
        'pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["lib"]\n',
        'lib/pkg/a.py': '',
        'other/b.py': '',
      },
      { 'lib/pkg/a.py': 'pkg.a', 'other/b.py': 'other.b' },
    ],
    [
      'a folder that setup.py declares',
      { 'setup.py': "setup(package_dir={'': 'python'})\n", 'python/pkg/a.py': '' },
      { 'setup.py': 'setup', 'python/pkg/a.py': 'pkg.a' },
    ],
    [
      'a declared folder outside',
      { 'pyproject.toml': 'where = ["../other"]\n', 'other/b.py': '' },
      { 'other/b.py': 'other.b' },
    ],
    [
      'several projects',
      {
        'packages/one/pyproject.toml': '',
        'packages/one/src/ns/one/a.py': '',
        'packages/one/tests/test_a.py': '',
        'services/two/setup.cfg': '',
        'services/two/ns/two/a.py': '',
        'services/two/ns/two/tests/test_a.py': '',
        'services/two/tests/test_a.py': '',
        'libs/three/src/three.py': '',
        'tools/run.py': '',
      },
      {
        'packages/one/src/ns/one/a.py': 'ns.one.a',
        'packages/one/tests/test_a.py': 'packages.one.tests.test_a',
        'services/two/ns/two/a.py': 'ns.two.a',
        'services/two/ns/two/tests/test_a.py': 'ns.two.tests.test_a',
        'services/two/tests/test_a.py': 'services.two.tests.test_a',
        'libs/three/src/three.py': 'three',
        'tools/run.py': 'tools.run',
      },
    ],
    [
      'projects that are data of tests',
      { 'tests/data/app/setup.py': '', 'tests/data/app/pkg/a.py': '' },
      {
        'tests/data/app/setup.py': 'tests.data.app.setup',
        'tests/data/app/pkg/a.py': 'tests.data.app.pkg.a',
      },
    ],
    [
      'names in other scripts',
      { 'größe/é1.py': '', 'a-b/c.py': '' },
      { 'größe/é1.py': 'größe.é1', 'a-b/c.py': undefined },
    ],
  ])('names modules as they import each other: %s', (_title, files, modules) => {
    expect(modulesOf(files)).toEqual(modules);
  });

  it('does not depend on the order of files', () => {
    const files = { 'packages/b/src/b.py': '', 'packages/a/setup.py': '', 'packages/a/a/x.py': '' };
    const forth = projectSourceRoots(treeOfFiles(files));
    const back = projectSourceRoots(new Map([...treeOfFiles(files)].reverse()));
    expect(forth).toEqual(['packages/b/src', 'packages/a', '']);
    expect(back).toEqual(forth);
  });
});

import { describe, expect, it } from '@jest/globals';
import { projectMetadata } from '../../../src/python/declarations/index.js';
import { lines, treeOfFiles, type RepositoryFiles } from '../../support/mined.js';

function written(files: RepositoryFiles): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...projectMetadata(treeOfFiles(files))].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
  );
}

const folderOf = (files: RepositoryFiles): string | undefined =>
  Object.keys(written(files))[0]?.split('/')[0];

const project = (...more: readonly string[]) => lines('[project]', 'name = "demo"', ...more);

describe('projectMetadata', () => {
  it('is what installing the project would leave behind', () => {
    const files = {
      'pyproject.toml': project(
        'version = "1.2.0"',
        'requires-python = ">=3.9"',
        'dependencies = ["click>=8", "tomli; python_version < \'3.11\'"]',
        '[project.optional-dependencies]',
        'test = ["pytest", "mock; python_version < \'3.11\'"]',
        '[project.scripts]',
        'demo = "demo.cli:main"',
        '[project.gui-scripts]',
        'demo-window = "demo.window:main"',
        '[project.entry-points.pytest11]',
        'demo = "demo.plugin"',
      ).replace('"demo"', '"Demo-Project.x"'),
      'src/demo/__init__.py': '',
      'src/single.py': '',
      'src/tests/__init__.py': '',
      'setup.py': '',
    };
    expect(written(files)).toEqual({
      'demo_project_x-1.2.0.dist-info/METADATA': lines(
        'Metadata-Version: 2.1',
        'Name: Demo-Project.x',
        'Version: 1.2.0',
        'Requires-Python: >=3.9',
        'Requires-Dist: click>=8',
        "Requires-Dist: tomli; python_version < '3.11'",
        'Provides-Extra: test',
        'Requires-Dist: pytest; extra == "test"',
        'Requires-Dist: mock; (python_version < \'3.11\') and extra == "test"',
      ),
      'demo_project_x-1.2.0.dist-info/entry_points.txt': lines(
        ...['[console_scripts]', 'demo = demo.cli:main', ''],
        ...['[gui_scripts]', 'demo-window = demo.window:main', ''],
        ...['[pytest11]', 'demo = demo.plugin'],
      ),
      'demo_project_x-1.2.0.dist-info/top_level.txt': lines('demo', 'single'),
      'demo_project_x-1.2.0.dist-info/INSTALLER': 'codeface\n',
    });
  });

  it('takes the name of a source distribution where setup.py computes it', () => {
    const files = {
      'setup.py': 'setup(name=about["x"])\n',
      'PKG-INFO': 'Metadata-Version: 2.1\nName: demo\nVersion: 1.5\n',
    };
    expect(folderOf(files)).toBe('demo-1.5.dist-info');
  });

  it('is nothing where nothing names the project', () => {
    expect(written({ 'setup.cfg': lines('[metadata]', 'name = ../demo') })).toEqual({});
    expect(written({ 'demo/__init__.py': '' })).toEqual({});
  });

  it.each<[string, string, RepositoryFiles]>([
    ['setup.cfg', '2.0', { 'setup.cfg': lines('[metadata]', 'name = demo', 'version = 2.0') }],
    ['setup.py', '3.0', { 'setup.py': 'VERSION = "3.0"\nsetup(name="demo", version=VERSION)\n' }],
    ['Poetry', '4.0', { 'pyproject.toml': lines('[tool.poetry]', 'name = "demo"', 'version = "4.0"') }],
    [
      'the PKG-INFO of a source distribution',
      '5.0',
      { 'pyproject.toml': project('dynamic = ["version"]'), 'PKG-INFO': 'Name: Demo\nVersion: 5.0\n' },
    ],
    [
      'an attribute that setuptools would import',
      '6.0',
      {
        'setup.cfg': lines('[metadata]', 'name = demo', 'version = attr: demo.about.__version__'),
        'src/demo/about.py': '__version__: str = "6.0"\n',
      },
    ],
    [
      'a file that setuptools would read',
      '7.0',
      {
        'pyproject.toml': project('[tool.setuptools.dynamic]', 'version = {file = "VERSION"}'),
        VERSION: '7.0\n',
      },
    ],
    [
      "Hatch's version file",
      '8.0',
      {
        'pyproject.toml': project('[tool.hatch.version]', 'path = "demo/_about.py"'),
        'demo/_about.py': 'import os\n__version__ = "8.0"\n',
      },
    ],
    [
      "the module of Flit's project",
      '9.0',
      {
        'pyproject.toml': project(
          'dynamic = ["version"]',
          '[build-system]',
          'build-backend = "flit_core.buildapi"',
        ),
        'demo.py': '"""Demo."""\n__version__ = "9.0"\n',
      },
    ],
    [
      'a version file of its package, a tuple too',
      '10.1',
      { 'pyproject.toml': project(), 'demo/__init__.py': '', 'demo/version.py': 'VERSION = (10, 1)\n' },
    ],
    [
      'nothing that can be read',
      '0.0.0',
      {
        'pyproject.toml': project(),
        'demo/__init__.py': '__version__ = compute()\n',
        'PKG-INFO': 'Name: x\nVersion: 1\n',
      },
    ],
    ['a version that is none', '0.0.0', { 'pyproject.toml': project('version = "../../1"') }],
  ])('takes the version from %s', (_, version, files) => {
    expect(folderOf(files)).toBe(`demo-${version}.dist-info`);
  });

  it('reads the entry points of setup.cfg, setup.py and Poetry, one plain line each', () => {
    const setupCfg = lines(
      '[metadata]',
      'name = demo',
      '[options.entry_points]',
      'console_scripts =',
      '    a = demo:a',
    );
    const setupPy = 'setup(name="demo", entry_points={"pytest11": ["b = demo.b", "c = demo.c\\n[evil]"]})\n';
    const poetry = lines(
      '[tool.poetry]',
      'name = "demo"',
      'scripts = {d = "demo:d", e = {reference = "demo:e", type = "console"}, "f\\n[evil]" = "demo:f"}',
      '[tool.poetry.plugins."demo.plugins"]',
      'g = "demo:g"',
    );
    const points = (files: RepositoryFiles) => written(files)['demo-0.0.0.dist-info/entry_points.txt'];
    expect(points({ 'setup.cfg': setupCfg })).toBe(lines('[console_scripts]', 'a = demo:a'));
    expect(points({ 'setup.py': setupPy })).toBe(lines('[pytest11]', 'b = demo.b'));
    const ini = 'setup(name="demo", entry_points="""[console_scripts]\nDemo = demo:main""")\n';
    expect(points({ 'setup.py': ini })).toBe(lines('[console_scripts]', 'Demo = demo:main'));
    expect(points({ 'pyproject.toml': poetry })).toBe(
      lines('[console_scripts]', 'd = demo:d', 'e = demo:e', '', '[demo.plugins]', 'g = demo:g'),
    );
  });
});

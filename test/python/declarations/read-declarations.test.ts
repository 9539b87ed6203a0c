import { describe, expect, it } from '@jest/globals';
import { readDeclarations } from '../../../src/python/declarations/index.js';
import { lines, treeOfFiles, type RepositoryFiles } from '../../support/mined.js';

/** Requirements alone, as they are most easily compared. */
function declared(files: RepositoryFiles): {
  readonly runtime: readonly string[];
  readonly test: readonly string[];
} {
  const { runtime, test } = readDeclarations(treeOfFiles(files));
  return { runtime: runtime.map(one => one.requirement), test: test.map(one => one.requirement) };
}

const notesOf = (files: RepositoryFiles): readonly string[] => readDeclarations(treeOfFiles(files)).notes;

describe('readDeclarations', () => {
  it('declares nothing where nothing is declared', () => {
    expect(readDeclarations(new Map())).toEqual({
      runtime: [],
      test: [],
      requiresPython: '',
      classifiers: [],
      preferredInterpreters: ['3.12'],
      hasLargeWheels: false,
      services: [],
      privateIndexes: [],
      notes: [],
    });
  });

  it('reads PEP 621, its test extras, and says where each comes from', () => {
    const pyproject = lines(
      '[project]',
      'name = "demo"',
      'dependencies = ["requests[socks] >=2.31, <3", "tomli; python_version < \'3.11\'"]',
      '[project.optional-dependencies]',
      'Tests = ["pytest>=8", "demo[extra]"]',
      'extra = ["attrs"]',
      'docs = ["sphinx"]',
    );
    const { runtime, test } = readDeclarations(treeOfFiles({ 'pyproject.toml': pyproject }));
    expect(runtime.map(one => one.requirement)).toEqual([
      'requests[socks] >=2.31, <3',
      "tomli; python_version < '3.11'",
    ]);
    expect(test).toEqual([
      { requirement: 'pytest>=8', from: 'pyproject.toml (extra Tests)' },
      { requirement: 'attrs', from: 'pyproject.toml (extra extra)' },
    ]);
  });

  it('follows included groups of PEP 735, circles too', () => {
    const pyproject = lines(
      '[dependency-groups]',
      'test = ["pytest", {include-group = "Typing_Base"}]',
      'typing-base = ["mypy", {include-group = "test"}]',
      'docs = ["sphinx"]',
    );
    expect(declared({ 'pyproject.toml': pyproject }).test).toEqual(['pytest', 'mypy']);
  });

  it('rewrites what Poetry says, and leaves out what no index holds', () => {
    const pyproject = lines(
      '[tool.poetry]',
      'name = "demo"',
      '[tool.poetry.dependencies]',
      'python = "^3.10"',
      'click = "^8.1.3"',
      'attrs = {version = "~23.1", extras = ["dev"], python = "<3.12"}',
      'rich = {version = "*", optional = true}',
      'local = {path = "../local"}',
      'forked = {git = "https://user:secret@git.example/forked"}',
      'either = "^1 || ^2"',
      'numpy = [{version = "1.26", python = "<3.11"}, {version = ">=2", python = ">=3.11"}]',
      '[tool.poetry.extras]',
      'test = ["rich"]',
      '[tool.poetry.group.test.dependencies]',
      'pytest = ">=7,<9"',
      '[tool.poetry.group.docs.dependencies]',
      'sphinx = "*"',
    );
    const files = { 'pyproject.toml': pyproject };
    expect(declared(files)).toEqual({
      runtime: [
        'click>=8.1.3,<9.0',
        'attrs[dev]>=23.1,<23.2; python_version < "3.12"',
        'either',
        'numpy==1.26; python_version < "3.11"',
        'numpy>=2; python_version >= "3.11"',
      ],
      test: ['pytest>=7,<9', 'rich'],
    });
    expect(readDeclarations(treeOfFiles(files)).requiresPython).toBe('>=3.10,<4.0');
    expect(notesOf(files)).toEqual([
      expect.stringContaining('`local` was left out'),
      expect.stringContaining('`forked` was left out'),
      expect.stringContaining('`either` cannot be said in PEP 440'),
    ]);
  });

  it('reads the environments of Hatch, the groups of PDM, and what uv takes from elsewhere', () => {
    const pyproject = lines(
      '[project]',
      'name = "demo"',
      'dependencies = ["sibling", "click"]',
      '[project.optional-dependencies]',
      'qa = ["hypothesis"]',
      '[tool.hatch.envs.test]',
      'dependencies = ["pytest-cov"]',
      'features = ["qa"]',
      '[tool.hatch.envs.docs]',
      'dependencies = ["mkdocs"]',
      '[tool.pdm.dev-dependencies]',
      'test = ["pytest-mock", "-e file:///x"]',
      '[tool.uv.sources]',
      'sibling = {workspace = true}',
      'click = {index = "other"}',
    );
    const files = { 'pyproject.toml': pyproject };
    expect(declared(files)).toEqual({
      runtime: ['click'],
      test: ['pytest-cov', 'pytest-mock', 'hypothesis'],
    });
    expect(notesOf(files)).toEqual([
      expect.stringContaining('`sibling` was left out, since uv takes it'),
      expect.stringContaining('`-e file:///x` was left out'),
    ]);
  });

  it('reads setup.cfg', () => {
    const setupCfg = lines(
      '[metadata]',
      'name = demo',
      'classifiers =',
      '    Programming Language :: Python :: 3.11',
      '    Programming Language :: Python :: 3.10',
      '[options]',
      'python_requires = >=3.9',
      'install_requires =',
      '    click>=8',
      '    # a comment',
      '    tomli; python_version<"3.11"',
      'tests_require = nose2',
      '[options.extras_require]',
      'testing =',
      '    pytest',
      'docs = sphinx',
    );
    const read = readDeclarations(treeOfFiles({ 'setup.cfg': setupCfg }));
    expect(declared({ 'setup.cfg': setupCfg })).toEqual({
      runtime: ['click>=8', 'tomli; python_version<"3.11"'],
      test: ['pytest', 'nose2'],
    });
    expect(read).toMatchObject({
      requiresPython: '>=3.9',
      classifiers: ['3.11', '3.10'],
      preferredInterpreters: ['3.11', '3.10'],
    });
  });

  it('reads the literals of setup.py, and says what it computes', () => {
    const setupPy = lines(
      'from setuptools import setup',
      'BASE = ["click", "at" "trs"]',
      'EXTRA = dict(test=BASE + ["pytest"], **{"docs": ["sphinx"], "tests:python_version<\'3\'": ["mock"]})',
      'setup(',
      '    name="demo",',
      '    install_requires=[*BASE, open("x").read(), r"rich>=1"],',
      '    extras_require=EXTRA,',
      '    python_requires=">=" + "3.8",',
      '    version=read_version(),',
      ')',
    );
    const files = { 'setup.py': setupPy };
    expect(declared(files)).toEqual({
      runtime: ['click', 'attrs', 'rich>=1'],
      test: ['pytest', "mock; python_version<'3'"],
    });
    expect(readDeclarations(treeOfFiles(files)).requiresPython).toBe('>=3.8');
    expect(notesOf(files)).toEqual(['setup.py computes `version` when it runs: it was not read.']);
  });

  it('follows requirements files inside the tree, circles too', () => {
    const files = {
      'requirements.txt': lines(
        '--index-url https://user:secret@index.example/simple',
        '-r requirements/base.txt',
        '-e .',
        'requests==2.31.0 \\',
        '    --hash=sha256:0000 --hash=sha256:1111',
        'git+https://git.example/x',
        './vendored',
        '-r ../../outside.txt',
        '-c constraints.txt',
      ),
      'requirements/base.txt': lines('click # needed', '-r ../requirements.txt'),
      'constraints.txt': lines('click<9', 'unrelated==1'),
      'requirements_test.txt': 'pytest\n',
      'requirements/docs.txt': 'sphinx\n',
      'requirements/tests.txt': 'pytest-mock\n-r base.txt\n',
      'tests/requirements.txt': 'freezegun\n',
      'test-requirements.txt': 'hypothesis\n',
    };
    expect(declared(files)).toEqual({
      runtime: ['click', 'requests==2.31.0', 'click<9'],
      test: ['pytest-mock', 'pytest', 'hypothesis', 'freezegun'],
    });
    expect(readDeclarations(treeOfFiles(files)).privateIndexes).toEqual(['index.example']);
    expect(notesOf(files)).toEqual([
      expect.stringContaining('`git+https://git.example/x` was left out'),
      expect.stringContaining('`./vendored` was left out'),
      expect.stringContaining('`../../outside.txt` was left out, since it is not in the tree'),
    ]);
  });

  it.each<[string, string, string]>([
    ['an extra', 'pyproject.toml', lines('[project.optional-dependencies]', 'dev = ["mock"]')],
    ['a group', 'pyproject.toml', lines('[dependency-groups]', 'dev = ["mock"]')],
    ["Poetry's old table", 'pyproject.toml', lines('[tool.poetry.dev-dependencies]', 'mock = "*"')],
    ["uv's old list", 'pyproject.toml', lines('[tool.uv]', 'dev-dependencies = ["mock"]')],
    ["Hatch's default", 'pyproject.toml', lines('[tool.hatch.envs.default]', 'dependencies = ["mock"]')],
    ['a requirements file', 'requirements-dev.txt', 'mock\n'],
  ])('takes %s for development only where nothing is for tests', (_, path, text) => {
    expect(declared({ [path]: text }).test).toEqual(['mock']);
    expect(declared({ [path]: text, 'tests/requirements.txt': 'pytest\n' }).test).toEqual(['pytest']);
    expect(declared({ [path]: text, 'tox.ini': lines('[testenv]', 'deps = pytest') }).test).toEqual([
      ...['mock', 'pytest'],
    ]);
  });

  it('keeps the first of two that contradict each other, unless their markers differ', () => {
    const files = {
      'requirements.txt': lines(
        'django==4.2',
        'old==1; python_version < "3.9"',
        'old==2; python_version >= "3.9"',
      ),
      'requirements-test.txt': 'Django==5.0\npytest\n',
    };
    expect(declared(files)).toEqual({
      runtime: ['django==4.2', 'old==1; python_version < "3.9"', 'old==2; python_version >= "3.9"'],
      test: ['pytest'],
    });
    expect(notesOf(files)).toEqual([
      'requirements-test.txt: `Django==5.0` was left out, since it contradicts `django==4.2` of requirements.txt.',
    ]);
  });

  it('knows distributions whose wheels are large', () => {
    const large = (name: string) =>
      readDeclarations(treeOfFiles({ 'requirements.txt': `${name}\n` })).hasLargeWheels;
    expect(['torch>=2', 'Opencv_Python-headless', 'nvidia-cublas-cu12', 'cupy-cuda12x'].map(large)).toEqual([
      ...[true, true, true, true],
    ]);
    expect(['torchmetrics-lite', 'requests', 'opencv'].map(large)).toEqual([false, false, false]);
  });

  it('names private indexes by host alone', () => {
    const files = {
      'pyproject.toml': lines(
        '[[tool.poetry.source]]',
        'url = "https://b.example/simple"',
        '[[tool.uv.index]]',
        'url = "https://pypi.org/simple"',
        '[[tool.pdm.source]]',
        'url = "https://${USER}:${PASSWORD}@c.example:8443/simple"',
      ),
      'pip.conf': lines(
        '[global]',
        'extra-index-url =',
        '    https://a.example/simple',
        '    not an address',
      ),
    };
    expect(readDeclarations(treeOfFiles(files)).privateIndexes).toEqual([
      'a.example',
      'b.example',
      'c.example',
    ]);
  });
});

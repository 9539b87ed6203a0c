import { describe, expect, it } from '@jest/globals';
import { readDeclarations } from '../../../src/python/declarations/index.js';
import { lines, treeOfFiles, type RepositoryFiles } from '../../support/mined.js';

function testsOf(files: RepositoryFiles): readonly string[] {
  return readDeclarations(treeOfFiles(files)).test.map(one => one.requirement);
}

const WORKFLOW = lines(
  'on: push',
  'jobs:',
  '  suite:',
  '    services:',
  '      db: { image: "postgres:16" }',
  '      redis: { image: "registry.example/redis/redis-stack:7" }',
  '    steps:',
  '      - uses: actions/checkout@v4',
  '      - run: |',
  '          python -m pip install --upgrade pip setuptools',
  '          pip install "pytest<9" pytest-mock>=3 -r ci.txt -e ".[qa]" \\',
  '            ${{ matrix.extra }} > log 2>&1 && uv pip install freezegun # and more',
  '      - run: pytest -x',
  '  docs:',
  '    services: { queue: { image: rabbitmq } }',
  '    steps: [{ run: pip install sphinx }]',
);

describe('what a suite is run with', () => {
  it('reads tox.ini: references, extras, groups and conditions that hold', () => {
    const files = {
      'pyproject.toml': lines(
        '[project]',
        'name = "demo"',
        'optional-dependencies = {qa = ["hypothesis"]}',
        '[dependency-groups]',
        'check = ["coverage"]',
      ),
      'tox.ini': lines(
        '[tox]',
        'envlist = lint, py{311,312}-django{42,50}',
        '[base]',
        'deps = pytest',
        '[testenv]',
        'extras = qa',
        'dependency_groups = check',
        'deps =',
        '    {[base]deps}',
        '    {[loop]deps}',
        '    -r{toxinidir}/more.txt',
        '    py311: for-311',
        '    py312: for-312',
        '    django42: Django>=4.2,<5',
        '    django50: Django>=5,<6',
        '    !django50, lint: not-50',
        '    {env:UNKNOWN}',
        '[loop]',
        'deps = {[loop]deps}',
        '[testenv:lint]',
        'deps = ruff',
        '[testenv:unit]',
        'deps = mock',
      ),
      'more.txt': 'attrs\n',
    };
    expect(testsOf(files)).toEqual([
      ...['pytest', 'attrs', 'for-312', 'Django>=4.2,<5', 'not-50', 'mock', 'hypothesis', 'coverage'],
    ]);
  });

  it('reads tox in pyproject.toml, old and new', () => {
    const old = lines('[tool.tox]', "legacy_tox_ini = '''", '[testenv]', 'deps = pytest', "'''");
    const now = lines('[tool.tox.env_run_base]', 'deps = ["pytest", "-r more.txt"]');
    expect(testsOf({ 'pyproject.toml': old })).toEqual(['pytest']);
    expect(testsOf({ 'pyproject.toml': now, 'more.txt': 'attrs' })).toEqual(['pytest', 'attrs']);
  });

  it('reads what the test sessions of nox install', () => {
    const noxfile = lines(
      'import nox',
      'DEPS = ["pytest", "attrs"]',
      '@nox.session(python=["3.12"])',
      'def unit_tests(session):',
      '    session.install(*DEPS, "-r", "more.txt", compute())',
      '    session.install("-e", ".[qa]")',
      '@nox.session(name="test-all")',
      'def everything(session):',
      '    session.install("mock")',
      '@nox.session',
      'def lint(session):',
      '    session.install("ruff")',
    );
    const files = {
      'noxfile.py': noxfile,
      'more.txt': 'rich\n',
      'setup.cfg': lines('[options.extras_require]', 'qa = hypothesis', '[metadata]', 'name = demo'),
    };
    expect(testsOf(files)).toEqual(['pytest', 'attrs', 'rich', 'mock', 'hypothesis']);
  });

  it('takes the jobs of workflows as hints, where nothing else says what the suite needs', () => {
    const files = {
      '.github/workflows/ci.yml': WORKFLOW,
      'ci.txt': 'attrs\n',
      'setup.cfg': lines('[metadata]', 'name = demo', '[options.extras_require]', 'qa = hypothesis'),
    };
    // An unquoted `>` is the shell's: pip never sees the version.
    expect(testsOf(files)).toEqual(['pytest<9', 'pytest-mock', 'attrs', 'freezegun', 'hypothesis']);
    expect(testsOf({ ...files, 'requirements-test.txt': 'pytest\n' })).toEqual(['pytest']);
  });

  it('says which servers the suite seems to need, with the evidence', () => {
    const files = {
      '.github/workflows/ci.yml': WORKFLOW,
      'docker-compose.test.yml': lines(
        'services:',
        '  cache: {image: redis}',
        '  mongo: {}',
        '  web: {build: .}',
      ),
    };
    expect(readDeclarations(treeOfFiles(files)).services).toEqual([
      { name: 'postgres', evidence: '.github/workflows/ci.yml (services of the job suite)' },
      { name: 'redis', evidence: '.github/workflows/ci.yml (services of the job suite)' },
      { name: 'mongo', evidence: 'docker-compose.test.yml' },
    ]);
  });
});

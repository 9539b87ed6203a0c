import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeUtf8, type FileTree } from '../../../src/domain/files.js';
import { guardTree } from '../../../src/execute/guard/guard-tree.js';
import { treeOfTexts } from '../../support/values.js';

const PYPROJECT = `[project]
name = "shop"
dependencies = ["six"]

[tool.pytest.ini_options]
addopts = "-q"
markers = [
    "slow: takes long",
]

[tool.black]
line-length = 100

[tool.coverage.run]
branch = true
`;
const BASE = {
  'src/shop/__init__.py': '',
  'src/shop/cart.py': 'x = 1\n',
  'tests/conftest.py': 'import pytest\n',
  'tests/support.py': 'A = 1\n',
  'tests/data/prices.json': '{}',
  'tests/test_cart.py': 'def test_total(): ...\n',
  'src/shop/cart_test.py': 'def test_inner(): ...\n',
  'checks/check_all.py': 'def test_all(): ...\n',
  'setup.cfg':
    '[metadata]\nname = shop\n\n[tool:pytest]\npython_files = check_*.py test_*.py\n\n[options]\nzip_safe = no\n',
  'pyproject.toml': PYPROJECT,
  '.github/workflows/ci.yml': 'on: push\n',
  'noxfile.py': 'import nox\n',
};
const INSTALLED = { installed: new Set(['requests', 'yaml', 'pytest']) };
const base = treeOfTexts(BASE);

/** The base with some files changed; null deletes one. */
function changedBy(changes: Readonly<Record<string, string | null>>): FileTree {
  const texts = Object.entries({ ...BASE, ...changes }).filter(([, text]) => text !== null);
  return treeOfTexts(Object.fromEntries(texts));
}

const guard = (changes: Readonly<Record<string, string | null>>) =>
  guardTree(base, changedBy(changes), INSTALLED);
const textAt = ({ tree }: { readonly tree: FileTree }, path: string) => {
  const bytes = tree.get(path);
  return bytes && decodeUtf8(bytes);
};

describe('guardTree', () => {
  it('leaves an untouched tree as it is, and a change to the code alone', () => {
    expect(guard({})).toEqual({ tree: base, findings: [], refused: false });
    const changes = { 'src/shop/cart.py': 'x = 2\n', 'src/shop/new.py': '', 'tests/carried/test_n.py': '' };
    expect(guard(changes)).toEqual({ tree: changedBy(changes), findings: [], refused: false });
  });

  it.each([
    'tests/test_cart.py',
    'tests/conftest.py',
    'tests/support.py',
    'tests/data/prices.json',
    'src/shop/cart_test.py',
    'checks/check_all.py',
    '.github/workflows/ci.yml',
    'noxfile.py',
  ])('puts %s back, whether it was changed, taken away or made a folder', path => {
    for (const change of [
      { [path]: 'assert True\n' },
      { [path]: null },
      { [path]: null, [`${path}/x.py`]: '' },
    ]) {
      const guarded = guard(change);
      expect(guarded.tree).toEqual(base);
      expect(guarded.refused).toBe(false);
      expect(guarded.findings).toContainEqual(expect.objectContaining({ kind: 'restored', subject: path }));
    }
  });

  it('leaves settings and CI files out that the base commit does not have', () => {
    const guarded = guard({
      'pytest.ini': '[pytest]\naddopts = --co\n',
      'tests/.coveragerc': '[run]\n',
      'tox.ini': '[pytest]\n',
      '.gitlab-ci.yml': 'x: 1\n',
      '.github/workflows/more.yml': 'on: push\n',
      'src/shop/__pycache__/cart.cpython-311.pyc': 'x',
    });
    expect(guarded.tree).toEqual(base);
    expect(guarded.refused).toBe(false);
    expect(new Set(guarded.findings.map(({ kind }) => kind))).toEqual(new Set(['restored']));
  });

  it('tells of many files of one kind in one finding', () => {
    const changes = Object.fromEntries([...'abcdefgh'].map(name => [`tests/test_${name}.py`, 'x = 1\n']));
    const many = guardTree(changedBy(changes), base, INSTALLED);
    expect(many.findings).toHaveLength(1);
    expect(many.findings[0]?.message).toMatch(
      /own tests of the base commit, as in `tests\/test_a.py`, .* and 3 more: they judge a change and/,
    );
  });

  describe('settings', () => {
    it('keeps dependency edits and puts the tables of tests and coverage back', () => {
      const changed = PYPROJECT.replace('["six"]', '["six", "attrs"]')
        .replace('"-q"', '"-q --deselect tests"')
        .replace('branch = true', 'omit = ["*"]');
      const guarded = guard({ 'pyproject.toml': `${changed}\n[tool.coverage.report]\nfail_under = 0\n` });
      expect(textAt(guarded, 'pyproject.toml')).toBe(PYPROJECT.replace('["six"]', '["six", "attrs"]'));
      expect(guarded.findings).toMatchObject([{ kind: 'restored', subject: 'pyproject.toml' }]);
    });

    it('adds the tables again where the change has none of them', () => {
      const guarded = guard({ 'pyproject.toml': '[project]\nname = "other"' });
      const text = textAt(guarded, 'pyproject.toml') ?? '';
      expect(text).toMatch(/^\[project\]\nname = "other"\n\[tool.pytest.ini_options\]\n/);
      expect(text).toMatch(/\[tool.coverage.run\]\nbranch = true\n$/);
      expect(textAt(guard({ 'pyproject.toml': null }), 'pyproject.toml')).not.toContain('[project]');
    });

    it.each([
      ['dotted keys', `${PYPROJECT.split('[tool.pytest')[0]}[tool]\npytest.ini_options.addopts = "--co"\n`],
      ['an inline table', 'tool = { pytest = { ini_options = { addopts = "--co" } } }\n'],
      ['what is no TOML', '[tool.pytest.ini_options\n'],
    ])('takes the whole file of the base commit where the change has %s', (_, text) => {
      expect(textAt(guard({ 'pyproject.toml': text }), 'pyproject.toml')).toBe(PYPROJECT);
    });

    it('is not misled by headers inside of strings and lists', () => {
      const text = `${PYPROJECT}\n[tool.other]\ntext = """\n[tool.pytest.ini_options]\n"""\nlist = [\n["tool"],\n]\n`;
      const guarded = guard({ 'pyproject.toml': text });
      expect(textAt(guarded, 'pyproject.toml')).toBe(text);
      expect(guarded.findings).toEqual([]);
    });

    it('does the same for setup.cfg, also with another line end', () => {
      const own = '[metadata]\r\nname = shop\r\n\r\n[options]\r\nzip_safe = yes\r\n';
      const guarded = guard({ 'setup.cfg': `${own}[tool:pytest]\r\npython_files = nothing.py\r\n` });
      expect(textAt(guarded, 'setup.cfg')).toBe(
        `${own}[tool:pytest]\npython_files = check_*.py test_*.py\n\n`,
      );
    });

    it('judges by the patterns of the base commit, not by those of the change', () => {
      const guarded = guard({ 'setup.cfg': '[metadata]\nname = shop\n', 'checks/check_all.py': '' });
      expect(textAt(guarded, 'checks/check_all.py')).toBe(BASE['checks/check_all.py']);
    });

    it('takes `testpaths` for a folder of tests only when it is one', () => {
      const own = { ...BASE, 'pytest.ini': '[pytest]\ntestpaths = src quality/unit-tests\n' };
      const before = treeOfTexts({ ...own, 'quality/unit-tests/helper.py': 'a\n' });
      const after = treeOfTexts({
        ...own,
        'quality/unit-tests/helper.py': 'b\n',
        'src/shop/cart.py': 'x = 3\n',
      });
      const guarded = guardTree(before, after, INSTALLED);
      expect(textAt(guarded, 'quality/unit-tests/helper.py')).toBe('a\n');
      expect(textAt(guarded, 'src/shop/cart.py')).toBe('x = 3\n');
    });
  });

  it.each([
    ['src/sitecustomize.py', /before anything else/],
    ['sitecustomize/__init__.py', /before anything else/],
    ['usercustomize.py', /before anything else/],
    ['src/shop/evil.pth', /at its start/],
    ['conftest.py', /pytest loads it/],
    ['tests/carried/conftest.py', /pytest loads it/],
    ['src/random.py', /standard library's `random`/],
    ['json/__init__.py', /standard library's `json`/],
    ['tests/types.py', /standard library's `types`/],
    ['src/math.cpython-311-x86_64-linux-gnu.so', /standard library's `math`/],
    ['yaml.py', /`yaml`, which is installed/],
    ['src/pytest/__init__.py', /`pytest`, which is installed/],
    ['src/support.py', /`support`, which the target's own tests/],
    ['codeface_child.py', /one of the harness/],
  ])('refuses %s', (path, reason) => {
    const guarded = guard({ [path]: 'x = 1\n' });
    expect(guarded.tree).toEqual(base);
    expect(guarded).toMatchObject({ refused: true, findings: [{ kind: 'refused', subject: path }] });
    expect(guarded.findings[0]?.message).toMatch(reason);
  });

  it.each([
    ['pyproject.toml', `${PYPROJECT}\n[project.entry-points.pytest11]\nshop = "shop.evil"\n`],
    ['setup.cfg', `${BASE['setup.cfg']}\n[options.entry_points]\npytest11 =\n    shop = shop.evil\n`],
    [
      'setup.py',
      'from setuptools import setup\nsetup(name="shop", entry_points={"pytest11": ["shop = shop.evil"]})\n',
    ],
    ['src/shop.egg-info/entry_points.txt', '[pytest11]\nshop = shop.evil\n'],
    ['evil-1.dist-info/entry_points.txt', '[pytest11]\nshop = shop.evil\n'],
  ])('refuses a plug-in that %s would make pytest load', (path, text) => {
    const guarded = guard({ [path]: text });
    expect(guarded.tree).toEqual(base);
    expect(guarded).toMatchObject({ refused: true, findings: [{ kind: 'refused', subject: path }] });
  });

  it('takes no module inside of a package for one that shadows, nor a second test of one name', () => {
    const guarded = guard({
      'src/shop/random.py': '',
      'src/shop/yaml/__init__.py': '',
      'tests/carried/test_cart.py': '',
    });
    expect(guarded).toMatchObject({ refused: false, findings: [] });
  });

  it('lets a base commit keep what it has, and refuses only a change to it', () => {
    const odd = treeOfTexts({ ...BASE, 'sitecustomize.py': 'x = 1\n', 'random.py': 'y = 1\n' });
    expect(guardTree(odd, odd, INSTALLED)).toEqual({ tree: odd, findings: [], refused: false });
    const changed = new Map(odd).set('sitecustomize.py', Buffer.from('x = 2\n'));
    expect(guardTree(odd, changed, INSTALLED)).toMatchObject({ tree: odd, refused: true });
  });

  describe('whatever a change holds', () => {
    const path = fc.constantFrom(
      ...Object.keys(BASE),
      ...[
        'conftest.py',
        'tests',
        'tests/new.py',
        'src/json.py',
        'pytest.ini',
        'tox.ini',
        'a.pth',
        'src/shop/cart.py/x',
      ],
    );
    const line = fc.constantFrom(
      ...[
        '[tool.pytest.ini_options]',
        '[tool:pytest]',
        '[coverage:run]',
        '[[tool.coverage.x]]',
        '[project]',
        '[tool]',
      ],
      ...[
        'a = 1',
        'pytest = 2',
        'b = """',
        '"""',
        "c = '''",
        ' [tool:pytest]',
        'd = [',
        ']',
        '# [tool.pytest]',
        '',
      ],
    );
    const text = fc
      .array(line, { maxLength: 8 })
      .chain(lines => fc.constantFrom('\n', '\r\n').map(end => lines.join(end)));
    // No path is both a file and a folder.
    const trees = fc.dictionary(path, text, { maxKeys: 6 }).map(texts => {
      const isFolder = (at: string) => Object.keys(texts).some(other => other.startsWith(`${at}/`));
      return treeOfTexts(Object.fromEntries(Object.entries(texts).filter(([at]) => !isFolder(at))));
    });

    it('guarding twice is guarding once', () => {
      fc.assert(
        fc.property(trees, trees, (before, after) => {
          const once = guardTree(before, after, INSTALLED);
          const twice = guardTree(before, once.tree, INSTALLED);
          expect(twice.tree).toEqual(once.tree);
          expect(twice.refused).toBe(false);
        }),
        { numRuns: 300 },
      );
    });

    it('an untouched tree stays what it is, and tests are always those of the base', () => {
      fc.assert(
        fc.property(trees, trees, (before, after) => {
          expect(guardTree(before, before, INSTALLED)).toEqual({
            tree: before,
            findings: [],
            refused: false,
          });
          const { tree } = guardTree(before, after, INSTALLED);
          for (const [at, bytes] of before) if (at.startsWith('tests/')) expect(tree.get(at)).toEqual(bytes);
        }),
        { numRuns: 300 },
      );
    });
  });
});

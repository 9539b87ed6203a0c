import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TreeGraph } from '../../../src/mine/graph/tree-graph.js';
import { edgesOf, treeGraphOf } from '../../support/graph-of.js';
import { lines } from '../../support/mined.js';

const FILES = {
  'pkg/__init__.py': lines('from .core import Child', '__all__ = ["Child"]'),
  'pkg/core.py': lines(
    'from pathlib import Path',
    'from .base import Base, Trouble',
    'LIMIT = 3',
    'def helper(n: "Base"): return LIMIT',
    'class Child(Base):',
    '    def run(self):',
    '        try: return helper(helper(LIMIT))',
    '        except Trouble: raise Trouble("again")',
    '    def again(self): return self.run() + super().walk()',
    'def table(): return (Path(__file__).parent / "table.txt").read_text()',
    'def count():',
    '    global LIMIT',
    '    LIMIT = 4',
    'table()',
    'apply = lambda child: child.run()',
    'plugin = "pkg.base.Base"',
  ),
  'pkg/base.py': lines(
    'class Base:',
    '    def walk(self) -> "Base": return self',
    'class Trouble(Exception): pass',
  ),
  'pkg/table.txt': 'a\n',
  'pyproject.toml': lines('[project.scripts]', 'run = "pkg.core:table"'),
  'tests/conftest.py': lines(
    'import pytest',
    'import pkg',
    '@pytest.fixture',
    'def child(): return pkg.Child()',
  ),
  'tests/test_core.py': lines(
    'from pkg.core import helper',
    'from pkg import Child',
    'def test_run(child): assert child.run()',
    'def test_helper_once(): assert helper(1)',
    'class TestChild:',
    '    def test_again(self): assert Child().again()',
  ),
};

describe('the entity graph of a tree', () => {
  let tree: TreeGraph;
  let edges: readonly string[];
  beforeAll(async () => {
    tree = await treeGraphOf(FILES);
    edges = edgesOf(tree.graph);
  });

  it('knows modules, classes, functions, lambdas, constants, statements, resources, tests and fixtures', () => {
    expect(tree.graph.entities.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      ...['module pkg', 'constant pkg:__all__'],
      ...['module pkg.base', 'class pkg.base:Base', 'method pkg.base:Base.walk', 'class pkg.base:Trouble'],
      ...['module pkg.core', 'constant pkg.core:LIMIT', 'function pkg.core:helper', 'class pkg.core:Child'],
      ...['method pkg.core:Child.run', 'method pkg.core:Child.again', 'function pkg.core:table'],
      ...['function pkg.core:count', 'statement pkg.core:<statement1>', 'constant pkg.core:apply'],
      ...['lambda pkg.core:<lambda1>', 'constant pkg.core:plugin'],
      ...['module tests.conftest', 'fixture tests.conftest:child'],
      ...['module tests.test_core', 'test tests.test_core:test_run', 'test tests.test_core:test_helper_once'],
      ...['class tests.test_core:TestChild', 'test tests.test_core:TestChild.test_again'],
      ...['resource pkg/table.txt', 'resource pyproject.toml'],
    ]);
  });

  it('knows where each begins and ends, and what is around it', () => {
    const found = tree.graph.entities.find(({ id }) => id === 'pkg.core:Child.run');
    expect(found).toMatchObject({
      path: 'pkg/core.py',
      module: 'pkg.core',
      qualifiedName: 'Child.run',
      startLine: 6,
      endLine: 8,
      inTests: false,
    });
    expect(tree.graph.entities[found?.parent ?? -1]?.id).toBe('pkg.core:Child');
  });

  it.each([
    ['calls, as often as they are made', 'pkg.core:Child.run calls pkg.core:helper 2'],
    ['calls of own methods', 'pkg.core:Child.again calls pkg.core:Child.run 1'],
    ['calls of what comes after in the MRO', 'pkg.core:Child.again calls pkg.base:Base.walk 1'],
    ['calls through a re-export', 'tests.conftest:child calls pkg.core:Child 1'],
    [
      'calls of methods of known objects',
      'tests.test_core:TestChild.test_again calls pkg.core:Child.again 1',
    ],
    [
      'calls of methods of unknown objects, which bind less',
      'pkg.core:<lambda1> calls pkg.core:Child.run 0.5',
    ],
    ['reads of data', 'pkg.core:Child.run reads pkg.core:LIMIT 0.5'],
    ['writes of data', 'pkg.core:count writes pkg.core:LIMIT 0.5'],
    ['types, which bind less', 'pkg.core:helper annotated pkg.base:Base 0.25'],
    ['base classes', 'pkg.core:Child inherits pkg.base:Base 1'],
    ['exceptions raised', 'pkg.core:Child.run raises pkg.base:Trouble 0.5'],
    ['exceptions caught', 'pkg.core:Child.run catches pkg.base:Trouble 0.5'],
    ['imports of modules', 'pkg imports pkg.core 0.25'],
    ['imports of what modules define', 'pkg imports pkg.core:Child 0.25'],
    ['re-exports', 'pkg re-exports pkg.core:Child 0.5'],
    ['what contains what', 'pkg.core:Child contains pkg.core:Child.run 0.5'],
    ['what a statement does', 'pkg.core:<statement1> calls pkg.core:table 1'],
    ['what a name holds', 'pkg.core:apply reads pkg.core:<lambda1> 0.5'],
    ['resources', 'pkg.core:table resource pkg/table.txt 1'],
    ['what configures', 'pyproject.toml resource pkg.core:table 1'],
    ['dotted names in strings', 'pkg.core:plugin configures pkg.base:Base 0.5'],
    ['fixtures of tests', 'tests.test_core:test_run fixture tests.conftest:child 1'],
    ['tests by what they import', 'tests.test_core tests pkg.core:helper 1'],
    ['tests by their file', 'tests.test_core tests pkg.core 2'],
    ['tests by their name', 'tests.test_core:test_helper_once tests pkg.core:helper 1'],
    ['classes of tests by their name', 'tests.test_core:TestChild tests pkg.core:Child 1'],
  ])('has edges for %s', (_title, edge) => {
    expect(edges).toContain(edge);
  });

  it('has each edge once, in order, and none from an entity to itself', () => {
    const { from, to, relation } = tree.graph.edges;
    const keys = Array.from(from, (one, at) => one * 1e9 + (to[at] ?? 0) * 100 + (relation[at] ?? 0));
    expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
    expect(Array.from(from, (one, at) => one === to[at])).not.toContain(true);
  });
});

/** Only the edges of these relations between other things than containers. */
async function edgesBetween(files: Readonly<Record<string, string>>, ...relations: readonly string[]) {
  const { graph } = await treeGraphOf(files);
  return edgesOf(graph)
    .map(edge => edge.replace(/ [\d.]+$/, ''))
    .filter(edge => relations.some(relation => edge.includes(` ${relation} `)));
}

describe('names across files', () => {
  const target = { 'pkg/a.py': lines('def f(): pass', 'def _g(): pass', '__all__ = ["f"]') };

  it.each([
    ['a relative import', 'from .a import f', 'f()'],
    ['an import of the module', 'from . import a', 'a.f()'],
    ['an absolute import', 'import pkg.a', 'pkg.a.f()'],
    ['an alias', 'import pkg.a as b', 'b.f()'],
    ['a star import', 'from .a import *', 'f()'],
    ['an import in a function', 'def h():\n    from .a import f', '    f()'],
    ['an import for type checkers', 'if TYPE_CHECKING:\n    from .a import f', 'f()'],
    ['an import that may fail', 'try:\n    from .a import f\nexcept ImportError:\n    f = None', 'f()'],
    ['a name that holds it', 'from . import a\nb = a.f', 'b()'],
  ])('are found through %s', async (_title, statement, use) => {
    const edges = await edgesBetween({ ...target, 'pkg/b.py': `${statement}\n${use}\n` }, 'calls', 'reads');
    expect(edges.filter(edge => edge.endsWith(' pkg.a:f')).length).toBeGreaterThan(0);
  });

  it('are left alone where a scope binds its own', async () => {
    const edges = await edgesBetween(
      {
        ...target,
        'pkg/b.py': lines(
          'from .a import f',
          'def with_parameter(f): f()',
          'def with_local():',
          '    for f in []: f()',
          'def with_walrus():',
          '    return [f for x in [] if (f := x)]',
          'def with_pattern(x):',
          '    match x:',
          '        case {"k": f}: f()',
          'def generic[f](x: f): f()',
        ),
      },
      'calls',
      'reads',
      'annotated',
    );
    expect(edges).toEqual([]);
  });

  it('are seen from a class body, not from its methods', async () => {
    const text = lines(
      'def f(): pass',
      'class C:',
      '    def f(self): pass',
      '    alias = f',
      '    def g(self): f()',
    );
    const edges = await edgesBetween({ 'm.py': text }, 'calls', 'reads');
    expect(edges).toEqual(['m:C reads m:C.f', 'm:C.g calls m:f']);
  });

  it('are what __all__ says, whatever it is built from', async () => {
    const edges = await edgesBetween(
      {
        ...target,
        'pkg/b.py': lines(
          'from . import a',
          'from .a import *',
          'def k(): pass',
          'def l(): pass',
          '__all__ = ["k"]',
          '__all__ += a.__all__',
          '__all__.append("l")',
          '__all__.remove("k")',
        ),
      },
      'exports',
      're-exports',
    );
    expect(edges).toEqual(['pkg.a exports pkg.a:f', 'pkg.b re-exports pkg.a:f', 'pkg.b exports pkg.b:l']);
  });

  it('end where imports go in a circle', async () => {
    const edges = await edgesBetween(
      { 'a.py': 'from b import *\nfrom b import x\nx()\n', 'b.py': 'from a import *\nfrom a import x\n' },
      'calls',
    );
    expect(edges).toEqual([]);
  });

  it('are known by annotations, attributes and what functions give', async () => {
    const edges = await edgesBetween(
      {
        'm.py': lines(
          'class Engine:',
          '    def go(self): pass',
          'class Car:',
          '    spare: Engine',
          '    def __init__(self, engine: "Engine | None"):',
          '        self.engine = engine',
          '    def drive(self):',
          '        self.engine.go()',
          'def build() -> Car: ...',
          'def both(car: Car):',
          '    car.spare.go()',
          '    build().drive()',
        ),
      },
      'calls',
    );
    expect(edges).toEqual([
      'm:Car.drive calls m:Engine.go',
      'm:both calls m:Engine.go',
      'm:both calls m:Car.drive',
      'm:both calls m:build',
    ]);
  });
});

describe('layouts', () => {
  it.each([
    ['src', 'src/pkg/a.py', 'src/pkg/b.py'],
    ['flat', 'pkg/a.py', 'pkg/b.py'],
    ['namespace packages', 'src/pkg/a.py', 'src/pkg/b.py'],
  ])('of %s give modules the names they are imported by', async (_title, one, other) => {
    const edges = await edgesBetween(
      { [one]: 'def f(): pass\n', [other]: 'from pkg.a import f\nf()\n' },
      'calls',
    );
    expect(edges).toEqual(['pkg.b:<statement1> calls pkg.a:f']);
  });

  it('of several projects in one tree keep entities of one name apart', async () => {
    const { graph } = await treeGraphOf({
      'one/pyproject.toml': '[project]\n',
      'one/src/shared.py': 'def f(): pass\n',
      'one/src/user.py': 'import shared\nshared.f()\n',
      'two/pyproject.toml': '[project]\n',
      'two/src/shared.py': 'def f(): pass\n',
      'two/src/user.py': 'import shared\nshared.f()\n',
    });
    expect(new Set(graph.entities.map(({ id }) => id)).size).toBe(graph.entities.length);
    expect(edgesOf(graph).filter(edge => edge.includes(' calls '))).toEqual([
      'user@one/src/user.py:<statement1> calls shared@one/src/shared.py:f 1',
      'user@two/src/user.py:<statement1> calls shared@two/src/shared.py:f 1',
    ]);
  });

  it('with tests inside of the package tell these from the code', async () => {
    const { graph } = await treeGraphOf({
      'pkg/a.py': 'def parse(): pass\n',
      'pkg/tests/test_a.py': 'from ..a import parse\ndef test_parse_all(): parse()\n',
    });
    expect(graph.entities.filter(({ inTests }) => inTests).map(({ kind }) => kind)).toEqual([
      'module',
      'test',
    ]);
    expect(edgesOf(graph)).toContain('pkg.tests.test_a:test_parse_all tests pkg.a:parse 1');
  });
});

describe('files that cannot be read', () => {
  it('cost only themselves, and say why', async () => {
    const {
      graph,
      skipped,
      files,
      lines: read,
    } = await treeGraphOf({
      'old.py': 'print "a"\n',
      'older.py': 'try: pass\nexcept A, e: pass\n',
      'broken.py': 'def (:\n',
      'good.py': '\ufeffdef f():\r\n\treturn 1\r\n',
    });
    expect(graph.entities.map(({ id }) => id)).toEqual(['good', 'good:f']);
    expect(skipped.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'broken.py: line 1: not valid Python 3',
      'old.py: line 1: a Python 2 print statement',
      'older.py: line 2: written for Python 2',
    ]);
    expect([files, read]).toEqual([4, 2]);
  });
});

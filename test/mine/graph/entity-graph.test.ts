import { describe, expect, it } from '@jest/globals';
import { RELATIONS } from '../../../src/domain/entity.js';
import { entityGraph } from '../../../src/mine/graph/entity-graph.js';
import { lines, surveyOf } from '../../support/mined.js';

const FILES = {
  'pkg/__init__.py': 'from .core import Child\n',
  'pkg/core.py': lines(
    'from pathlib import Path',
    'from .base import Base',
    'LIMIT = 3',
    'def helper(n: "Base"): return LIMIT',
    'class Child(Base):',
    '    def run(self):',
    '        return helper(helper(LIMIT))',
    'def table(): return (Path(__file__).parent / "table.txt").read_text()',
  ),
  'pkg/base.py': lines('class Base: pass'),
  'pkg/table.txt': 'a\n',
  'tests/conftest.py': lines(
    'import pytest',
    'import pkg',
    '@pytest.fixture',
    'def child(): return pkg.Child()',
  ),
  'tests/test_core.py': lines('def test_run(child): assert child.run()'),
};

describe('the entity graph', () => {
  const graph = entityGraph(surveyOf(FILES).graph);
  const { from, to, relation, weight } = graph.edges;
  const edges = Array.from(
    from,
    (source, at) =>
      `${graph.entities[source]?.id} ${RELATIONS[relation[at] ?? 0]?.[0]} ${graph.entities[to[at] ?? 0]?.id} ${weight[at]}`,
  );

  it('knows modules, classes, functions, methods, constants, resources, tests and fixtures', () => {
    expect(graph.entities.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual(
      [
        'module pkg',
        'module pkg.core',
        'module pkg.base',
        'module tests.conftest',
        'module tests.test_core',
        'class pkg.core:Child',
        'class pkg.base:Base',
        'function pkg.core:helper',
        'function pkg.core:table',
        'method pkg.core:Child.run',
        'constant pkg.core:LIMIT',
        'resource pkg/table.txt',
        'test tests.test_core:test_run',
        'fixture tests.conftest:child',
      ].sort(),
    );
  });

  it('knows where each begins and ends', () => {
    expect(graph.entities.find(({ id }) => id === 'pkg.core:Child.run')).toMatchObject({
      path: 'pkg/core.py',
      module: 'pkg.core',
      qualifiedName: 'Child.run',
      startLine: 6,
      endLine: 7,
    });
  });

  it.each([
    ['calls, as often as they are made', 'pkg.core:Child.run calls pkg.core:helper 2'],
    ['reads of data', 'pkg.core:Child.run reads pkg.core:LIMIT 0.5'],
    ['types, which bind less', 'pkg.core:helper annotated pkg.base:Base 0.25'],
    ['base classes', 'pkg.core:Child inherits pkg.base:Base 1'],
    ['imports', 'pkg imports pkg.core 0.25'],
    ['what contains what', 'pkg.core:Child contains pkg.core:Child.run 0.5'],
    ['resources', 'pkg.core:table resource pkg/table.txt 1'],
    ['fixtures of tests', 'tests.test_core:test_run fixture tests.conftest:child 1'],
    ['calls through a re-export', 'tests.conftest:child calls pkg.core:Child 1'],
  ])('has edges for %s', (_title, edge) => {
    expect(edges).toContain(edge);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkProposal } from '../../src/adapt/check-proposal.js';
import type { AdaptationProposal } from '../../src/domain/adaptation.js';
import { createExactResident } from '../../src/residents/exact/exact-resident.js';
import { primitiveOf } from '../support/primitive-of.js';
import { requestFor, requirementFor } from '../support/resident-requests.js';

const primitive = primitiveOf({
  module: 'kit.main',
  exports: ['build'],
  files: {
    'kit/__init__.py': '',
    'kit/main.py': 'import gc\nfrom kit.base import BASE\n\ndef build(n, k=1):\n    return n + BASE\n',
    'kit/base.py': 'BASE = 1\n',
  },
  resources: { 'kit/data.json': '{}' },
  tests: {
    'tests/test_it.py':
      'from kit.main import build\n\ndef test_a():\n    assert build(1) == 2\n\nclass TestB:\n    def test_b(self):\n        assert True\n',
  },
});
const requirement = requirementFor('app.main', 'def make(n, k=1): ...\n');
let valid: AdaptationProposal;

beforeAll(async () => {
  valid = await createExactResident().adapt(requestFor(primitive, requirement));
});

function problems(change: (proposal: AdaptationProposal) => Partial<AdaptationProposal>): readonly string[] {
  return checkProposal({ ...valid, ...change(valid) }, requirement, primitive);
}

/** The proposal with one more file, or another text for one. */
function withFile(path: string, content: string) {
  return ({ files }: AdaptationProposal) => ({
    files: [...files.filter(file => file.path !== path), { path, content, encoding: 'utf8' as const }],
  });
}

it('finds nothing wrong with what the exact resident proposes', () => {
  expect(valid.status).toBe('adapted');
  expect(checkProposal(valid, requirement, primitive)).toEqual([]);
});

it('lets a part of a primitive come from its own lines, and from no others', () => {
  const own = { path: 'kit/main.py', startLine: 2, endLine: 9 };
  const mined = { ...primitive, provenance: { ...primitive.provenance, ranges: [own] } };
  const check = (startLine: number, endLine: number, path = own.path) =>
    checkProposal({ ...valid, ranges: [{ path, startLine, endLine }] }, requirement, mined);
  expect(check(2, 9)).toEqual([]);
  expect(check(4, 5)).toEqual([]);
  for (const claims of [check(1, 5), check(8, 10), check(4, 5, 'kit/base.py')])
    expect(claims).toEqual([expect.stringMatching(/lines \d+ to \d+ are none of the primitive's/)]);
});

describe('a proposal may not', () => {
  it.each([
    ['climb out', '../app/x.py', /no path inside/],
    ['be absolute', '/etc/passwd', /no path inside/],
    ['reach into git', '.git/hooks/pre-commit', /no path inside/],
    ['write another module', 'app/other.py', /outside of what this component/],
    ['write another file', '.github/workflows/ci.yml', /outside of what this component/],
    ['write a test of the target', 'tests/test_main.py', /outside of what this component/],
    ['install a conftest', 'app/_main/conftest.py', /take effect by itself/],
    ['install a path file', 'app/_main/x.pth', /take effect by itself/],
    ['install a site module', 'app/_main/sitecustomize.py', /take effect by itself/],
    ['install a plug-in', 'app/_main/x.dist-info/entry_points.txt', /take effect by itself/],
    ['install compiled code', 'app/_main/__pycache__/base.cpython-311.pyc', /take effect by itself/],
    ['set what coverage counts', 'app/_main/.coveragerc', /take effect by itself/],
    ['shadow the standard library', 'random.py', /would stand in for a module/],
    ['shadow what every suite stands on', 'src/pytest/__init__.py', /would stand in for a module/],
    ['shadow it beside its tests', 'tests/carried/json.py', /would stand in for a module/],
    ['change a resource', 'app/data.json', /outside of what this component/],
  ])('%s', (_, path, problem) => {
    expect(problems(withFile(path, '')).join()).toMatch(problem);
  });

  it('deliver its tests outside of the carried ones', () => {
    const found = problems(({ testFiles }) => ({
      testFiles: [...testFiles, { path: 'tests/test_more.py', encoding: 'utf8', content: '' }],
    }));
    expect(found.join()).toMatch(/`tests\/test_more.py` lies outside/);
  });

  it('leave out the module, or deliver a file twice', () => {
    expect(problems(() => ({ files: [] })).join()).toMatch(/`app\/main.py` is not delivered/);
    expect(problems(({ files }) => ({ files: [...files, ...files] })).join()).toMatch(/delivered twice/);
  });

  it('deliver what is no Python', () => {
    expect(problems(withFile('app/_main/base.py', 'def (:\n')).join()).toMatch(
      /`app\/_main\/base.py` line 1/,
    );
  });

  it.each([
    ['lack an export', 'x = 1\n', /does not define `make`/],
    ['lack a parameter', 'def make(n): ...\n', /`make` lacks the parameter `k`/],
    ['order parameters otherwise', 'def make(k=1, n=1): ...\n', /in another order/],
    ['demand what has a default', 'def make(n, k): ...\n', /demands `k`/],
    ['demand what nobody gives', 'def make(n, k=1, *, m): ...\n', /demands `m`, which no caller gives/],
    ['be async', 'async def make(n, k=1): ...\n', /is async/],
  ])('%s', (_, text, problem) => {
    expect(problems(withFile('app/main.py', text)).join()).toMatch(problem);
  });

  it.each([
    ['import pytest\n', /uses `pytest`/],
    ['from unittest import mock\n', /uses `unittest`/],
    ['import ctypes.util\n', /uses `ctypes`/],
    ['import atexit\n', /uses `atexit`/],
    ['import sys\nsys._getframe()\n', /uses `_getframe`/],
    ['__import__("os")\n', /uses `__import__`/],
    ['import sys\nsys.meta_path.clear()\n', /uses `meta_path`/],
    ['import importlib.abc\n', /uses `importlib.abc`/],
    ['exec("x = 1")\n', /uses `exec`/],
  ])('look past its own code with %j', (text, problem) => {
    const found = problems(withFile('app/main.py', `${text}def make(n, k=1): ...\n`));
    expect(found.join()).toMatch(problem);
  });

  it('look past its own code in its tests', () => {
    const found = problems(({ testFiles }) => ({
      testFiles: testFiles.map(file => ({
        ...file,
        content: `import atexit\nimport pytest\n${file.content}`,
      })),
    }));
    expect(found).toEqual([expect.stringMatching(/uses `atexit`, which the primitive does not/)]);
  });

  it('bring a conftest with its tests', () => {
    const found = problems(({ testFiles }) => ({
      testFiles: [...testFiles, { path: 'tests/carried/conftest.py', encoding: 'utf8', content: '' }],
    }));
    expect(found.join()).toMatch(/`tests\/carried\/conftest.py` would take effect by itself/);
  });

  it('be blamed for what the primitive does already', () => {
    expect(problems(withFile('app/main.py', 'import gc\ndef make(n, k=1): ...\n'))).toEqual([]);
  });
});

describe('every carried test is accounted for', () => {
  const [a, b] = ['tests/test_it.py::test_a', 'tests/test_it.py::TestB::test_b'];

  it.each([
    ['one is forgotten', a, undefined, /`tests\/test_it.py::test_a` is not accounted for/],
    ['one is dropped without a reason', a, { status: 'dropped', reason: ' ' }, /dropped without a reason/],
    ['one is rewritten without a reason', a, { reason: '' }, /rewritten without a reason/],
    [
      'one is not in its file',
      a,
      { adaptedId: 'tests/carried/test_app_main.py::test_z' },
      /is not in its file/,
    ],
    ['one is in no file', a, { adaptedId: 'tests/carried/x.py::test_a' }, /not delivered/],
    ['one is said to be kept and is not', a, { status: 'kept' }, /its text changed/],
  ] as const)('else it is said: %s', (_, id, change, problem) => {
    const found = problems(({ carriedTests }) => ({
      carriedTests: carriedTests.flatMap(mapping =>
        mapping.id !== id ? [mapping] : change === undefined ? [] : [{ ...mapping, ...change }],
      ),
    }));
    expect(found.join()).toMatch(problem);
  });

  it('and none may be made up', () => {
    const found = problems(({ carriedTests }) => ({
      carriedTests: [...carriedTests, { id: 'x.py::test_x', status: 'dropped', reason: 'gone' }],
    }));
    expect(found.join()).toMatch(/`x.py::test_x` is no carried test/);
  });

  it('and at least one is retained', () => {
    const drop = { status: 'dropped', reason: 'why not' } as const;
    expect(
      problems(() => ({
        carriedTests: [
          { id: a, ...drop },
          { id: b, ...drop },
        ],
      })),
    ).toEqual(['No carried test is retained.']);
  });
});

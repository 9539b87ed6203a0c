import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '../src/adapters/system/clock.js';
import { createPackageIndex } from '../src/adapters/package-index/package-index.js';
import { CodefaceError } from '../src/domain/errors.js';
import type { MiningReport } from '../src/domain/mined.js';
import type { Primitive } from '../src/domain/primitive.js';
import { createHarness } from '../src/harness/create-harness.js';
import { mine, type MiningServices } from '../src/mining.js';
import { verifyLibrary } from '../src/mining/verify-library.js';
import { createMemoryLibraryStore } from './fakes/memory-library-store.js';
import { createSilentProgress } from './fakes/silent-progress.js';
import { ODD_FILES, readFixtureTree, type FixtureName } from './support/fixture-repositories.js';
import { harnessProgram } from './support/harness-program.js';
import { lines, snapshotOf, texts, type RepositoryFiles } from './support/mined.js';
import { keptSandbox, PREPARE_TIMEOUT_MS } from './support/suites.js';

const sandbox = keptSandbox();

function miningServices(): MiningServices {
  return {
    sandbox,
    harness: createHarness({ sandbox, program: harnessProgram(), nonce: randomUUID }),
    library: createMemoryLibraryStore(),
    packageIndex: createPackageIndex(),
    clock: systemClock,
    progress: createSilentProgress(),
  };
}

const fixture = (name: FixtureName) => ({
  repository: `harbourline/${name}`,
  commit: 'a'.repeat(40),
  files: new Map([...readFixtureTree(name), ...ODD_FILES]),
});

/** What each offers: its module and the exports, in order of modules. */
const offers = (primitives: readonly Primitive[]) =>
  primitives
    .map(one => `${one.interface.module}: ${one.interface.exports.map(({ name }) => name).join(', ')}`)
    .sort();

beforeAll(() => sandbox.prepare({ distributions: [] }), PREPARE_TIMEOUT_MS);

describe('mining the donors', () => {
  const services = miningServices();
  const reports = new Map<FixtureName, MiningReport>();
  beforeAll(async () => {
    for (const name of ['steadykit', 'wordforms'] as const)
      reports.set(name, await mine(services, fixture(name)));
  }, PREPARE_TIMEOUT_MS);

  it('admits what they offer, each with its licence', () => {
    const admitted = (name: FixtureName) => reports.get(name)?.admitted ?? [];
    expect(offers(admitted('steadykit'))).toEqual([
      'steadykit.backoff: backoff_delay, retry_call',
      'steadykit.cache: TtlCache',
      'steadykit.errors: RetriesExhausted, SteadykitError',
    ]);
    expect(offers(admitted('wordforms'))).toEqual([
      'wordforms.dates: format_date, ordinal',
      'wordforms.settings: load_settings, SettingsError',
      'wordforms.slugs: slugify',
    ]);
    expect(new Set(admitted('steadykit').map(({ provenance }) => provenance.licence))).toEqual(
      new Set(['Apache-2.0']),
    );
    expect(new Set(admitted('wordforms').map(({ provenance }) => provenance.licence))).toEqual(
      new Set(['MIT']),
    );
  });

  it('inlines the fixtures and stand-ins of a suite', () => {
    const cache = reports.get('steadykit')?.admitted.find(({ name }) => name.endsWith('TtlCache'));
    expect(cache?.carriedTests.files.map(({ path }) => path)).toEqual(['tests/test_cache.py']);
    const text = cache?.carriedTests.files[0]?.content ?? '';
    for (const name of ['class FakeClock', 'def clock()', 'def cache(clock']) expect(text).toContain(name);
    for (const name of ['FlakyOperation', 'pauses', 'tests.support', 'conftest'])
      expect(text).not.toContain(name);
    expect(cache?.carriedTests.tests).toHaveLength(7);
  });

  it('cuts a back-off out with its constants and no more', () => {
    const backoff = reports.get('steadykit')?.admitted.find(({ name }) => name.endsWith('backoff_delay'));
    const kept = texts(backoff?.implementation ?? []);
    expect(Object.keys(kept)).toEqual([
      'src/steadykit/__init__.py',
      'src/steadykit/_defaults.py',
      'src/steadykit/_numbers.py',
      'src/steadykit/backoff.py',
      'src/steadykit/errors.py',
    ]);
    expect(kept['src/steadykit/__init__.py']).not.toContain('cache');
    expect(kept['src/steadykit/_defaults.py']).toContain('MAX_EXPONENT = 64');
  });

  it('brings a resource file along', () => {
    const slugify = reports.get('wordforms')?.admitted.find(({ name }) => name.endsWith('slugify'));
    expect(slugify?.implementation.map(({ path }) => path)).toContain('wordforms/data/transliteration.json');
  });

  it('skips files that nobody can read, with the reason', () => {
    expect(reports.get('wordforms')?.skippedFiles).toEqual([
      {
        name: 'legacy/latin_1.py',
        reason: 'it is not UTF-8 and declares no encoding (PEP 263); save it as UTF-8',
      },
      { name: 'legacy/report_py2.py', reason: 'line 2: a Python 2 print statement' },
    ]);
  });

  it('leaves a library that verifies from itself alone', async () => {
    const results = await verifyLibrary(services);
    expect(results).toHaveLength(6);
    expect(results.filter(({ verified }) => !verified)).toEqual([]);
    expect(results.every(({ tests }) => tests.passed > 0 && tests.failed + tests.errors === 0)).toBe(true);
  }, 120_000);
});

describe('mining what repositories are made of', () => {
  /** Admitted primitives by the last part of their names, of a repository that is really run. */
  async function mined(files: RepositoryFiles): Promise<ReadonlyMap<string | undefined, Primitive>> {
    const { admitted } = await mine(miningServices(), snapshotOf(files));
    return new Map(admitted.map(primitive => [primitive.name.split('.').at(-1), primitive]));
  }

  it('runs re-exports, star imports, import cycles, registrations and nested imports alone', async () => {
    const admitted = await mined({
      'pkg/__init__.py': lines(
        'from .shapes import *',
        'from .render import render',
        'from . import registry',
      ),
      'pkg/registry.py': lines(
        'HANDLERS = {}',
        '',
        'def register(kind):',
        '    return HANDLERS.setdefault(kind, [])',
      ),
      'pkg/shapes.py': lines(
        'from __future__ import annotations',
        'from .render import render',
        '__all__ = ["Square", "Circle"]',
        'class Shape:',
        '    def show(self): return render(self)',
        'class Square(Shape): pass',
        'class Circle(Shape): pass',
      ),
      'pkg/render.py': lines(
        'from functools import singledispatch',
        'from .registry import HANDLERS, register',
        'HANDLERS["text"] = str',
        '@singledispatch',
        'def render(x):',
        '    from .shapes import Square',
        '    return "square" if isinstance(x, Square) else HANDLERS["text"](x)',
        '@render.register(int)',
        'def _(x): return f"number {x}"',
      ),
      'tests/test_pkg.py': lines(
        'import pkg',
        'def test_square(): assert pkg.Square().show() == "square"',
        'def test_render():',
        '    assert pkg.render("a") == "a"',
        '    assert pkg.render(3) == "number 3"',
        'def test_register(): assert pkg.registry.register("x") == []',
      ),
    });
    expect([...admitted.keys()].sort()).toEqual(['Shape', 'register', 'render']);
    expect(admitted.get('Shape')?.interface.exports.map(({ name }) => name)).toEqual(['Shape', 'Square']);
    expect(texts(admitted.get('register')?.implementation ?? [])['pkg/registry.py']).toContain(
      'HANDLERS = {}',
    );
  });

  it('runs carried tests with autouse fixtures, parameters, mixins and line breaks of Windows alone', async () => {
    const admitted = await mined({
      'core.py': 'STATE = []\r\n\r\ndef add(x):\r\n    STATE.append(x)\r\n    return list(STATE)\r\n',
      'tests/__init__.py': lines(
        'class Mixin:',
        '    def test_adds(self): assert self.add(self.value) == [self.value]',
      ),
      'tests/conftest.py': lines(
        'import pytest',
        'import core',
        '@pytest.fixture(autouse=True)',
        'def clean():',
        '    core.STATE.clear()',
        '    yield',
      ),
      'tests/test_core.py': lines(
        'import pytest',
        'from core import add',
        'from . import Mixin',
        'CASES = [(1, [1]), (2, [2])]',
        '@pytest.mark.parametrize("value, expected", CASES)',
        'def test_cases(value, expected): assert add(value) == expected',
        'class TestMixed(Mixin):',
        '    value = 7',
        '    add = staticmethod(add)',
      ),
    });
    expect(admitted.get('add')?.carriedTests.tests.map(({ id }) => id)).toEqual([
      'tests/test_core.py::test_cases',
      'tests/test_core.py::TestMixed::test_adds',
    ]);
    expect(admitted.get('add')?.implementation[0]?.content).toContain('\r\n');
  });

  it('takes in a file that only running shows to be missing, and leaves a test behind that lacks its data', async () => {
    const admitted = await mined({
      'pkg/__init__.py': '',
      'pkg/core.py': lines(
        'import sys',
        'from os.path import dirname, join',
        'def f():',
        '    here = dirname(sys.modules[__name__].__spec__.origin)',
        '    return open(join(here, "words.txt")).read()',
      ),
      'pkg/words.txt': 'a\n',
      'tests/data.txt': 'a\n',
      'tests/test_core.py': lines(
        'import os.path',
        'from pkg.core import f',
        'def test_words(): assert f() == "a\\n"',
        'def test_data():',
        '    with open(os.path.join("tests", "data.txt")) as file:',
        '        assert f() == file.read()',
      ),
    });
    expect(admitted.get('f')?.implementation.map(({ path }) => path)).toContain('pkg/words.txt');
    expect(admitted.get('f')?.carriedTests.tests.map(({ name }) => name)).toContain('test_words');
  });

  it('excludes what does not do alone what its tests say', async () => {
    const { admitted, excluded } = await mine(
      miningServices(),
      snapshotOf({
        'core.py': 'def f(): return 1\n',
        'tests/test_core.py': lines('from core import f', 'def test_f(): assert f() == 2'),
      }),
    );
    expect(admitted).toEqual([]);
    expect(excluded[0]?.reason).toMatch(
      /^tests\/test_core.py::test_f fails when it is run alone: AssertionError/,
    );
  });
});

describe('the library', () => {
  it('is left as it was when the sandbox fails', async () => {
    const services = miningServices();
    await mine(services, fixture('wordforms'));
    const before = await services.library.snapshot();
    const broken: MiningServices = {
      ...services,
      harness: {
        ...services.harness,
        runEach: async () => {
          throw new CodefaceError('sandbox', 'The engine was stopped.');
        },
      },
    };
    await expect(mine(broken, fixture('wordforms'))).rejects.toMatchObject({ code: 'sandbox' });
    expect(await services.library.snapshot()).toBe(before);
    expect(await services.library.list()).toHaveLength(3);
  });

  it('loses what a repository no longer offers', async () => {
    const services = miningServices();
    await mine(services, fixture('wordforms'));
    const emptied = { ...fixture('wordforms'), files: new Map<string, Uint8Array>() };
    expect(await mine(services, emptied)).toMatchObject({ admitted: [], components: 0 });
    expect(await services.library.list()).toEqual([]);
    expect(await verifyLibrary(services)).toEqual([]);
  });

  it('tells which primitive no longer verifies, and why', async () => {
    const services = miningServices();
    const { admitted } = await mine(services, fixture('wordforms'));
    const damaged = admitted.map(primitive =>
      primitive.name.endsWith('format_date')
        ? {
            ...primitive,
            implementation: primitive.implementation.map(file => ({
              ...file,
              content: file.content.replaceAll('th"', 'st"'),
            })),
          }
        : primitive,
    );
    await services.library.replaceRepository('harbourline/wordforms', 'b', []);
    await services.library.replaceRepository(
      'other',
      'b',
      damaged.map(primitive => ({ ...primitive, id: `${primitive.id}0` })),
    );
    const results = await verifyLibrary(services);
    expect(results.filter(({ verified }) => !verified).map(({ name }) => name.split('.').at(-1))).toEqual([
      'format_date',
    ]);
    expect(results.find(({ verified }) => !verified)?.reason).toContain('AssertionError');
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openDatabase, type Database } from '../src/adapters/sqlite/database.js';
import { createLibraryStore } from '../src/adapters/sqlite/library-store.js';
import { createMiningMemory } from '../src/adapters/sqlite/mining-memory.js';
import { decodeUtf8 } from '../src/domain/files.js';
import { CodefaceError } from '../src/domain/errors.js';
import type { MiningReport } from '../src/domain/mined.js';
import { mine, type MiningServices } from '../src/mining.js';
import { createFakeClock } from './fakes/fake-clock.js';
import { createFakeHarness } from './fakes/fake-harness.js';
import { createFakeSandbox } from './fakes/fake-sandbox.js';
import { createSilentProgress } from './fakes/silent-progress.js';
import { lines, MIT_PYPROJECT, treeOfFiles } from './support/mined.js';
import { applyEdit, arbitraryEdit, startingProject, type Project } from './support/edited-project.js';

const databases: Database[] = [];
afterEach(async () => {
  await Promise.all(databases.splice(0).map(database => database.close()));
});

/** An installation with a library and a memory of its own; what says BROKEN fails when it is run. */
async function installation() {
  const database = await openDatabase(':memory:');
  databases.push(database);
  const harness = createFakeHarness(({ files }, passing) => {
    const isBroken = [...files.values()].some(bytes => decodeUtf8(bytes)?.includes('BROKEN'));
    if (!isBroken) return {};
    return { tests: passing.map(test => ({ ...test, outcome: 'failed', errorType: 'ValueError' })) };
  });
  const clock = createFakeClock();
  const services: MiningServices = {
    harness,
    sandbox: createFakeSandbox(),
    library: createLibraryStore(database),
    memory: createMiningMemory(database, clock),
    packageIndex: { distributionOf: async () => undefined },
    clock,
    progress: createSilentProgress(),
  };
  return { services, harness };
}

const snapshotOf = (files: Project, commit: string) => ({
  repository: 'acme/sea',
  commit,
  files: treeOfFiles(files),
});

/** What a reader sees of a mining, without what it cost. */
const shown = ({ reuse: _, durationMs: __, ...report }: MiningReport) => report;

describe('mining push after push', () => {
  it('leaves the library that mining the last commit alone would', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryEdit, { minLength: 1, maxLength: 5 }), async edits => {
        const lived = await installation();
        let project = startingProject();
        let report = await mine(lived.services, snapshotOf(project, 'c0'));
        for (const [index, edit] of edits.entries()) {
          project = applyEdit(project, edit);
          report = await mine(lived.services, snapshotOf(project, `c${index + 1}`));
        }
        const fresh = await installation();
        const alone = await mine(fresh.services, snapshotOf(project, `c${edits.length}`));
        expect(shown(report)).toEqual(shown(alone));
        const [old, own] = [lived.services.library, fresh.services.library];
        expect(await old.list()).toEqual(await own.list());
        const words = { query: 'depth wind sound knots', limit: 20 };
        expect(await old.search(words)).toEqual(await own.search(words));
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('runs again only what a commit changes', async () => {
    const { services, harness } = await installation();
    const before = startingProject();
    const first = await mine(services, snapshotOf(before, 'c0'));
    const ran = harness.requests.length;
    expect(first.reuse?.runs).toEqual({ total: ran, remembered: 0 });
    expect(ran).toBeGreaterThan(2);

    // Nothing, then lines that move everything down, then one function.
    await mine(services, snapshotOf(before, 'c1'));
    const moved: Readonly<Record<string, string>> = Object.fromEntries(
      Object.entries(before).map(([path, text]) => [
        path,
        path.startsWith('src/') ? `MOVED = 1\n\n\n${text}` : text,
      ]),
    );
    const third = await mine(services, snapshotOf(moved, 'c2'));
    expect(harness.requests).toHaveLength(ran);
    expect(third.reuse?.runs).toEqual({ total: ran, remembered: ran });
    const path = 'src/sea/wind.py';
    const edited = { ...before, [path]: before[path]?.replace('return', 'return 0 or') ?? '' };
    const last = await mine(services, snapshotOf(edited, 'c3'));
    expect(harness.requests.length - ran).toBe(last.reuse!.runs.total - last.reuse!.runs.remembered);
    expect(harness.requests.length - ran).toBeGreaterThan(0);
    expect(harness.requests.length - ran).toBeLessThan(ran);
  });

  it('follows what was renamed and retires what was deleted', async () => {
    const { services } = await installation();
    const { library } = services;
    const tests = (module: string, name: string) =>
      lines(`from ${module} import ${name}`, `def test_it(): assert ${name}(3) == "3 fathoms"`);
    const code = (name: string) =>
      lines(
        `def ${name}(depth):`,
        '    if depth < 0:',
        '        raise ValueError',
        '    return f"{depth} fathoms"',
      );
    const project = (module: string, name: string) => ({
      'pyproject.toml': MIT_PYPROJECT,
      [`${module}.py`]: code(name),
      'tests/test_it.py': tests(module, name),
    });
    const idAt = async (module: string, name: string, commit: string) => {
      const { admitted } = await mine(services, snapshotOf(project(module, name), commit));
      return admitted[0]?.id ?? '';
    };
    const first = await idAt('depth', 'sound', 'c1');
    const moved = await idAt('soundings', 'sound', 'c2');
    const renamed = await idAt('soundings', 'fathom', 'c3');
    expect(new Set([first, moved, renamed]).size).toBe(3);
    expect(await library.history(first)).toMatchObject({ retiredAt: 'c2', successor: moved });
    expect(await library.history(moved)).toMatchObject({ successor: renamed, predecessor: first });
    await mine(services, snapshotOf({ 'pyproject.toml': MIT_PYPROJECT }, 'c4'));
    expect(await library.list()).toEqual([]);
    expect(await library.history(renamed)).toEqual({
      admittedAt: 'c3',
      retiredAt: 'c4',
      predecessor: moved,
    });
  });

  it('goes on where a mining was killed', async () => {
    const { services, harness } = await installation();
    const many: Readonly<Record<string, string>> = Object.fromEntries(
      Array.from({ length: 60 }, (_, index): readonly (readonly [string, string])[] => [
        [`m${index}.py`, `def f${index}(): return ${index}\n`],
        [
          `tests/test_m${index}.py`,
          lines(`from m${index} import f${index}`, `def test_f(): assert f${index}() == ${index}`),
        ],
      ]).flat(),
    );
    const project = { 'pyproject.toml': MIT_PYPROJECT, ...many };
    let batches = 0;
    const killed: MiningServices = {
      ...services,
      harness: {
        ...harness,
        runEach: async (...words) => {
          batches += 1;
          if (batches > 2) throw new CodefaceError('sandbox', 'The engine was stopped.');
          return harness.runEach(...words);
        },
      },
    };
    await expect(mine(killed, snapshotOf(project, 'c1'))).rejects.toMatchObject({ code: 'sandbox' });
    expect(await services.library.list()).toEqual([]);
    const before = harness.requests.length;
    const report = await mine(services, snapshotOf(project, 'c1'));
    expect(report.admitted).toHaveLength(60);
    expect(harness.requests.length - before).toBe(44);
    expect(await services.library.list()).toHaveLength(60);
  });
});

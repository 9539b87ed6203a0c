import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { capabilitiesOf } from '../../../src/mine/components/capabilities.js';
import { readModules } from '../../../src/mine/read/read-modules.js';
import { repositoryGraph } from '../../../src/mine/survey.js';
import { PRESENCE } from '../../../src/python/slicing/name-needs.js';
import { sliceModule } from '../../../src/python/slicing/slice.js';
import type { SourceModule } from '../../../src/python/slicing/source-module.js';
import { parsePython } from '../../../src/syntax/parse-python.js';
import { readFixtureTree } from '../../support/fixture-repositories.js';
import { lines, treeOfFiles } from '../../support/mined.js';

const FUNCTIONS = 8;
const MODULES = 3;

/** A function by number, and how its module imports what it calls. */
interface Call {
  readonly from: number;
  readonly to: number;
  readonly style: 'from' | 'alias' | 'module' | 'nested' | 'star' | 'package';
}

const calls: fc.Arbitrary<readonly Call[]> = fc.array(
  fc.record({
    from: fc.nat(FUNCTIONS - 1),
    to: fc.nat(FUNCTIONS - 1),
    style: fc.constantFrom<Call['style']>('from', 'alias', 'module', 'nested', 'star', 'package'),
  }),
  { maxLength: 14 },
);

const moduleOf = (number: number) => `m${number % MODULES}`;

/** How a call is written, and the import it needs at the top of its module. */
function written({ to, style }: Call): { readonly body: string; readonly head: string } {
  const name = `f${to}`;
  const module = moduleOf(to);
  switch (style) {
    case 'from':
      return { head: `from .${module} import ${name}`, body: `    ${name}()` };
    case 'alias':
      return { head: `from pkg.${module} import ${name} as other_${name}`, body: `    other_${name}()` };
    case 'module':
      return { head: `from . import ${module} as lib_${module}`, body: `    lib_${module}.${name}()` };
    case 'nested':
      return { head: '', body: `    from pkg.${module} import ${name} as inner\n    inner()` };
    case 'star':
      return { head: `from .${module} import *`, body: `    ${name}()` };
    case 'package':
      return { head: 'import pkg', body: `    pkg.${name}()` };
  }
}

function repository(all: readonly Call[]): Readonly<Record<string, string>> {
  const files: Record<string, string> = {
    'pkg/__init__.py': lines(...Array.from({ length: MODULES }, (_, index) => `from .m${index} import *`)),
  };
  for (let module = 0; module < MODULES; module += 1) {
    const own = Array.from({ length: FUNCTIONS }, (_, number) => number).filter(
      number => number % MODULES === module,
    );
    const used = all.filter(call => call.from % MODULES === module);
    const heads = new Set(used.filter(call => call.to % MODULES !== module).map(call => written(call).head));
    const bodies = own.map(number => {
      const inside = used
        .filter(call => call.from === number)
        .map(call => (call.to % MODULES === module ? `    f${call.to}()` : written(call).body));
      return lines(`def f${number}():`, '    """Does it."""', ...inside);
    });
    files[`pkg/m${module}.py`] =
      [...heads]
        .filter(Boolean)
        .map(head => `${head}\n`)
        .join('') + bodies.join('\n\n');
  }
  return files;
}

function reachable(all: readonly Call[], start: number): ReadonlySet<string> {
  const found = new Set([start]);
  for (const one of found) for (const { from, to } of all) if (from === one) found.add(to);
  return new Set([...found].map(number => `f${number}`));
}

/** Slices around a definition, by path; the modules are met in the order that is given. */
function slicesAround(
  files: ReturnType<typeof treeOfFiles>,
  wanted: (name: string) => boolean,
  inOrder: (modules: readonly SourceModule[]) => readonly SourceModule[] = modules => modules,
) {
  const { graph } = repositoryGraph(files, inOrder(readModules(files).modules));
  return capabilitiesOf(graph)
    .filter(({ name }) => wanted(name))
    .map(capability => {
      const nodes = graph.reach(graph.names.ofName(capability.module, capability.name, PRESENCE));
      const modules = new Set([...nodes].flatMap(node => (node.kind === 'resource' ? [] : [node.module])));
      return [...modules].map((module: SourceModule) => sliceModule(module, nodes));
    });
}

function texts(slices: readonly { readonly path: string; readonly text: string }[]) {
  return Object.fromEntries(slices.map(({ path, text }) => [path, text]));
}

describe('the slice around a function', () => {
  it('holds exactly the functions that it reaches, whatever the way they are imported', () => {
    fc.assert(
      fc.property(calls, fc.nat(FUNCTIONS - 1), (all, start) => {
        const [slices = []] = slicesAround(treeOfFiles(repository(all)), name => name === `f${start}`);
        const kept = slices.flatMap(({ text }) => [...text.matchAll(/^def (f\d+)/gm)].map(match => match[1]));
        expect(new Set(kept)).toEqual(reachable(all, start));
        for (const { text } of slices) expect(parsePython(text).errors).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is itself when it is sliced again', () => {
    fc.assert(
      fc.property(calls, fc.nat(FUNCTIONS - 1), (all, start) => {
        const isWanted = (name: string) => name === `f${start}`;
        const [slices = []] = slicesAround(treeOfFiles(repository(all)), isWanted);
        const [again = []] = slicesAround(treeOfFiles(texts(slices)), isWanted);
        expect(texts(again)).toEqual(texts(slices));
      }),
      { numRuns: 100 },
    );
  });

  it('is the same in whatever order the files are met', () => {
    fc.assert(
      fc.property(
        calls,
        fc.nat(FUNCTIONS - 1),
        fc.array(fc.nat(), { minLength: MODULES + 1 }),
        (all, start, places) => {
          const isWanted = (name: string) => name === `f${start}`;
          const files = treeOfFiles(repository(all));
          const shuffled = (modules: readonly SourceModule[]) =>
            modules
              .map((module, index) => ({ module, place: places[index] ?? 0 }))
              .sort((a, b) => a.place - b.place)
              .map(({ module }) => module);
          const [slices = []] = slicesAround(files, isWanted);
          const [others = []] = slicesAround(files, isWanted, shuffled);
          expect(texts(others)).toEqual(texts(slices));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is compiled by CPython', () => {
    const programs = fc
      .sample(fc.tuple(calls, fc.nat(FUNCTIONS - 1)), { numRuns: 60, seed: 4 })
      .flatMap(([all, start]) => slicesAround(treeOfFiles(repository(all)), name => name === `f${start}`))
      .flat()
      .map(({ text }) => text);
    const compileAll = 'import json, sys; [compile(text, "slice", "exec") for text in json.load(sys.stdin)]';
    const { status, stderr } = spawnSync('python3', ['-c', compileAll], {
      input: JSON.stringify(programs),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each(['steadykit', 'wordforms', 'orderdesk'] as const)('is Python, everywhere in %s', name => {
    const all = slicesAround(readFixtureTree(name), () => true).flat();
    expect(all.length).toBeGreaterThan(5);
    for (const { text } of all) expect(parsePython(text).errors).toEqual([]);
  });

  it('tells the lines that it is made of', () => {
    const text = lines('import a', 'x = 1', '', '', 'y = 2', 'def f():', '    return a, x');
    const [slices = []] = slicesAround(treeOfFiles({ 'm.py': text }), name => name === 'f');
    expect(slices).toEqual([
      {
        path: 'm.py',
        text: lines('import a', 'x = 1', 'def f():', '    return a, x'),
        ranges: [
          { startLine: 1, endLine: 2 },
          { startLine: 6, endLine: 7 },
        ],
      },
    ]);
  });
});

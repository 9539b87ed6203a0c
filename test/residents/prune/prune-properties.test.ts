import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { treeOf } from '../../../src/domain/files.js';
import { readModules } from '../../../src/mine/read/read-modules.js';
import { repositoryGraph } from '../../../src/mine/survey.js';
import { PRESENCE } from '../../../src/python/slicing/name-needs.js';
import { sliceModule } from '../../../src/python/slicing/slice.js';
import { prunePrimitive } from '../../../src/residents/prune/prune-primitive.js';
import { lines, treeOfFiles } from '../../support/mined.js';
import { primitiveOf, type Texts } from '../../support/primitive-of.js';

const FUNCTIONS = 9;
const MODULES = 3;
/** Those of the main module. */
const EXPORTS = ['f0', 'f3', 'f6'];
const moduleOf = (number: number) => `m${number % MODULES}`;

interface Call {
  readonly from: number;
  readonly to: number;
  readonly isNested: boolean;
}
const calls: fc.Arbitrary<readonly Call[]> = fc.array(
  fc.record({ from: fc.nat(FUNCTIONS - 1), to: fc.nat(FUNCTIONS - 1), isNested: fc.boolean() }),
  { maxLength: 14 },
);

/** Functions in modules that call each other, with a constant for each. */
function repository(all: readonly Call[]): Texts {
  const files: Record<string, string> = { 'pkg/__init__.py': '' };
  for (let module = 0; module < MODULES; module += 1) {
    const own = Array.from({ length: FUNCTIONS }, (_, number) => number).filter(n => n % MODULES === module);
    const used = all.filter(({ from, to }) => own.includes(from) && !own.includes(to));
    const outer = used.filter(({ isNested }) => !isNested).map(({ to }) => to);
    const heads = [...new Set(outer.map(moduleOf))].map(name => {
      const names = [...new Set(outer.filter(to => moduleOf(to) === name))].sort();
      const clauses = names.map(to => `    f${to},`);
      return lines(`from .${name} import (`, ...clauses, ')');
    });
    const bodies = own.map(number => {
      const called = all.filter(({ from }) => from === number);
      const nested = used.filter(one => one.from === number && one.isNested).map(({ to }) => to);
      return lines(
        `# Number ${number}.`,
        `C${number} = ${number}`,
        '',
        '',
        `def f${number}():`,
        ...nested.map(to => `    from pkg.${moduleOf(to)} import f${to}`),
        ...called.map(({ to }) => `    f${to}()`),
        `    return C${number}`,
      );
    });
    files[`pkg/m${module}.py`] = [...heads, ...bodies].join('\n\n');
  }
  return files;
}

/** What mining cuts out around some functions of the main module: texts and lines. */
function minedFor(files: Texts, names: readonly string[]) {
  const { graph } = repositoryGraph(treeOfFiles(files), readModules(treeOfFiles(files)).modules);
  const main = graph.project.find('pkg.m0');
  if (main === undefined) throw new Error('The main module is missing.');
  const nodes = graph.reach(names.flatMap(name => graph.names.ofName(main, name, PRESENCE)));
  const modules = [...new Set([...nodes].flatMap(node => (node.kind === 'resource' ? [] : [node.module])))];
  const slices = modules.sort((a, b) => (a.path < b.path ? -1 : 1)).map(one => sliceModule(one, nodes));
  return {
    texts: Object.fromEntries(slices.map(({ path, text }) => [path, text])),
    ranges: slices.flatMap(({ path, ranges }) => ranges.map(range => ({ path, ...range }))),
  };
}

const names = fc.subarray(EXPORTS, { minLength: 1 });

function primitiveFor(files: Texts) {
  const { texts, ranges } = minedFor(files, EXPORTS);
  const tests = EXPORTS.map(name => lines(`def test_${name}():`, `    assert ${name}() is not None`));
  const head = `from pkg.m0 import ${EXPORTS.join(', ')}\n`;
  const primitive = primitiveOf({
    module: 'pkg.m0',
    exports: EXPORTS,
    files: texts,
    tests: { 'tests/test_m0.py': [head, ...tests].join('\n\n') },
  });
  return { ...primitive, provenance: { ...primitive.provenance, ranges } };
}

it('is what mining would have cut out for these exports alone', () => {
  fc.assert(
    fc.property(calls, names, (all, asked) => {
      const files = repository(all);
      const { primitive, note } = prunePrimitive(primitiveFor(files), asked);
      expect(note).toBeUndefined();
      const texts = Object.fromEntries(primitive.implementation.map(({ path, content }) => [path, content]));
      expect(texts).toEqual(minedFor(files, asked).texts);
    }),
    { numRuns: 150 },
  );
});

it('comes from the lines that mining would have named, and among shortened imports from no others than theirs', () => {
  fc.assert(
    fc.property(calls, names, (all, asked) => {
      const files = repository(all);
      const { ranges } = prunePrimitive(primitiveFor(files), asked).primitive.provenance;
      const lineOf = (path: string, line: number) => files[path]?.split('\n')[line - 1] ?? '';
      const codeOf = (list: typeof ranges) =>
        list.flatMap(({ path, startLine, endLine }) =>
          Array.from({ length: endLine - startLine + 1 }, (_, index) => startLine + index)
            .filter(line => !/^(from .*|\)| {4}f\d+,|)$/.test(lineOf(path, line)))
            .map(line => `${path}:${line}`),
        );
      expect(codeOf(ranges)).toEqual(codeOf(minedFor(files, asked).ranges));
      const before = codeOf(primitiveFor(files).provenance.ranges);
      expect(codeOf(ranges).filter(line => !before.includes(line))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it('is itself when it is pruned again, and the same by way of more', () => {
  fc.assert(
    fc.property(calls, names, names, (all, asked, besides) => {
      const donor = primitiveFor(repository(all));
      const once = prunePrimitive(donor, asked);
      const wider = prunePrimitive(donor, [...asked, ...besides]);
      const twice = prunePrimitive(wider.primitive, asked);
      const content = ({ primitive }: typeof once) => [
        ...treeOf(primitive.implementation),
        ...treeOf(primitive.carriedTests.files),
      ];
      expect(prunePrimitive(once.primitive, asked).primitive).toEqual(once.primitive);
      expect(content(twice)).toEqual(content(once));
    }),
    { numRuns: 100 },
  );
});

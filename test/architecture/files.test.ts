import { describe, expect, it } from '@jest/globals';
import { nameProblems, sizeProblems } from './size-and-name-rules.js';
import { sourceFiles, type SourceFile } from './source-files.js';

const source = sourceFiles(process.cwd(), ['src'], ['.ts', '.py']);
const everything = sourceFiles(process.cwd(), ['src', 'test', 'scripts', 'templates'], ['']);

const file = (path: string, lines = 1): SourceFile => ({ path, text: 'x\n'.repeat(lines) });
const files = (lines: number, count: number) =>
  Array.from({ length: count }, (_, index) => file(`src/plan/file-${index}.ts`, lines));

describe('small-files', () => {
  it('holds for src/', () => {
    expect(source.length).toBeGreaterThan(0);
    expect(sizeProblems(source)).toEqual([]);
  });

  it('bites on one file that is too long', () => {
    expect(sizeProblems([...files(10, 20), file('src/plan/plan.ts', 250)])).toEqual([]);
    expect(sizeProblems([...files(10, 20), file('src/plan/plan.ts', 251)])).toEqual([
      expect.stringContaining('src/plan/plan.ts has 251 lines'),
    ]);
  });

  it('bites when more than one file in ten is long', () => {
    expect(sizeProblems([...files(150, 9), file('src/plan/plan.ts', 151)])).toEqual([]);
    expect(
      sizeProblems([...files(150, 8), file('src/plan/plan.ts', 151), file('src/plan/order.ts', 200)]),
    ).toEqual([expect.stringContaining('src/plan/plan.ts, src/plan/order.ts')]);
  });
});

describe('telling-names', () => {
  it('holds for the project', () => {
    expect(nameProblems(everything)).toEqual([]);
  });

  it.each(['utils', 'util', 'helpers', 'common', 'misc', 'shared', 'types'])('bites on %s', name => {
    expect(nameProblems([file(`src/plan/${name}.ts`)])).toEqual([
      expect.stringContaining(`src/plan/${name}.ts `),
    ]);
    expect(nameProblems([file(`src/${name}/plan.ts`)])).toEqual([expect.stringContaining(`src/${name} `)]);
    expect(nameProblems([file(`src/plan/string-${name}.test.ts`)])).toHaveLength(1);
  });

  it('leaves other names alone', () => {
    expect(nameProblems([file('src/plan/commonest-typesetting.ts'), file('src/plan/plan.ts')])).toEqual([]);
  });
});

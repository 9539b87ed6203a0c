import { IMPORT, IMPORT_FLAGS, STAR, relationNumber } from '../../python/outline/module-outline.js';
import type { EdgeTable } from './edge-table.js';
import type { NameResolver } from './name-resolver.js';
import type { Program, ProgramFile } from './program.js';

const CONTAINS = relationNumber('contains');
const IMPORTS = relationNumber('imports');
const RE_EXPORTS = relationNumber('re-exports');
const EXPORTS = relationNumber('exports');
const TESTS = relationNumber('tests');

/**
 * E_struct of one file that its text alone gives: what contains what, imports, re-exports, `__all__`, and which code a
 * test file imports (Code Primitives, equation 18).
 */
export function linkStructure(
  program: Program,
  names: NameResolver,
  edges: EdgeTable,
  number: number,
  file: ProgramFile,
): void {
  const end =
    number + 1 < program.files.length ? (program.files[number + 1]?.base ?? 0) : program.entityCount;
  for (let entity = file.base + 1; entity < end; entity += 1)
    edges.add(program.parentOf[entity] as number, entity, CONTAINS);
  linkImports(program, names, edges, number, file);
  for (const name of names.offered(number) ?? []) {
    const target = names.member(file.base, name);
    if (target < 0) continue;
    edges.add(file.base, target, program.fileOf[target] === number ? EXPORTS : RE_EXPORTS);
  }
}

function linkImports(
  program: Program,
  names: NameResolver,
  edges: EdgeTable,
  number: number,
  file: ProgramFile,
): void {
  const { imports } = file.outline;
  for (let row = 0; row < imports.length; row += IMPORT.width) {
    const from = file.base + (imports[row + IMPORT.owner] as number);
    const module = names.importedModule(number, row);
    const symbol = imports[row + IMPORT.symbol] as number;
    const target = symbol < 0 ? module : names.importIn(number, row);
    for (const to of new Set([module, target])) {
      if (to < 0) continue;
      edges.add(from, to, IMPORTS);
      const imported = program.files[program.fileOf[to] as number];
      if (file.isTest && imported?.isTest === false) edges.add(from, to, TESTS);
    }
    const isInner = ((imports[row + IMPORT.flags] as number) & IMPORT_FLAGS.inner) !== 0;
    if (file.isPackage && !file.isTest && !isInner && target >= 0 && symbol !== STAR)
      edges.add(file.base, target, RE_EXPORTS);
  }
}

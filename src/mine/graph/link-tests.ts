import { ENTITY_KINDS, IMPORT, relationNumber } from '../../python/outline/module-outline.js';
import type { EdgeTable } from './edge-table.js';
import type { NameResolver } from './name-resolver.js';
import type { Program, ProgramFile } from './program.js';

const TESTS = relationNumber('tests');
const TEST = ENTITY_KINDS.indexOf('test');
const CLASS = ENTITY_KINDS.indexOf('class');
const DEFINITIONS = new Set((['class', 'function'] as const).map(kind => ENTITY_KINDS.indexOf(kind)));

/** Modules that one test file imports beyond this are not searched for what its tests are named after. */
const MOST_MODULES = 50;

/**
 * Ties tests to what they are named after, in the modules that their file imports or is named after: `test_parse_url`
 * to `parse_url` or `parse`, `TestUrl` to `Url`, `test_urls.py` to `urls.py`.
 */
export function linkTests(
  program: Program,
  names: NameResolver,
  edges: EdgeTable,
  namesakes: ModulesByName,
  number: number,
  file: ProgramFile,
): void {
  const subject = subjectOf(file.module.split('.').at(-1) ?? '');
  const named = subject === undefined ? [] : namesakes.nearest(subject, file);
  for (const module of named) edges.add(file.base, module, TESTS);
  const searched = [...new Set([...named, ...importedModules(program, names, number, file)])].slice(
    0,
    MOST_MODULES,
  );
  if (searched.length === 0) return;
  const end = program.files[number + 1]?.base ?? program.entityCount;
  for (let entity = file.base + 1; entity < end; entity += 1) {
    const kind = program.kindOf[entity];
    if (kind !== TEST && kind !== CLASS) continue;
    const name = program.words[program.nameOf[entity] as number] ?? '';
    for (const candidate of candidates(name)) {
      const found = defined(program, names, searched, candidate);
      for (const target of found) edges.add(entity, target, TESTS);
      if (found.length > 0) break;
    }
  }
}

/** The modules of a program's implementation by their last name. */
export class ModulesByName {
  private readonly byName = new Map<string, number[]>();
  private readonly files: ReadonlyMap<number, ProgramFile>;

  constructor({ files }: Program) {
    for (const { module, isTest, base } of files) {
      if (isTest) continue;
      const name = (module.split('.').at(-1) ?? '').replace(/^_+/, '').toLowerCase();
      const known = this.byName.get(name);
      if (known === undefined) this.byName.set(name, [base]);
      else known.push(base);
    }
    this.files = new Map(files.map(file => [file.base, file]));
  }

  /** The modules of this name that share most of the way with a file; none when several do. */
  nearest(name: string, file: ProgramFile): readonly number[] {
    const found = this.byName.get(name.toLowerCase()) ?? [];
    if (found.length <= 1) return found;
    const shared = found.map(module =>
      sharedFolders(this.files.get(module)?.outline.path ?? '', file.outline.path),
    );
    const most = Math.max(...shared);
    const nearest = found.filter((_, index) => shared[index] === most);
    return nearest.length === 1 ? nearest : [];
  }
}

/** `urls` of `test_urls` and `urls_test`. */
function subjectOf(name: string): string | undefined {
  return /^test_?(.+)$/.exec(name)?.[1] ?? /^(.+)_tests?$/.exec(name)?.[1];
}

/** What a test or a class of tests may be named after, longest first. */
function candidates(name: string): readonly string[] {
  const [, rest] = /^_*[Tt]ests?_?(.+)$/.exec(name) ?? [];
  if (rest === undefined) return [];
  const parts = rest.split('_').slice(0, 8);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('_'));
}

function defined(
  program: Program,
  names: NameResolver,
  modules: readonly number[],
  name: string,
): readonly number[] {
  const word = program.wordNumber(name);
  if (word === undefined || !names.isKnown(word) || name.length < 3) return [];
  const found = new Set<number>();
  for (const module of modules) {
    const target = names.nameIn(program.fileOf[module] as number, word);
    if (target >= 0 && DEFINITIONS.has(program.kindOf[target] as number)) found.add(target);
  }
  return [...found].slice(0, 3);
}

function importedModules(
  program: Program,
  names: NameResolver,
  number: number,
  file: ProgramFile,
): readonly number[] {
  const found = new Set<number>();
  const { imports } = file.outline;
  for (let row = 0; row < imports.length && found.size < MOST_MODULES; row += IMPORT.width) {
    const symbol = imports[row + IMPORT.symbol] as number;
    for (const target of [names.importedModule(number, row), symbol < 0 ? -1 : names.importIn(number, row)])
      if (
        target >= 0 &&
        program.parentOf[target] === -1 &&
        program.files[program.fileOf[target] as number]?.isTest === false
      )
        found.add(target);
  }
  return [...found];
}

function sharedFolders(one: string, other: string): number {
  const a = one.split('/');
  const b = other.split('/');
  let shared = 0;
  while (shared < a.length - 1 && a[shared] === b[shared]) shared += 1;
  return shared;
}

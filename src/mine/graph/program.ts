import {
  ENTITY,
  ENTITY_KINDS,
  IMPORT,
  IMPORT_FLAGS,
  STAR,
  type ModuleOutline,
} from '../../python/outline/module-outline.js';
import { moduleOfPath, sourceRootOf } from '../../python/module-paths.js';
import { isTestPath } from '../../python/project-modules.js';

/** One file of a program: its outline, with its words and entities numbered for all files together. */
export interface ProgramFile {
  readonly outline: ModuleOutline;
  readonly module: string;
  readonly sourceRoot: string;
  readonly isPackage: boolean;
  readonly isTest: boolean;
  /** Number of its first entity, which is the module. */
  readonly base: number;
  /** The program's number of one of its words; given when it is first asked for. */
  readonly word: (number: number) => number;
  /** What the module defines by name: entities, and rows of `imports`. */
  readonly defined: ReadonlyMap<number, number>;
  readonly imported: ReadonlyMap<number, number>;
  /** Rows of its star imports. */
  readonly stars: readonly number[];
}

/** All files of a repository, their modules and entities numbered. Files are in order of path. */
export interface Program {
  readonly files: readonly ProgramFile[];
  readonly entityCount: number;
  /** By entity: its file, its parent (-1 for a module), its kind as in `ENTITY_KINDS`, and the word of its last name. */
  readonly fileOf: Uint32Array;
  readonly parentOf: Int32Array;
  readonly kindOf: Uint8Array;
  readonly nameOf: Uint32Array;
  readonly words: readonly string[];
  /** Undefined for a word that nothing is named. */
  readonly wordNumber: (word: string) => number | undefined;
  /** Modules by name, as entities; a name that several projects of one tree use has several. */
  readonly modules: ReadonlyMap<string, readonly number[]>;
  /** Modules by path. */
  readonly byPath: ReadonlyMap<string, number>;
}

const CONSTANT = ENTITY_KINDS.indexOf('constant');

/** Numbers what outlines say; `sourceRoots` are those of the tree, see `projectSourceRoots`. */
export function createProgram(outlines: readonly ModuleOutline[], sourceRoots: readonly string[]): Program {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    return words.push(word) - 1;
  };
  const wordsOf = ({ names }: ModuleOutline): WordOf => {
    // Shifted by one: 0 is a word that nobody asked for yet.
    const known = new Uint32Array(names.length);
    return number => (known[number] ||= numberOf(names[number] ?? '') + 1) - 1;
  };
  const files: ProgramFile[] = [];
  let base = 0;
  for (const outline of [...outlines].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const own = wordsOf(outline);
    files.push({
      outline,
      module: moduleOfPath(outline.path, sourceRoots) ?? outline.path,
      sourceRoot: sourceRootOf(outline.path, sourceRoots),
      isPackage: /(?:^|\/)__init__\.py$/.test(outline.path),
      isTest: isTestPath(outline.path),
      base,
      word: own,
      defined: definedIn(outline, own, base),
      ...importedIn(outline, own),
    });
    base += outline.entities.length / ENTITY.width;
  }
  return { files, entityCount: base, words, wordNumber: word => numbers.get(word), ...indexes(files, base) };
}

type WordOf = ProgramFile['word'];

function definedIn(
  { entities, bindings }: ModuleOutline,
  wordOf: WordOf,
  base: number,
): ReadonlyMap<number, number> {
  const defined = new Map<number, number>();
  for (let at = 0; at < bindings.length; at += 2)
    defined.set(wordOf(bindings[at] as number), base + (bindings[at + 1] as number));
  for (let row = ENTITY.width; row < entities.length; row += ENTITY.width)
    if (entities[row + ENTITY.parent] === 0)
      defined.set(wordOf(entities[row + ENTITY.simple] as number), base + row / ENTITY.width);
  return defined;
}

function importedIn(
  { imports, entities }: ModuleOutline,
  wordOf: WordOf,
): Pick<ProgramFile, 'imported' | 'stars'> {
  const imported = new Map<number, number>();
  const stars: number[] = [];
  for (let row = 0; row < imports.length; row += IMPORT.width) {
    if (((imports[row + IMPORT.flags] as number) & IMPORT_FLAGS.inner) !== 0) continue;
    if (imports[row + IMPORT.symbol] === STAR) stars.push(row);
    else imported.set(wordOf(imports[row + IMPORT.local] as number), row);
  }
  // A definition of the module's own says more than an import of the same name that it replaces.
  for (let row = ENTITY.width; row < entities.length; row += ENTITY.width)
    if (entities[row + ENTITY.parent] === 0 && entities[row + ENTITY.kind] !== CONSTANT)
      imported.delete(wordOf(entities[row + ENTITY.simple] as number));
  return { imported, stars };
}

function indexes(
  files: readonly ProgramFile[],
  count: number,
): Pick<Program, 'fileOf' | 'parentOf' | 'kindOf' | 'nameOf' | 'modules' | 'byPath'> {
  const fileOf = new Uint32Array(count);
  const parentOf = new Int32Array(count);
  const kindOf = new Uint8Array(count);
  const nameOf = new Uint32Array(count);
  const modules = new Map<string, number[]>();
  const byPath = new Map<string, number>();
  files.forEach(({ outline: { entities, path }, module, base, word }, file) => {
    for (let row = 0, entity = base; row < entities.length; row += ENTITY.width, entity += 1) {
      const parent = entities[row + ENTITY.parent] as number;
      fileOf[entity] = file;
      parentOf[entity] = parent < 0 ? -1 : base + parent;
      kindOf[entity] = entities[row + ENTITY.kind] as number;
      nameOf[entity] = word(entities[row + ENTITY.simple] as number);
    }
    const known = modules.get(module);
    if (known === undefined) modules.set(module, [base]);
    else known.push(base);
    byPath.set(path, base);
  });
  return { fileOf, parentOf, kindOf, nameOf, modules, byPath };
}

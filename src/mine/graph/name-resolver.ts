import { posix } from 'node:path';
import { EXPORT, EXPORT_STEPS, IMPORT, IMPORT_FLAGS, WHOLE } from '../../python/outline/module-outline.js';
import { resolveRelative } from '../../python/module-paths.js';
import type { Program, ProgramFile } from './program.js';

/**
 * What a name leads to: the number of an entity (a module is one too), or one of these. A namespace package, which
 * has no file (PEP 420), is `NAMESPACE` less its number.
 */
export type Target = number;
export const NOWHERE = -1;
const NAMESPACE = -2;

/** More modules behind one star import are followed no further. */
const MOST_STARS = 5000;

/** An import of an import of an import … is followed so far. */
const DEEPEST = 50;

/** Resolves names of modules through imports of all forms. */
export class NameResolver {
  private readonly namespaces: string[] = [];
  private readonly namespaceNumbers: ReadonlyMap<string, number>;
  private readonly imports: Map<number, Target>[];
  private readonly names: Map<number, Target>[];
  /** Words that some module defines or imports: no star import brings any other. */
  private readonly known = new Set<number>();
  private readonly starred: (ReadonlySet<number> | undefined)[] = [];
  private readonly offers: (ReadonlySet<string> | null | undefined)[] = [];

  constructor(private readonly program: Program) {
    this.imports = program.files.map(() => new Map<number, Target>());
    this.names = program.files.map(() => new Map<number, Target>());
    for (const { defined, imported } of program.files)
      for (const names of [defined, imported]) for (const word of names.keys()) this.known.add(word);
    const numbers = new Map<string, number>();
    for (const module of program.modules.keys())
      for (let at = module.indexOf('.'); at >= 0; at = module.indexOf('.', at + 1)) {
        const name = module.slice(0, at);
        if (!program.modules.has(name) && !numbers.has(name))
          numbers.set(name, this.namespaces.push(name) - 1);
      }
    this.namespaceNumbers = numbers;
  }

  /** Whether any module defines or imports something of this name. */
  isKnown(word: number): boolean {
    return this.known.has(word);
  }

  /** What a module-level name of a file means, star imports included. */
  nameIn(file: number, word: number, depth = 0): Target {
    const known = this.names[file]?.get(word);
    if (known !== undefined) return known;
    if (depth > DEEPEST) return NOWHERE;
    const { defined, imported } = this.file(file);
    const row = imported.get(word);
    const entity = defined.get(word) ?? NOWHERE;
    let target = row === undefined ? NOWHERE : this.importIn(file, row, depth + 1);
    if (target === NOWHERE) target = entity;
    if (target === NOWHERE) target = this.starredName(file, word, depth);
    this.names[file]?.set(word, target);
    return target;
  }

  /** What a row of a file's imports brings: the symbol, or the module that `import a.b` binds. */
  importIn(file: number, row: number, depth = 0): Target {
    const known = this.imports[file]?.get(row);
    if (known !== undefined) return known;
    this.imports[file]?.set(row, NOWHERE);
    const { outline } = this.file(file);
    const symbol = outline.imports[row + IMPORT.symbol] as number;
    let target: Target;
    if (symbol === WHOLE && ((outline.imports[row + IMPORT.flags] as number) & IMPORT_FLAGS.bindsTop) !== 0)
      target = this.module(outline.names[outline.imports[row + IMPORT.local] as number] ?? '', file);
    else {
      const module = this.importedModule(file, row);
      target =
        symbol < 0 || module === NOWHERE
          ? module
          : this.member(module, outline.names[symbol] ?? '', depth + 1);
    }
    this.imports[file]?.set(row, target);
    return target;
  }

  /** The module that a row of a file's imports names. */
  importedModule(file: number, row: number): Target {
    const { outline, module, isPackage } = this.file(file);
    const level = outline.imports[row + IMPORT.level] as number;
    const name = outline.names[outline.imports[row + IMPORT.module] as number] ?? '';
    if (level === 0) return this.module(name, file);
    const absolute = resolveRelative(module, isPackage, level, name);
    return absolute === undefined ? NOWHERE : this.module(absolute, file);
  }

  /** A name of a module or namespace, or its submodule. */
  member(module: Target, name: string, depth = 0): Target {
    if (module < 0) {
      const namespace = this.namespaces[NAMESPACE - module];
      return namespace === undefined ? NOWHERE : this.module(`${namespace}.${name}`, undefined);
    }
    const file = this.program.fileOf[module] as number;
    const word = this.program.wordNumber(name);
    const target = word === undefined ? NOWHERE : this.nameIn(file, word, depth);
    return target === NOWHERE && this.file(file).isPackage
      ? this.module(`${this.file(file).module}.${name}`, file)
      : target;
  }

  /** A module by its absolute name as seen from a file: of the same project first, then of the same folder. */
  module(name: string, from: number | undefined): Target {
    const { modules, byPath, files, fileOf } = this.program;
    const found = modules.get(name);
    if (found !== undefined) {
      const root = from === undefined ? undefined : this.file(from).sourceRoot;
      return (
        found.find(module => files[fileOf[module] as number]?.sourceRoot === root) ?? (found[0] as number)
      );
    }
    const namespace = this.namespaceNumbers.get(name);
    if (namespace !== undefined) return NAMESPACE - namespace;
    if (from === undefined) return NOWHERE;
    const path = posix.join(posix.dirname(this.file(from).outline.path), name.replaceAll('.', '/'));
    return byPath.get(`${path}.py`) ?? byPath.get(`${path}/__init__.py`) ?? NOWHERE;
  }

  /**
   * What `from module import *` of a file brings: the names of its `__all__` as far as the text tells, null when it
   * has none.
   */
  offered(file: number, depth = 0): ReadonlySet<string> | null {
    const known = this.offers[file];
    if (known !== undefined) return known;
    this.offers[file] = null;
    const { outline } = this.file(file);
    const { exports, names } = outline;
    if (exports.length === 0 || depth > DEEPEST) return null;
    const all = new Set<string>();
    for (let at = 0; at < exports.length; at += EXPORT.width) {
      const step = exports[at + EXPORT.step];
      const name = names[exports[at + EXPORT.name] as number] ?? '';
      if (step === EXPORT_STEPS.clear) all.clear();
      else if (step === EXPORT_STEPS.add) all.add(name);
      else if (step === EXPORT_STEPS.remove) all.delete(name);
      else for (const one of this.offeredBy(file, name, depth)) all.add(one);
    }
    // One that is computed cannot be told from here, and says nothing.
    this.offers[file] = all.size === 0 ? null : all;
    return this.offers[file];
  }

  /** The names of the `__all__` of the module that a dotted name of a file leads to. */
  private offeredBy(file: number, dotted: string, depth: number): Iterable<string> {
    let target: Target | undefined;
    for (const step of dotted.split('.')) {
      target = this.member(target ?? this.file(file).base, step);
    }
    const isModule = target !== undefined && target >= 0 && this.program.parentOf[target] === -1;
    return isModule ? (this.offered(this.program.fileOf[target as number] as number, depth + 1) ?? []) : [];
  }

  private starredName(file: number, word: number, depth: number): Target {
    if (this.file(file).stars.length === 0 || !this.known.has(word)) return NOWHERE;
    const name = this.program.words[word] ?? '';
    for (const source of this.starSources(file)) {
      const { defined, imported } = this.file(source);
      const offered = this.offered(source);
      if (offered === null ? name.startsWith('_') : !offered.has(name)) continue;
      const row = imported.get(word);
      const target =
        row === undefined ? (defined.get(word) ?? NOWHERE) : this.importIn(source, row, depth + 1);
      if (target !== NOWHERE) return target;
    }
    return NOWHERE;
  }

  /** The files whose names star imports bring into a file, through other star imports too; later ones win. */
  private starSources(file: number): ReadonlySet<number> {
    const known = this.starred[file];
    if (known !== undefined) return known;
    const sources = new Set<number>();
    const waiting = [file];
    for (let next = waiting.pop(); next !== undefined && sources.size < MOST_STARS; next = waiting.pop()) {
      for (const row of this.file(next).stars) {
        const module = this.importedModule(next, row);
        const source = module < 0 ? undefined : this.program.fileOf[module];
        if (source === undefined || source === file || sources.has(source)) continue;
        sources.add(source);
        waiting.push(source);
      }
    }
    this.starred[file] = sources;
    return sources;
  }

  private file(file: number): ProgramFile {
    const found = this.program.files[file];
    if (found === undefined) throw new RangeError(`The program has no file ${file}.`);
    return found;
  }
}

import { posix } from 'node:path';
import type { FileTree } from '../../domain/files.js';
import { definitionBehind } from './definition-behind.js';
import type { Project } from './project.js';
import { startingWithin } from './ranges.js';
import { literalText } from './surroundings.js';
import type { SourceModule } from './source-module.js';
import type { Unit } from './units.js';
import { walk } from '../../syntax/parse-python.js';

/** More than this in one folder is no resource of one component. */
const MOST_FILES = 100;
const LARGEST_BYTES = 2 * 1024 ** 2;

/** Where code says that a path is relative to its module or package. */
const ANCHOR =
  /\b__file__\b|\b(importlib[._]resources|resources\.(files|path|open_|read_)|files\(|pkgutil\.get_data|resource_(filename|string|stream))/;
/** A path with a folder in it, as a whole string: relative to where the program or the suite is started. */
const WHOLE_PATH = /["']((?:[\w.-]+\/){1,20}[\w.-]+)["']/g;

/** Finds the files of a repository, other than Python, that statements open by a path. */
export class ResourceIndex {
  private readonly paths: ReadonlySet<string>;
  private readonly anchored = new Map<SourceModule, ReadonlySet<string>>();

  constructor(
    files: FileTree,
    private readonly project: Project,
  ) {
    const small = [...files].filter(([, bytes]) => bytes.byteLength <= LARGEST_BYTES);
    this.paths = new Set(
      small
        .map(([path]) => path)
        .filter(path => !/\.(py|pyc|pyi)$/.test(path))
        .sort(),
    );
  }

  /**
   * The files that the string literals of a statement name: as whole paths, or below the folder of the module whose
   * place the statement starts from, directly or by a name for it; all of a folder when they name only that.
   */
  resourcesOf(module: SourceModule, unit: Unit): readonly string[] {
    if (this.paths.size === 0 || unit.kind === 'import') return [];
    const text = module.tree.text.slice(unit.start, unit.end);
    const whole = [...text.matchAll(WHOLE_PATH)].flatMap(([, path]) =>
      path !== undefined && this.paths.has(path) ? [path] : [],
    );
    const places = this.placesOf(module, unit, text);
    return [...new Set([...whole, ...(places.length === 0 ? [] : this.namedBy(module, unit, places))])];
  }

  private namedBy(module: SourceModule, unit: Unit, places: readonly SourceModule[]): readonly string[] {
    const literals = unit.nodes.flatMap(node =>
      [...walk(node)].flatMap(child => literalText(module.tree, child) ?? []),
    );
    const segments = new Set(literals.flatMap(literal => literal.split('/')).filter(part => part !== ''));
    if (segments.size === 0) return [];
    const folders = new Set(places.flatMap(foldersOf));
    return (
      [...folders].map(folder => this.namedBelow(folder, segments)).find(found => found.length > 0) ?? []
    );
  }

  /** The modules from whose places a statement finds files. */
  private placesOf(module: SourceModule, unit: Unit, text: string): readonly SourceModule[] {
    const places = new Set<SourceModule>(ANCHOR.test(text) ? [module] : []);
    for (const { name, chain, nested } of startingWithin(module.references, unit.start, unit.end)) {
      const binding = nested === undefined ? this.project.bindingOf(module, name) : undefined;
      if (binding === undefined || binding.units.includes(unit)) continue;
      if (binding.units.length > 0) {
        if (this.anchoredIn(module).has(name)) places.add(module);
        continue;
      }
      const behind = definitionBehind(this.project, module, name, chain);
      if (behind !== undefined && this.anchoredIn(behind.module).has(behind.name)) places.add(behind.module);
    }
    return [...places];
  }

  /** The names of a module that stand for its place, or for something that is found from it. */
  private anchoredIn(module: SourceModule): ReadonlySet<string> {
    const known = this.anchored.get(module);
    if (known !== undefined) return known;
    const names = new Set<string>();
    this.anchored.set(module, names);
    if (!ANCHOR.test(module.tree.text)) return names;
    for (const unit of module.units) {
      if (unit.kind !== 'assignment' && unit.kind !== 'definition') continue;
      const isAnchored =
        ANCHOR.test(module.tree.text.slice(unit.start, unit.end)) ||
        startingWithin(module.references, unit.start, unit.end).some(({ name }) => names.has(name));
      // A class or a test that opens a file is no name for a place.
      if (isAnchored && isPlace(unit)) for (const name of unit.binds) names.add(name);
    }
    return names;
  }

  private namedBelow(folder: string, segments: ReadonlySet<string>): readonly string[] {
    const prefix = folder === '' ? '' : `${folder}/`;
    const below = [...this.paths].filter(path => path.startsWith(prefix));
    const named = below.filter(path =>
      path
        .slice(prefix.length)
        .split('/')
        .every(part => segments.has(part)),
    );
    if (named.length > 0) return named;
    const inside = below.filter(path => {
      const [first, ...rest] = path.slice(prefix.length).split('/');
      return first !== undefined && rest.length > 0 && segments.has(first);
    });
    return inside.length <= MOST_FILES ? inside : [];
  }
}

function isPlace({ kind, nodes: [statement] }: Unit): boolean {
  return kind === 'assignment' || statement?.type === 'function_definition';
}

/** The module's own folder, then those above it down from its top package; for a suite up to the root. */
function foldersOf({ path, sourceRoot, isTest }: SourceModule): readonly string[] {
  const folders: string[] = [];
  for (
    let folder = posix.dirname(path);
    folder !== '.' && folder !== sourceRoot;
    folder = posix.dirname(folder)
  )
    folders.push(folder);
  if (isTest) return [...folders, ''];
  return folders.length > 0 ? folders : [sourceRoot];
}

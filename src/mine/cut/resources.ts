import { posix } from 'node:path';
import type { FileTree } from '../../domain/files.js';
import { literalText } from '../../python/slicing/surroundings.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { walk } from '../../syntax/parse-python.js';

/** More than this in one folder is no resource of one component. */
const MOST_FILES = 100;

/** Where code says that a path is relative to its module or package. */
const ANCHOR =
  /\b__file__\b|\b(importlib[._]resources|resources\.(files|path|open_|read_)|files\(|pkgutil\.get_data|resource_(filename|string|stream))/;

/** Finds the files of a repository, other than Python, that statements open by a path relative to themselves. */
export class ResourceIndex {
  private readonly paths: readonly string[];

  constructor(files: FileTree) {
    this.paths = [...files.keys()].filter(path => !/\.(py|pyc|pyi)$/.test(path)).sort();
  }

  /**
   * The files that the string literals of a statement name, below the module's folder or its top package: by the
   * literals put together, or all of a folder when they name only that.
   */
  resourcesOf(module: SourceModule, unit: Unit): readonly string[] {
    if (this.paths.length === 0) return [];
    const text = module.tree.text.slice(unit.start, unit.end);
    if (!ANCHOR.test(text)) return [];
    const literals = unit.nodes.flatMap(node =>
      [...walk(node)].flatMap(child => literalText(module.tree, child) ?? []),
    );
    const segments = new Set(literals.flatMap(literal => literal.split('/')).filter(part => part !== ''));
    if (segments.size === 0) return [];
    return (
      this.foldersOf(module)
        .map(folder => this.namedBelow(folder, segments))
        .find(found => found.length > 0) ?? []
    );
  }

  private namedBelow(folder: string, segments: ReadonlySet<string>): readonly string[] {
    const prefix = folder === '' ? '' : `${folder}/`;
    const below = this.paths.filter(path => path.startsWith(prefix));
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

  /** The module's own folder, then those above it down from its top package. */
  private foldersOf({ path, sourceRoot }: SourceModule): readonly string[] {
    const folders: string[] = [];
    for (
      let folder = posix.dirname(path);
      folder !== '.' && folder !== sourceRoot;
      folder = posix.dirname(folder)
    )
      folders.push(folder);
    return folders.length > 0 ? folders : [sourceRoot];
  }
}

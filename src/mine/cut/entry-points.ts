import type { FileTree } from '../../domain/files.js';
import { declaredEntryPoints } from '../../python/declarations/index.js';
import type { Project } from '../../python/slicing/project.js';
import type { PlacedUnit, SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';

/** A statement that reads entry points: of `importlib.metadata`, or of setuptools' old `pkg_resources`. */
const READS = /\b(entry_points|iter_entry_points|load_entry_point|get_entry_map)\s*\(/;

/** What the entry points of a repository name in its own code, for the statements that load them. */
export class EntryPointIndex {
  private readonly points: ReadonlyMap<string, readonly string[]>;

  constructor(
    files: FileTree,
    private readonly project: Project,
  ) {
    this.points = declaredEntryPoints(files);
  }

  /** The definitions behind the entry points of every group that a statement, or a constant it uses, names. */
  servedTo(module: SourceModule, unit: Unit): readonly PlacedUnit[] {
    if (this.points.size === 0 || unit.kind === 'import') return [];
    const text = module.tree.text.slice(unit.start, unit.end);
    if (!READS.test(text)) return [];
    const constants = module.units.filter(({ kind, binds }) => {
      return kind === 'assignment' && [...binds].some(name => new RegExp(`\\b${name}\\b`).test(text));
    });
    const texts = [text, ...constants.map(({ start, end }) => module.tree.text.slice(start, end))];
    return (
      [...this.points]
        .filter(([group]) => texts.some(one => one.includes(`"${group}"`) || one.includes(`'${group}'`)))
        .flatMap(([, references]) => references.flatMap(reference => this.behind(reference)))
        // What a suite plugs in for itself is not there where the code is used.
        .filter(served => module.isTest || !served.module.isTest)
    );
  }

  private behind(reference: string): readonly PlacedUnit[] {
    const [, dotted = '', name = ''] = /^\s*([\w.]+)\s*(?::\s*(\w+))?/.exec(reference) ?? [];
    const module = this.project.find(dotted);
    if (module === undefined) return [];
    const units = name === '' ? module.units : (this.project.bindingOf(module, name)?.units ?? []);
    return units
      .filter(({ kind }) => kind === 'definition' || kind === 'assignment')
      .map(unit => ({ module, unit }));
  }
}

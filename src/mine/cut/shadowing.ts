import { importableNames } from '../../python/importable-names.js';
import { isStandardLibrary } from '../../python/standard-library.js';

/** What would be hidden by a component's own modules, in words that end a sentence; undefined when nothing would. */
export interface Shadowing {
  readonly name: string;
  /**
   * What imports the name and would get the component's module: the standard library, or a distribution among those
   * installed. pytest and what it stands on are not told here: a component that overlaps with them is run in a process
   * that has imported nothing of it, and validation says whether that can be.
   */
  readonly by: 'standard-library' | 'distribution';
  readonly reason: string;
}

/** Modules that the library has lost by Python 3.12: a name that nothing there imports any more. */
const GONE =
  /^(_dummy_thread|asynchat|asyncore|binhex|distutils|dummy_threading|formatter|imp|macpath|parser|smtpd|symbol)$/;

/**
 * Whether the modules of an implementation would stand before others of the same name: its source root comes first on
 * the path (Python reference, section 5.2), so whatever is installed and imports that name would get these.
 * `distributions` are requirements of the component itself.
 */
export function shadowing(
  paths: readonly string[],
  sourceRoot: string,
  distributions: readonly string[],
): Shadowing | undefined {
  const tops = [...new Set(paths.flatMap(path => topModule(path, sourceRoot) ?? []))].sort();
  const usual = importableNames([]);
  const installed = importableNames(distributions);
  for (const name of tops) {
    if (isStandardLibrary(name) && !GONE.test(name))
      return {
        name,
        by: 'standard-library',
        reason: `its module ${name} would stand before the standard library's; put it into a package or rename it`,
      };
    if (installed.has(name) && !usual.has(name))
      return {
        name,
        by: 'distribution',
        reason: `its module ${name} would stand before the one that ${ownerOf(name, distributions)} provides; the two cannot be imported together`,
      };
  }
  return undefined;
}

/** The name under which a file below the source root is imported first. */
function topModule(path: string, sourceRoot: string): string | undefined {
  const prefix = sourceRoot === '' ? '' : `${sourceRoot}/`;
  if (!path.startsWith(prefix) || !path.endsWith('.py')) return undefined;
  return path.slice(prefix.length).split('/')[0]?.replace(/\.py$/, '');
}

function ownerOf(name: string, distributions: readonly string[]): string {
  const usual = importableNames([]);
  return (
    distributions.find(one => importableNames([one]).has(name) && !usual.has(name)) ??
    'a distribution it needs'
  );
}

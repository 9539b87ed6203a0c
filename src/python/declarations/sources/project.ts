import type { Wanted } from '../wanted.js';

/** Where a version is written; nothing that would have to run is among them. */
export type VersionSource =
  | { readonly kind: 'literal'; readonly version: string }
  /** `package.module.__version__`, a literal of that module. */
  | { readonly kind: 'attribute'; readonly dotted: string }
  /** A text file that holds it and nothing else. */
  | { readonly kind: 'file'; readonly path: string }
  /** A Python file that assigns it. */
  | { readonly kind: 'assignment'; readonly path: string };

/** Entry points by group, each name with its object reference (`module:attribute`). */
export type EntryPoints = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What one file says about the project itself, as the metadata of its distribution would. */
export interface ProjectDeclaration {
  readonly name?: string | undefined;
  readonly version?: VersionSource | undefined;
  /** PEP 440. */
  readonly requiresPython?: string | undefined;
  /** Trove classifiers, whole. */
  readonly classifiers: readonly string[];
  readonly dependencies: Wanted;
  /** By normalised name. */
  readonly extras: ReadonlyMap<string, Wanted>;
  /** setuptools' old `tests_require`. */
  readonly tests: Wanted;
  readonly entryPoints: EntryPoints;
  readonly notes: readonly string[];
}

/** Extras that are read of one declaration; each may name files of its own. */
export const MOST_EXTRAS = 100;

/** `attr: package.__version__`, `file: VERSION` or the version itself, as setuptools writes it. */
export function versionSource(text: string | undefined): VersionSource | undefined {
  const [, kind, value = ''] = /^(attr|file):\s*([^\s,]+)/.exec(text ?? '') ?? [];
  if (kind === 'attr') return { kind: 'attribute', dotted: value };
  if (kind === 'file') return { kind: 'file', path: value };
  return text === undefined || text === '' ? undefined : { kind: 'literal', version: text };
}

/** Entry points that are tables of strings; anything else among them is passed over. */
export function entryPointsOf(groups: Iterable<readonly [string, unknown]>): EntryPoints {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [group, points] of groups) {
    if (points === null || typeof points !== 'object') continue;
    const named = Object.entries(points).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    if (named.length > 0) found.set(group, new Map(named));
  }
  return found;
}

/** Lines of `name = module:attribute`, as setuptools and `entry_points.txt` have them. */
export function entryPointLines(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.flatMap(line => {
      const equals = line.indexOf('=');
      return equals < 1 ? [] : [[line.slice(0, equals).trim(), line.slice(equals + 1).trim()] as const];
    }),
  );
}

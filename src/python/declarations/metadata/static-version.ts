import { posix } from 'node:path';
import { valid } from '@renovatebot/pep440';
import { confinePath, type FileTree } from '../../../domain/files.js';
import { distributionName } from '../../distribution-name.js';
import { packageInfo } from '../sources/package-info.js';
import type { ProjectDeclaration, VersionSource } from '../sources/project.js';
import { readLiterals } from '../formats/python-literals.js';
import { stringOf, textAt } from '../repository-text.js';

/** What a project whose version is nowhere to be read is given. */
const UNKNOWN = '0.0.0';
const VERSION_NAMES = ['__version__', 'VERSION', 'version'];
const VERSION_FILES = ['_version.py', '__about__.py', 'version.py', '__version__.py', '__init__.py'];

/**
 * The version of the project as far as it can be read without running anything: as declared, from the `PKG-INFO` of a
 * source distribution, from the attribute or file that a build backend would read, from the usual version files of its
 * packages; else 0.0.0 (a version made from tags, say).
 */
export function staticVersion(
  files: FileTree,
  name: string,
  projects: readonly ProjectDeclaration[],
  packages: readonly string[],
): string {
  const declared = projects.flatMap(project => project.version ?? []);
  const literals = declared.flatMap(source => (source.kind === 'literal' ? source.version : []));
  const elsewhere = declared.map(source => versionAt(files, source, packages));
  const info = packageInfo(files);
  const inFiles = function* (): Generator<string | undefined> {
    yield* literals;
    if (distributionName(info.name) === distributionName(name)) yield info.version;
    yield* elsewhere;
    for (const folder of packages)
      for (const file of VERSION_FILES) yield assignedVersion(files, posix.join(folder, file));
    for (const folder of packages) yield assignedVersion(files, `${folder}.py`);
  };
  for (const version of inFiles()) if (version !== undefined && isVersion(version)) return version.trim();
  return UNKNOWN;
}

function isVersion(text: string): boolean {
  return text.length <= 100 && /^[\w.+!-]+$/.test(text.trim()) && valid(text.trim()) !== null;
}

function versionAt(files: FileTree, source: VersionSource, packages: readonly string[]): string | undefined {
  if (source.kind === 'literal') return source.version;
  if (source.kind === 'attribute') return attributeVersion(files, source.dotted, packages);
  const path = confinePath(source.path);
  if (path === undefined) return undefined;
  return source.kind === 'file' ? textAt(files, path).trim() : assignedVersion(files, path);
}

/** `package.module.NAME`; the source root is that of the package. */
function attributeVersion(files: FileTree, dotted: string, packages: readonly string[]): string | undefined {
  const parts = dotted.split('.');
  const attribute = parts.pop();
  const top = parts[0];
  if (attribute === undefined || top === undefined) return undefined;
  const roots = packages
    .filter(folder => posix.basename(folder) === top)
    .map(folder => posix.dirname(folder));
  for (const root of [...roots, '.', 'src']) {
    const base = confinePath(posix.join(root, ...parts));
    if (base === undefined) continue;
    for (const path of [`${base}.py`, `${base}/__init__.py`]) {
      const version = assignedVersion(files, path, [attribute]);
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

/** What a Python file assigns to one of the names at its top level, when that is a literal or a tuple of numbers. */
function assignedVersion(files: FileTree, path: string, names = VERSION_NAMES): string | undefined {
  const text = textAt(files, path);
  if (!names.some(name => text.includes(name))) return undefined;
  const source = readLiterals(text);
  for (const name of names) {
    const value = source?.valueOfName(name);
    if (Array.isArray(value) && value.length > 1) return value.map(String).join('.');
    const version = stringOf(value);
    if (version !== undefined) return version;
  }
  return undefined;
}

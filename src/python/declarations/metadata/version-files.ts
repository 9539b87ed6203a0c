import { confinePath, type FileTree } from '../../../domain/files.js';
import { stringOf, tableAt, tomlAt } from '../repository-text.js';

/** Where build backends are told to write the version that they find in the tags. */
const DECLARED_AT: readonly (readonly [keys: readonly string[], name: string])[] = [
  [['tool', 'setuptools_scm'], 'version_file'],
  [['tool', 'setuptools_scm'], 'write_to'],
  [['tool', 'setuptools-scm'], 'version_file'],
  [['tool', 'hatch', 'build', 'hooks', 'vcs'], 'version-file'],
  [['tool', 'vcs-versioning'], 'version_file'],
];

/**
 * The version modules that a build would generate (setuptools-scm, hatch-vcs) and that are in no commit: without them
 * many a package cannot be imported from its checkout. They say the version that `projectMetadata` gave.
 */
export function versionFiles(files: FileTree, metadata: FileTree): FileTree {
  const pyproject = tomlAt(files, 'pyproject.toml');
  const folder = [...metadata.keys()][0]?.split('/', 1)[0] ?? '';
  const version = /-([^-]+)\.dist-info$/.exec(folder)?.[1]?.replaceAll('_', '-') ?? '0.0.0';
  const written = new Map<string, Uint8Array>();
  for (const [keys, name] of DECLARED_AT) {
    const path = confinePath(stringOf(tableAt(pyproject, ...keys)[name]) ?? '');
    if (path?.endsWith('.py') === true && !files.has(path)) written.set(path, moduleOf(version));
  }
  return written;
}

function moduleOf(version: string): Uint8Array {
  const release = /^\d+(?:\.\d+)*/.exec(version)?.[0].split('.').map(Number) ?? [0];
  const tuple = `(${release.map(part => `${part},`).join(' ')})`;
  return Buffer.from(`__version__ = version = '${version}'\n__version_tuple__ = version_tuple = ${tuple}\n`);
}

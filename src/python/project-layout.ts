import { decodeUtf8, type FileTree } from '../domain/files.js';
import { sourceRootsOf } from './module-paths.js';
import { isTestPath } from './project-modules.js';

/** What makes a folder a project of its own. */
const PROJECT_FILE = /(^|\/)(pyproject\.toml|setup\.py|setup\.cfg)$/;
/** Where a repository keeps several projects, each with its own `src`. */
const MEMBER_SOURCE =
  /^((?:packages|libs?|projects|components|services|apps|plugins|modules)\/[^/]+\/src)\/[^/]/;

/** Deeper projects are data of tests or templates. */
const DEEPEST_PROJECT = 5;
const MOST_PROJECTS = 500;
const LARGEST_DECLARATION = 256 * 1024;

/** Folders named in a project's own files as where its packages lie. */
const DECLARED_FOLDERS = [
  /^[ \t]*where[ \t]*=[ \t]*\[?[ \t]*["']?([\w./-]+)/gm,
  /["']?package[-_]dir["']?[ \t]*=[ \t]*\{?[ \t]*["']{2}[ \t]*[=:][ \t]*["']([\w./-]+)["']/g,
  /^[ \t]*package_dir[ \t]*=\s*=[ \t]*([\w./-]+)/gm,
  /\bfrom[ \t]*=[ \t]*["']([\w./-]+)["']/g,
];

/**
 * The source roots of a repository, longest first and `''` last: those of `sourceRootsOf`, and those of every project
 * in it, so that packages in a monorepo are found under the names they import each other by (PEP 420 and PEP 517 leave
 * layouts to projects). A root is `src`, a folder that the project declares, or the project's own folder.
 */
export function projectSourceRoots(files: FileTree): readonly string[] {
  const paths = [...files.keys()];
  const roots = new Set(isSourceItselfAPackage(files) ? [''] : sourceRootsOf(paths));
  const python = new Set(paths.filter(path => path.endsWith('.py')).flatMap(foldersAbove));
  const projects = paths
    .filter(
      path => PROJECT_FILE.test(path) && path.split('/').length <= DEEPEST_PROJECT + 1 && !isTestPath(path),
    )
    .sort()
    .slice(0, MOST_PROJECTS);
  for (const path of projects) {
    const folder = path.split('/').slice(0, -1).join('/');
    const declared = declaredFolders(files.get(path)).map(one => joined(folder, one));
    const usual = folder === '' ? [] : [joined(folder, 'src')];
    for (const root of [...declared, ...usual])
      if (python.has(root) && !(folder === '' && files.has(`${root}/__init__.py`))) roots.add(root);
    if (folder !== '' && python.has(folder) && !python.has(joined(folder, 'src'))) roots.add(folder);
  }
  for (const path of paths) {
    const member = MEMBER_SOURCE.exec(path)?.[1];
    if (member !== undefined && python.has(member)) roots.add(member);
  }
  return [...roots].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** `src` is a package, not a root, when it says so and is imported by that name. */
function isSourceItselfAPackage(files: FileTree): boolean {
  if (!files.has('src/__init__.py')) return false;
  for (const [path, bytes] of files)
    if (
      path.endsWith('.py') &&
      /^[ \t]*(from|import)[ \t]+src\b/m.test(Buffer.from(bytes).toString('latin1'))
    )
      return true;
  return false;
}

function declaredFolders(bytes: Uint8Array | undefined): readonly string[] {
  if (bytes === undefined || bytes.byteLength > LARGEST_DECLARATION) return [];
  const text = decodeUtf8(bytes) ?? '';
  return DECLARED_FOLDERS.flatMap(pattern => [...text.matchAll(pattern)].flatMap(match => match[1] ?? []))
    .map(folder => folder.replace(/^(\.?\/)+|\/+$/g, ''))
    .filter(folder => folder !== '' && folder !== '.' && !folder.split('/').includes('..'));
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

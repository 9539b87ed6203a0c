import { satisfies } from '@renovatebot/pep440';
import { decodeUtf8, type FileTree } from '../../domain/files.js';
import { textAt } from '../../python/declarations/repository-text.js';
import { sourceRootsOf } from '../../python/module-paths.js';
import { isStandardLibrary } from '../../python/standard-library.js';
import { parsePython } from '../../syntax/parse-python.js';

/** What is known of where failures were seen, as the rules ask for it. */
export interface FaultPlace {
  readonly interpreter: string;
  /** Files that Git LFS left as pointers. */
  readonly lfsPointers: readonly string[];
  /** Paths of `.gitmodules` below which there is nothing. */
  readonly submodules: readonly string[];
  /** Whether anything in the tree, or of what is planned, bears a module's top name. */
  isOwn(module: string): boolean;
  /** The top name of a module that neither the tree nor the interpreter has. */
  foreignModule(module: string): string | undefined;
  /** The module itself when the tree has only what it is compiled from. */
  compiledModule(module: string): string | undefined;
  /** The interpreter, when this module or name of its library is not in it. */
  unmetBy(module: string, name?: string): string | undefined;
  /** Whether a syntax error lies in an installed file, or in one of the tree that newer interpreters can read. */
  isNewerSyntax(text: string, paths: readonly string[]): boolean;
  /** A program that was to be started, and not a file that was to be read. */
  missingTool(name: string, paths: readonly string[]): string | undefined;
}

export interface FaultSurroundings {
  /** E.g. `3.11.2`. */
  readonly interpreter: string;
  /** PEP 440 specifiers of `requires-python`. */
  readonly requiresPython?: string;
  /** Dotted modules that are to be built and therefore missed. */
  readonly planned?: ReadonlySet<string>;
}

const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1';
const COMPILED = /\.(pyx|pxd|c|cc|cpp|rs|pyi|f90)$/;
const BUILDS_EXTENSIONS =
  /\b(ext_modules|cffi_modules|Extension\(|maturin|setuptools.rust|scikit.build|mesonpy)/;
const TOOLS = new Set(
  'git hg svn make cmake gcc g++ cc node npm docker curl wget java ffmpeg pandoc dot latex pdflatex tesseract convert gs bash zsh fish tmux ssh psql mysql redis-server'.split(
    ' ',
  ),
);
/** Names that a version of the standard library was the first to have, in `module.name` (its "What's New" pages). */
const SINCE: Readonly<Record<string, string>> = {
  '3.11':
    'typing.Self typing.Never typing.LiteralString typing.assert_never typing.assert_type typing.reveal_type typing.TypeVarTuple typing.Unpack typing.NotRequired typing.Required typing.dataclass_transform enum.StrEnum datetime.UTC asyncio.TaskGroup asyncio.timeout tomllib',
  '3.12': 'typing.override typing.TypeAliasType itertools.batched collections.abc.Buffer',
  '3.13': 'typing.TypeIs typing.ReadOnly typing.NoDefault warnings.deprecated copy.replace',
  '3.14': 'annotationlib compression string.templatelib concurrent.interpreters',
};
/** What later versions took out. */
const GONE_SINCE: Readonly<Record<string, string>> = {
  '3.10':
    'collections.Mapping collections.MutableMapping collections.Sequence collections.Iterable collections.Callable collections.Hashable parser symbol formatter',
  '3.11': 'inspect.getargspec asyncio.coroutine binhex',
  '3.12': 'distutils imp asyncore asynchat smtpd',
  '3.13':
    'cgi cgitb crypt imghdr sndhdr telnetlib pipes nntplib audioop uu xdrlib aifc chunk msilib nis ossaudiodev spwd sunau lib2to3',
};

export function faultPlace(tree: FileTree, surroundings: FaultSurroundings): FaultPlace {
  const { interpreter, requiresPython = '', planned = new Set<string>() } = surroundings;
  const roots = sourceRootsOf(tree.keys());
  const names = new Set([...tree.keys()].flatMap(path => path.replace(/\.py$/, '').split('/')));
  const plannedNames = new Set([...planned].map(topOf));
  const has = (path: string) => tree.has(path) || [...tree.keys()].some(one => one.startsWith(`${path}/`));
  const isOwn = (module: string) => names.has(topOf(module)) || plannedNames.has(topOf(module));
  const buildsExtensions =
    tree.has('Cargo.toml') ||
    tree.has('meson.build') ||
    BUILDS_EXTENSIONS.test(textAt(tree, 'setup.py') + textAt(tree, 'pyproject.toml'));

  return {
    interpreter,
    lfsPointers: [...tree].filter(([, bytes]) => isLfsPointer(bytes)).map(([path]) => path),
    submodules: [...textAt(tree, '.gitmodules').matchAll(/^\s*path\s*=\s*(\S.*)$/gm)]
      .map(([, path = '']) => path.trim())
      .filter(path => !has(path)),
    isOwn,
    foreignModule: module => (isOwn(module) || isStandardLibrary(module) ? undefined : topOf(module)),
    compiledModule: module => {
      if (planned.has(module) || !names.has(topOf(module))) return undefined;
      const places = roots.map(root => `${root === '' ? '' : `${root}/`}${module.replaceAll('.', '/')}`);
      if (places.some(place => has(`${place}.py`) || has(place))) return undefined;
      const isCompiled = [...tree.keys()].some(
        path => COMPILED.test(path) && places.includes(path.replace(COMPILED, '')),
      );
      return isCompiled || (buildsExtensions && /\._[^.]*$/.test(module)) ? module : undefined;
    },
    unmetBy: (module, name) => {
      if (names.has(topOf(module))) return undefined;
      const what = name === undefined ? module : `${module}.${name}`;
      const mayBeUnmet = isStandardLibrary(module) && requiresPython !== '';
      const isUnmet = mayBeUnmet && !satisfiesQuietly(interpreter, requiresPython);
      return isUnmet || isBefore(interpreter, what) || isAfter(interpreter, what) ? interpreter : undefined;
    },
    isNewerSyntax: (text, paths) => {
      const path = paths.at(-1);
      const own = path === undefined ? undefined : tree.get(path);
      if (own === undefined) return /(site|dist)-packages\//.test(path ?? text);
      const isGrammar = /invalid syntax|expected|unmatched|f-string/.test(text);
      return isGrammar && parsePython(decodeUtf8(own) ?? '(').errors.length === 0;
    },
    missingTool: (name, paths) => {
      const isStarted = paths.some(
        path => path.endsWith('/subprocess.py') || path.endsWith('/asyncio/base_events.py'),
      );
      return !names.has(name) && (TOOLS.has(name) || isStarted) ? name : undefined;
    },
  };
}

function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1024 && Buffer.from(bytes.subarray(0, LFS_POINTER.length)).toString() === LFS_POINTER;
}

function topOf(module: string): string {
  return module.split('.', 1)[0] ?? module;
}

const versionIn = (table: Readonly<Record<string, string>>, what: string) =>
  Object.keys(table).find(version => table[version]?.split(' ').includes(what));

function isBefore(interpreter: string, what: string): boolean {
  const version = versionIn(SINCE, what);
  return version !== undefined && satisfiesQuietly(interpreter, `<${version}`);
}

function isAfter(interpreter: string, what: string): boolean {
  const version = versionIn(GONE_SINCE, what);
  return version !== undefined && satisfiesQuietly(interpreter, `>=${version}`);
}

/** What is no specifier excludes nothing. */
function satisfiesQuietly(version: string, specifiers: string): boolean {
  try {
    return satisfies(version, specifiers);
  } catch {
    return true;
  }
}

import { posix } from 'node:path';
import { decodeUtf8, type FileTree } from '../../domain/files.js';
import { globMatcher } from '../../licence/globs.js';
import { foldersAbove } from './folders-above.js';

/** Folders whose name says what they hold. */
const TEST_NAME = /(^|[-_.])(unit|int)?(tests?|testing|specs?|checks?)($|[-_.])/i;
const IMPORT = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b([^#\n]*)|import[ \t]+([^#\n]+))/gm;

/**
 * Folders (and files) of a base commit that hold tests and not the code: those of `testpaths`, which may be globs, and
 * those that hold test files and nothing that other code imports, when their name says so or, being no package, they
 * test what lies elsewhere.
 */
export function testFoldersOf(
  base: FileTree,
  testPaths: readonly string[],
  isTest: (path: string) => boolean,
): ReadonlySet<string> {
  const python = [...base.keys()].filter(path => path.endsWith('.py'));
  const all = new Set([...base.keys()].flatMap(path => [path, ...foldersAbove(path)]));
  const named = testPaths.flatMap(path =>
    /[*?[]/.test(path) ? [...all].filter(globMatcher(path)) : all.has(path) ? [path] : [],
  );
  const holding = new Set(python.filter(isTest).map(path => posix.dirname(path)));
  const inside = importsOf(base, python);
  const isPackage = (folder: string) => base.has(`${folder}/__init__.py`);
  const isApart = (folder: string) => {
    const isWithin = (path: string) => path.startsWith(`${folder}/`);
    const modules = python.filter(path => isWithin(path) && !isTest(path)).map(stemOf);
    const offered = new Set([posix.basename(folder), ...(isPackage(folder) ? [] : modules)]);
    const outside = python.filter(path => !isWithin(path));
    if (outside.some(path => !isTest(path) && inside(path).some(name => offered.has(name)))) return false;
    if (TEST_NAME.test(posix.basename(folder))) return true;
    if (isPackage(folder) || /(^|\/)src$/.test(folder)) return false;
    const elsewhere = new Set(outside.flatMap(path => [stemOf(path), posix.basename(posix.dirname(path))]));
    const own = new Set([...modules, ...offered]);
    const tests = python.filter(path => posix.dirname(path) === folder && isTest(path));
    // `test_main.py` beside `main.py` tests it: that is the code.
    if (tests.some(path => modules.some(name => stemOf(path).replace(/^test_|_test$/, '') === name)))
      return false;
    return tests.some(path => inside(path).some(name => elsewhere.has(name) && !own.has(name)));
  };
  return new Set([
    ...named.filter(path => holdsTests(path, python, isTest)),
    ...[...holding].filter(folder => folder !== '.' && isApart(folder)),
    ...[...holding].flatMap(folder => [...(/^(?:.*\/)?test(?=\/|$)/i.exec(folder) ?? [])]),
  ]);
}

/** Tells every name in a file's import statements, of packages and modules and of what is taken out of them. */
function importsOf(base: FileTree, python: readonly string[]): (path: string) => readonly string[] {
  const known = new Map(
    python.map(path => {
      const text = decodeUtf8(base.get(path) ?? new Uint8Array()) ?? '';
      return [path, [...text.matchAll(IMPORT)].flatMap(([statement]) => statement.match(/\w+/g) ?? [])];
    }),
  );
  return path => known.get(path) ?? [];
}

function stemOf(path: string): string {
  return posix.basename(path, '.py');
}

/** `testpaths` may name the code's own folder, for the tests inside it: that is not the tests'. */
function holdsTests(folder: string, python: readonly string[], isTest: (path: string) => boolean): boolean {
  if (TEST_NAME.test(posix.basename(folder))) return true;
  const below = python.filter(path => path === folder || path.startsWith(`${folder}/`));
  const modules = below.filter(path => !/(^|\/)(__init__|conftest)\.py$/.test(path));
  return modules.filter(isTest).length * 2 > modules.length;
}

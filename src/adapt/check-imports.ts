import type { StoredFile } from '../domain/files.js';
import { importStatements, readImport } from '../python/imports.js';
import { machineryUses } from '../python/test-machinery.js';
import { parsePython, textOf, walk } from '../syntax/parse-python.js';

/** Modules through which code can reach into the process that judges it. */
const REACHING = new Set([
  'pytest',
  '_pytest',
  'unittest',
  'gc',
  'ctypes',
  '_ctypes',
  'atexit',
  'inspect',
  'faulthandler',
]);
/** Attributes with the same power. */
const REACHING_NAMES = new Set([
  '_getframe',
  '_current_frames',
  'settrace',
  'setprofile',
  '__import__',
  'import_module',
]);

/**
 * Ways to look past its own code that an adapted implementation has and the primitive's did not: no adaptation of
 * names and places needs a test framework, a frame or the collector.
 */
export function checkImports(
  adapted: readonly StoredFile[],
  original: readonly StoredFile[],
): readonly string[] {
  const known = new Set(original.flatMap(reachingNames));
  return adapted.flatMap(file =>
    reachingNames(file)
      .filter(name => !known.has(name))
      .map(name => `\`${file.path}\` uses \`${name}\`, which the primitive does not.`),
  );
}

function reachingNames(file: StoredFile): readonly string[] {
  if (file.encoding !== 'utf8' || !file.path.endsWith('.py')) return [];
  const tree = parsePython(file.content);
  const names = new Set<string>();
  const place = { module: 'm', isPackage: false };
  for (const statement of importStatements(tree.root)) {
    for (const { module, symbol = '' } of readImport(tree, statement, place)) {
      const [top = module] = module.split('.');
      if (REACHING.has(top)) names.add(top);
      if (REACHING_NAMES.has(symbol)) names.add(symbol);
    }
  }
  for (const node of walk(tree.root)) {
    if (node.type === 'identifier' && REACHING_NAMES.has(textOf(tree, node))) names.add(textOf(tree, node));
  }
  for (const { name } of machineryUses(file.content, 'implementation')) names.add(name);
  return [...names];
}

import { applyEdits } from '../../../python/edits.js';
import { importStatements, readImport } from '../../../python/imports.js';
import { isStandardLibrary } from '../../../python/standard-library.js';
import { parsePython, type SyntaxNode, type SyntaxTree } from '../../../syntax/parse-python.js';

/** Modules of pytest's own. */
const PYTEST = new Set(['pytest', '_pytest']);

/**
 * Makes a test file skip itself where a distribution that only tests need is not installed, instead of breaking the
 * target's suite: `pytest.importorskip` before the imports of what is neither the standard library's nor in
 * `known` (top-level modules), and for plugins that the file seems to use. `distributions` are PEP 508.
 */
export function skipWithout(
  text: string,
  distributions: readonly string[],
  known: ReadonlySet<string>,
): string {
  const tree = parsePython(text);
  const imports = tree.root.children.filter(
    ({ type }) => type === 'import_statement' || type === 'import_from_statement',
  );
  const [first] = imports;
  if (distributions.length === 0 || first === undefined) return text;
  const guards = new Map<SyntaxNode, readonly string[]>([[first, usedPlugins(text, distributions)]]);
  for (const statement of imports) {
    const modules = topModules(tree, statement).filter(
      top => !known.has(top) && !PYTEST.has(top) && !isStandardLibrary(top),
    );
    guards.set(statement, [...new Set([...(guards.get(statement) ?? []), ...modules])]);
  }
  const importsPytest = imports.find(statement => topModules(tree, statement).includes('pytest'));
  const guarded = [...guards].filter(([, modules]) => modules.length > 0);
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  const edits = guarded.map(([{ start }, modules], index) => {
    const isKnown = index > 0 || (importsPytest !== undefined && importsPytest.start < start);
    const lines = modules.map(module => `pytest.importorskip("${module}")`);
    const replacement = [...(isKnown ? [] : ['import pytest', '']), ...lines, ''].join(lineEnd);
    return { start, end: start, replacement };
  });
  return applyEdits(text, edits);
}

/** Top-level modules that a file imports absolutely, anywhere in it. */
export function importedTops(text: string): readonly string[] {
  const tree = parsePython(text);
  return importStatements(tree.root).flatMap(statement => topModules(tree, statement));
}

function topModules(tree: SyntaxTree, statement: SyntaxNode): readonly string[] {
  const names = readImport(tree, statement, { module: 'module', isPackage: false });
  return names.filter(({ level }) => level === 0).map(({ module }) => module.split('.')[0] ?? module);
}

/** Modules of pytest plugins whose subject the file speaks of: `mocker` for `pytest-mock`. */
function usedPlugins(text: string, distributions: readonly string[]): readonly string[] {
  return distributions.flatMap(distribution => {
    const name = (/^[\w.-]+/.exec(distribution.trim())?.[0] ?? '').toLowerCase().replace(/[-_.]+/g, '_');
    const subject = /^pytest_(\w+)$/.exec(name)?.[1];
    return subject !== undefined && new RegExp(`\\b${subject}`).test(text) ? [name] : [];
  });
}

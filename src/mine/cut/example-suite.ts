import { isTestPath } from '../../python/project-modules.js';
import { analyseScopes } from '../../python/scopes/index.js';
import { sourceModule, type SourceModule } from '../../python/slicing/source-module.js';
import { parsePython } from '../../syntax/parse-python.js';
import type { SuiteSettings } from './suite-settings.js';

/** Options of `doctest` that compare; the others only change what is told. */
const COMPARING = new Set([
  'DONT_ACCEPT_TRUE_FOR_1',
  'DONT_ACCEPT_BLANKLINE',
  'NORMALIZE_WHITESPACE',
  'ELLIPSIS',
  'IGNORE_EXCEPTION_DETAIL',
]);

/** Examples that say themselves that they are not run. */
export const SKIPPED = /#\s*doctest:.*\+SKIP/;

/** The options by which a suite compares what examples print, as Python. */
export function comparingOptions({ doctestFlags }: SuiteSettings): string {
  const flags = doctestFlags.filter(flag => COMPARING.has(flag)).map(flag => `doctest.${flag}`);
  return flags.length === 0 ? '0' : [...new Set(flags)].join(' | ');
}

/** A module of tests for the examples of a module or a page, as if the repository had written it. */
export function exampleSuite(path: string, text: string): SourceModule {
  const tree = parsePython(text);
  const module = path.slice(0, -'.py'.length).replaceAll('/', '.');
  const scopes = analyseScopes(tree);
  return sourceModule({ path, module, isPackage: false, isTest: isTestPath(path), tree, scopes }, '');
}

/** Where a suite can stand that is named after what its examples are of; the path is taken with that. */
export function takePath(subject: string, taken: Set<string>): string {
  const stem = `tests/test_docs_${subject.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`;
  let path = `${stem}.py`;
  for (let count = 2; taken.has(path); count += 1) path = `${stem}_${count}.py`;
  taken.add(path);
  return path;
}

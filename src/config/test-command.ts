import { confinePath, decodeUtf8, type FileTree } from '../domain/files.js';

/** A configured command as the harness runs it: words for pytest, and what to collect. */
export interface TestCommand {
  /** Options for pytest, after the harness's own. */
  readonly arguments: readonly string[];
  /** Confined paths or node ids; empty runs what pytest finds. */
  readonly targets: readonly string[];
  /** Dotted names for unittest, whose files are known only in a tree. */
  readonly modules: readonly string[];
  /** It is unittest's, which asks modules for `load_tests`; pytest does not. */
  readonly isUnittest?: boolean;
}

/** What was read, or why it cannot be used, as the rest of a sentence. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

/**
 * What to run by the settings of a repository: its command and its paths together; dotted names of unittest become
 * the files that hold them in this tree. A problem when one has none.
 */
export function testCommand(
  files: FileTree,
  { paths, command }: { readonly paths: readonly string[]; readonly command?: TestCommand | undefined },
): Reading<Pick<TestCommand, 'arguments' | 'targets'>> {
  const loader = command?.isUnittest === true ? fileWithLoader(files) : undefined;
  if (loader !== undefined)
    return {
      problem: `.codeface.yml: tests: command: ${loader} defines load_tests, whose tests only unittest itself would run, and not one by one.`,
    };
  const found = (command?.modules ?? []).map(module => targetOf(files, module));
  const missing = command?.modules.filter((_, index) => found[index] === undefined) ?? [];
  if (missing.length > 0)
    return {
      problem: `.codeface.yml: tests: command: there is no module ${missing.join(', ')} in the tree.`,
    };
  const targets = [...(command?.targets ?? []), ...found.flatMap(target => target ?? []), ...paths];
  return { value: { arguments: command?.arguments ?? [], targets: [...new Set(targets)] } };
}

/** The first file that makes tests by the `load_tests` protocol of unittest. */
function fileWithLoader(files: FileTree): string | undefined {
  const isLoader = (bytes: Uint8Array) =>
    /^(?:async )?def load_tests\b|^load_tests\s*=/m.test(decodeUtf8(bytes) ?? '');
  return [...files].find(
    ([path, bytes]) => /(^|\/)(test[^/]*|__init__)\.py$/.test(path) && isLoader(bytes),
  )?.[0];
}

/** `tests.test_a.TestX.test_y` is `tests/test_a.py::TestX::test_y`; a package is its folder. */
function targetOf(files: FileTree, dotted: string): string | undefined {
  const parts = dotted.split('.');
  for (const root of ['', 'src/']) {
    for (let count = parts.length; count > 0; count -= 1) {
      const base = confinePath(root + parts.slice(0, count).join('/'));
      if (base === undefined) continue;
      if (files.has(`${base}.py`)) return [`${base}.py`, ...parts.slice(count)].join('::');
      if (count === parts.length && files.has(`${base}/__init__.py`)) return base;
    }
  }
  return undefined;
}

import { confinePath, type FileTree } from '../domain/files.js';

/** A configured command as the harness runs it: words for pytest, and what to collect. */
export interface TestCommand {
  /** Options for pytest, after the harness's own. */
  readonly arguments: readonly string[];
  /** Confined paths or node ids; empty runs what pytest finds. */
  readonly targets: readonly string[];
  /** Dotted names for unittest, whose files are known only in a tree. */
  readonly modules: readonly string[];
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
): Reading<Omit<TestCommand, 'modules'>> {
  const found = (command?.modules ?? []).map(module => targetOf(files, module));
  const missing = command?.modules.filter((_, index) => found[index] === undefined) ?? [];
  if (missing.length > 0)
    return {
      problem: `.codeface.yml: tests: command: there is no module ${missing.join(', ')} in the tree.`,
    };
  const targets = [...(command?.targets ?? []), ...found.flatMap(target => target ?? []), ...paths];
  return { value: { arguments: command?.arguments ?? [], targets: [...new Set(targets)] } };
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

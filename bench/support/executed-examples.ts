import { decodeUtf8, type FileTree } from '../../src/domain/files.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import { judgeSuite, type SuiteServices } from '../../src/suite.js';
import { recordSuite, type RecordedSuite } from './executed-lines.js';

const SETTINGS = ['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'];

/**
 * Runs the untouched suite of a tree and records lines; where it collects nothing, the examples in the docstrings, which
 * are then all that a source distribution says of what its code does. Ends in a `CodefaceError` of code `sandbox` when
 * the sandbox failed.
 */
export async function recordSuiteOrExamples(
  services: SuiteServices,
  tree: RepositorySnapshot,
): Promise<RecordedSuite> {
  const suite = await recordSuite(services, tree);
  if (suite.collected > 0) return suite;
  const files = new Map(tree.files).set('pytest.ini', Buffer.from(settingsFor(tree.files)));
  const { collected, tests } = await judgeSuite(services, { tree: { ...tree, files }, recordsLines: true });
  return { collected, tests };
}

/** Settings by which pytest runs the examples of every module and nothing else, compared as the project compares them. */
export function settingsFor(files: FileTree): string {
  const flags = SETTINGS.flatMap(path => {
    const text = decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '';
    const [, value = ''] = /^\s*doctest_optionflags\s*=((?:[^\n[\]]|\n[ \t]|\[[^\]]*\])*)/m.exec(text) ?? [];
    return value.match(/\b[A-Z][A-Z_]+\b/g) ?? [];
  });
  return [
    '[pytest]',
    'addopts = --doctest-modules',
    ...(flags.length > 0 ? [`doctest_optionflags = ${[...new Set(flags)].join(' ')}`] : []),
    '',
  ].join('\n');
}

import type { FileTree } from '../../domain/files.js';
import { requirementsFile } from './install-lines.js';
import { combineWanted, isTestName, type Wanted } from './wanted.js';

/** Stems of `requirements/*.txt` that the project itself needs. */
const RUNTIME_NAMES = /^(?:base|main|core|common|default|install|runtime|prod|production)$/;
const MOST_FILES = 30;

/** The requirements files at the usual places: `requirements.txt` and the like, and those with test names. */
export function requirementsFiles(files: FileTree): { readonly runtime: Wanted; readonly test: Wanted } {
  const runtime: string[] = [];
  const test: string[] = [];
  for (const path of [...files.keys()].filter(name => name.endsWith('.txt')).sort()) {
    const purpose = purposeOf(path);
    if (purpose === 'runtime') runtime.push(path);
    else if (purpose === 'test') test.push(path);
  }
  const read = (paths: readonly string[]): Wanted =>
    combineWanted(paths.slice(0, MOST_FILES).map(path => requirementsFile(files, path)));
  return { runtime: read(runtime), test: read(test) };
}

/** `requirements-test.txt`, `test-requirements.txt`, `requirements/test.txt`, `tests/requirements.txt`, `test.txt`. */
function purposeOf(path: string): 'runtime' | 'test' | undefined {
  const [, folder, stem = ''] = /^(?:([^/]+)\/)?([^/]{1,80})\.txt$/.exec(path) ?? [];
  if (folder === undefined && stem === 'requirements') return 'runtime';
  if (folder !== undefined && stem === 'requirements') return /^tests?$/.test(folder) ? 'test' : undefined;
  const named = /^(?:requirements[-_.](.+)|(.+)[-_.]requirements)$/.exec(stem);
  const name = named?.[1] ?? named?.[2] ?? stem;
  if (folder !== undefined && !/^requirements?$/.test(folder)) return undefined;
  if (isTestName(name)) return 'test';
  return folder !== undefined && RUNTIME_NAMES.test(name) ? 'runtime' : undefined;
}

import { parse } from 'smol-toml';
import { decodeUtf8, type FileTree } from '../domain/files.js';

/** What a repository declares to need, as PEP 508 requirements; markers and extras are kept. */
export interface DeclaredDistributions {
  readonly runtime: readonly string[];
  /** For its suite, by the usual names of extras, groups and files. */
  readonly test: readonly string[];
}

const TEST_NAMES = new Set(['test', 'tests', 'testing', 'dev']);
const TEST_FILES =
  /^(?:(?:requirements[-_/])?(?:dev|tests?|testing)(?:[-_]requirements)?|tests?\/requirements)\.txt$/;

/**
 * Reads the declarations of a repository without running anything: `pyproject.toml` (PEP 621 dependencies and
 * optional dependencies, PEP 735 groups), `setup.cfg`, and `requirements*.txt`. What cannot be read counts as
 * nothing declared; paths, URLs, options and `-r` lines of requirements files are left out.
 */
export function declaredDistributions(files: FileTree): DeclaredDistributions {
  const project = fromPyproject(readText(files, 'pyproject.toml'));
  const setup = fromSetupCfg(readText(files, 'setup.cfg'));
  const plain = fromRequirements(readText(files, 'requirements.txt'));
  const testFiles = [...files.keys()].filter(path => TEST_FILES.test(path)).sort();
  const test = testFiles.flatMap(path => fromRequirements(readText(files, path)));
  return {
    runtime: distinct([...project.runtime, ...setup, ...plain]),
    test: distinct([...project.test, ...test]),
  };
}

function readText(files: FileTree, path: string): string {
  const bytes = files.get(path);
  return bytes === undefined ? '' : (decodeUtf8(bytes) ?? '');
}

function fromPyproject(text: string): DeclaredDistributions {
  const table = parseToml(text);
  const project = asTable(table['project']);
  const extras = testEntries(asTable(project['optional-dependencies']));
  return {
    runtime: strings(project['dependencies']),
    test: [...extras, ...testEntries(asTable(table['dependency-groups']))],
  };
}

function parseToml(text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** Entries under test names; `{include-group = …}` of PEP 735 is followed by name being a test group itself. */
function testEntries(groups: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(groups).flatMap(([name, list]) =>
    TEST_NAMES.has(name.toLowerCase()) ? strings(list) : [],
  );
}

function fromSetupCfg(text: string): readonly string[] {
  const section = /^\[options\]\s*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? '';
  const value = /^install_requires\s*=([^\n]*(?:\n[ \t]+[^\n]*)*)/m.exec(section)?.[1] ?? '';
  return fromRequirements(value);
}

function fromRequirements(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(line => /^[A-Za-z0-9][\w.-]*\s*(\[|[<>=!~;(]|$)/.test(line) && !line.includes('://'));
}

function asTable(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

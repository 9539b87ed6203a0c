import { foldersAbove } from './folders-above.js';
import type { TestSettings } from './test-settings.js';

/** Why a path of the base commit is put back. */
export interface Protection {
  /** In the plural, as the subject of a sentence. */
  readonly what: string;
  /** Whether a file that the base commit does not have is left out. */
  readonly alsoNew: boolean;
  /** Only these parts of the file; all of it when absent. */
  readonly sections?: 'toml' | 'ini';
}

const TESTS: Protection = { what: "the target's own tests", alsoNew: false };
const CONFTEST: Protection = { what: 'conftest files', alsoNew: false };
const SETTINGS: Protection = { what: 'the settings of tests and coverage', alsoNew: true };
const PLUGINS: Protection = { what: 'the plug-ins that its suite loads', alsoNew: false };
const CI: Protection = { what: 'the files of continuous integration', alsoNew: true };
const COMPILED: Protection = {
  what: 'compiled files, which Python may take for their source,',
  alsoNew: true,
};

/** One rule a line: the first that a path matches says how it is protected. */
const RULES: readonly (readonly [RegExp, Protection])[] = [
  [/\.pyc$/, COMPILED],
  [/(^|\/)pyproject\.toml$/, { ...SETTINGS, sections: 'toml' }],
  [/(^|\/)setup\.cfg$/, { ...SETTINGS, sections: 'ini' }],
  [/(^|\/)(\.?pytest\.(ini|toml)|\.coveragerc(\.toml)?|\.codeface\.yml)$/, SETTINGS],
  [/(^|\/)(tox\.(ini|toml)|noxfile\.py)$/, CI],
  [/^\.(github\/(workflows|actions)|circleci|gitlab|buildkite)\//, CI],
  [/^(\.gitlab-ci\.ya?ml|\.?azure-pipelines[^/]*|\.travis\.yml|\.?appveyor\.yml|Jenkinsfile)$/, CI],
  [/(^|\/)\.?azure-pipelines\//, CI],
  [/(^|\/)conftest\.py$/, CONFTEST],
  [/(^|\/)tests\//i, TESTS],
  // What pytest takes for doctests where nothing is set.
  [/(^|\/)test[^/]*\.txt$/, TESTS],
];

/** How a path is protected, or undefined when a change may do with it what it likes. */
export function protectionOf(path: string, settings: TestSettings): Protection | undefined {
  const rule = RULES.find(([pattern]) => pattern.test(path));
  if (rule !== undefined) return rule[1];
  const isTests = isTestFile(path, settings) || settings.isDoctest(path);
  if (isTests || isBelow(path, settings.testFolders)) return TESTS;
  return isBelow(path, settings.pluginPaths) ? PLUGINS : undefined;
}

/** Whether pytest would take a Python file for tests, by the project's own patterns. */
export function isTestFile(path: string, { isPythonFile }: TestSettings): boolean {
  return path.endsWith('.py') && isPythonFile(path);
}

function isBelow(path: string, places: ReadonlySet<string>): boolean {
  return places.has(path) || foldersAbove(path).some(folder => places.has(folder));
}

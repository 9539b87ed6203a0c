import type { FileTree } from '../../../domain/files.js';
import { atRoot, installWords, type InstallPlace } from './install-lines.js';
import { stringOf, tableAt, tablesOf, type Table } from '../repository-text.js';
import { readRequirement } from '../requirement.js';
import { shellCommands } from '../formats/shell-words.js';
import { combineWanted, wanting, type Wanted } from '../wanted.js';
import { yamlFiles } from '../formats/yaml-files.js';

/** A job of a GitHub workflow that runs the suite. */
export interface SuiteJob {
  /** The workflow's path. */
  readonly path: string;
  readonly name: string;
  readonly table: Table;
}

const RUNS_TESTS = /\b(?:pytest|py\.test|tox|nox|unittest)\b/;
/** What installs, drives or reports a suite; it is no part of the suite's own surroundings. */
const TOOLS = new Set([
  ...['pip', 'setuptools', 'wheel', 'uv', 'virtualenv', 'pipenv', 'poetry', 'hatch', 'pdm', 'build', 'twine'],
  ...[
    'tox',
    'tox-gh',
    'tox-gh-actions',
    'tox-uv',
    'nox',
    'pre-commit',
    'codecov',
    'coveralls',
    'cibuildwheel',
  ],
]);

/** The jobs of `.github/workflows` that call pytest, tox, nox or unittest. */
export function suiteJobs(files: FileTree): readonly SuiteJob[] {
  const workflows = yamlFiles(files, path => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path));
  return [...workflows].flatMap(([path, workflow]) =>
    Object.entries(tableAt(workflow, 'jobs'))
      .map(([name, job]) => ({ path, name, table: tableAt(job) }))
      .filter(job => commandsOf(job).some(command => RUNS_TESTS.test(command))),
  );
}

/** What those jobs give to `pip install`: hints, since a job may install for more than the suite. */
export function workflowHints(files: FileTree, jobs: readonly SuiteJob[]): Wanted {
  const seen = new Set<string>();
  return combineWanted(
    jobs.flatMap(job =>
      commandsOf(job)
        .flatMap(shellCommands)
        .map(words => installedBy(words, { ...atRoot(files, job.path), seen })),
    ),
  );
}

/** What the workflow itself would fill in is one word that means nothing here. */
function commandsOf({ table }: SuiteJob): readonly string[] {
  const commands = tablesOf(table['steps']).flatMap(step => stringOf(step['run']) ?? []);
  return commands.map(command => command.replace(/\$\{\{[^}]{0,200}\}\}/g, '$EXPRESSION'));
}

/** `pip install …`, `python -m pip install …` and `uv pip install …`. */
function installedBy(words: readonly string[], place: InstallPlace): Wanted {
  const pip = words.findIndex(
    (word, index) => /(?:^|\/)pip[\d.]*$/.test(word) && words[index + 1] === 'install',
  );
  if (pip < 0) return wanting({});
  const wanted = installWords(words.slice(pip + 2), place);
  const requirements = wanted.requirements.filter(
    ({ requirement }) => !TOOLS.has(readRequirement(requirement)?.name ?? ''),
  );
  return { ...wanted, requirements };
}

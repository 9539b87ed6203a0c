import { readRepositoryConfig, type RepositoryConfig } from '../config/repository-config.js';
import { testCommand } from '../config/test-command.js';
import type { JudgeOfRounds } from '../domain/run.js';
import { decodeUtf8, type FileTree } from '../domain/files.js';
import { planEnvironment, readDeclarations, type EnvironmentPlan } from '../python/declarations/index.js';
import { sourceRootsOf } from '../python/module-paths.js';
import { suiteTargets } from '../python/suite-files.js';

/** How a repository's suite is run, by what it declares and by its `.codeface.yml`. */
export interface TargetSuite {
  /** Who says whether a round is green; with `ci` it is never run in the sandbox. */
  readonly judge: JudgeOfRounds;
  readonly environment: EnvironmentPlan;
  readonly sourceRoots: readonly string[];
  /** Files and folders to run; empty means what pytest finds. */
  readonly targets: readonly string[];
  /** Words for pytest, of the configured command. */
  readonly arguments: readonly string[];
  readonly environmentVariables: Readonly<Record<string, string>>;
  /** PEP 440 specifiers; empty when none are declared. */
  readonly requiresPython: string;
  /** What of it the repository's code may use when it runs, as PEP 508 requirements. */
  readonly runtime: readonly string[];
  /** Most rounds that the repository allows. */
  readonly rounds: number;
  /** Sentences for the person who asked about settings that could not be read. */
  readonly problems: readonly string[];
}

/**
 * Reads how a tree's suite is run; the settings are those of the base that it is a change of. `.codeface.yml` that cannot
 * be read is noted and counts as absent.
 */
export function targetSuite(files: FileTree, base: FileTree = files): TargetSuite {
  const { config, problems } = repositorySettings(base);
  const declarations = readDeclarations(files);
  const command = testCommand(files, config?.tests ?? { paths: [] });
  const { targets, arguments: words } = 'value' in command ? command.value : NOTHING_SET;
  return {
    judge: config?.judge ?? 'sandbox',
    environment: planEnvironment(files, config, declarations),
    sourceRoots: sourceRootsOf(files.keys()),
    targets: targets.length > 0 || config?.tests.command !== undefined ? targets : suiteTargets(files),
    arguments: words,
    environmentVariables: config?.environment ?? {},
    requiresPython: declarations.requiresPython,
    runtime: declarations.runtime.map(({ requirement }) => requirement),
    rounds: config?.budget.rounds ?? Infinity,
    problems: 'problem' in command ? [...problems, command.problem] : problems,
  };
}

const NOTHING_SET = { targets: [], arguments: [] };

function repositorySettings(files: FileTree): {
  readonly config?: RepositoryConfig;
  readonly problems: readonly string[];
} {
  const bytes = files.get('.codeface.yml');
  if (bytes === undefined) return { problems: [] };
  const reading = readRepositoryConfig(decodeUtf8(bytes) ?? '');
  return 'problems' in reading
    ? { problems: [`\`.codeface.yml\` was left aside: ${reading.problems.join(' ')}`] }
    : { config: reading.config, problems: [] };
}

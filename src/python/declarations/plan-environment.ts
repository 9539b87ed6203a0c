import type { FileTree } from '../../domain/files.js';
import { INSTALLATION_MS, isLargeWheel, LARGE_INSTALLATION_MS } from './large-wheels.js';
import { readDeclarations, type Declarations } from './read-declarations.js';
import { agreeingRequirements } from './settle-wanted.js';

/** What a repository's own `.codeface.yml` says about its environment. */
export interface EnvironmentSettings {
  /** PEP 508 requirements beside the declared ones; they win over these. */
  readonly install: readonly string[];
  readonly python: { readonly version?: string | undefined };
  /** Source distributions may be built, which runs their code while installing. */
  readonly builds: boolean;
}

/** The environment a repository's suite wants, in the words of the sandbox port's `EnvironmentRequest`. */
export interface EnvironmentPlan {
  readonly distributions: readonly string[];
  readonly interpreter: { readonly requires: string; readonly preferred: readonly string[] };
  readonly allowsBuilds: boolean;
  /** Longest installation, in milliseconds. */
  readonly wallTimeMs: number;
}

/**
 * What to prepare for a repository's suite: what it declares, with its settings on top. A version of Python in the
 * settings is the only one that will do; otherwise `requires-python` rules and the classifiers advise.
 */
export function planEnvironment(
  files: FileTree,
  settings?: EnvironmentSettings,
  declarations: Declarations = readDeclarations(files),
): EnvironmentPlan {
  const configured = (settings?.install ?? []).map(requirement => ({ requirement, from: '.codeface.yml' }));
  const { requirements } = agreeingRequirements({
    requirements: [...configured, ...declarations.runtime, ...declarations.test],
    constraints: [],
  });
  const distributions = requirements.map(({ requirement }) => requirement);
  const version = settings?.python.version;
  return {
    distributions,
    interpreter:
      version === undefined
        ? { requires: declarations.requiresPython, preferred: declarations.preferredInterpreters }
        : { requires: exactly(version), preferred: [version] },
    allowsBuilds: settings?.builds ?? false,
    wallTimeMs: distributions.some(isLargeWheel) ? LARGE_INSTALLATION_MS : INSTALLATION_MS,
  };
}

/** `3.12` takes any of its patch releases. */
function exactly(version: string): string {
  return version.split('.').length > 2 ? `==${version}` : `==${version}.*`;
}

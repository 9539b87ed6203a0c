import type { FileTree } from '../../domain/files.js';
import { distributionName } from '../distribution-name.js';
import { classifiedVersions, preferredInterpreters, usableRange } from './interpreter.js';
import { isLargeWheel } from './large-wheels.js';
import { noxSessions } from './sources/nox.js';
import { packageInfo } from './sources/package-info.js';
import { privateIndexHosts } from './sources/private-indexes.js';
import { allExtras, firstSaid, projectDeclarations } from './sources/projects.js';
import { dependencyGroups } from './sources/pyproject.js';
import { runtimeRequirementsFiles } from './sources/requirements-files.js';
import { serviceHints, type ServiceHint } from './sources/services.js';
import { agreeingRequirements, settleWanted, type Names } from './settle-wanted.js';
import { isDevelopmentName, isTestName, wantedByName } from './suite-names.js';
import { uvSourcesElsewhere } from './sources/tool-environments.js';
import { toxEnvironments } from './sources/tox.js';
import { combineWanted, wanting, type DeclaredRequirement, type Wanted } from './wanted.js';
import { suiteJobs, workflowHints } from './sources/workflows.js';

/** What a repository says about its own surroundings; nothing of it is run to find out. */
export interface Declarations {
  /** PEP 508, each once; markers and extras are kept. */
  readonly runtime: readonly DeclaredRequirement[];
  /** For its suite, beside `runtime`. */
  readonly test: readonly DeclaredRequirement[];
  /** PEP 440; empty takes any interpreter. */
  readonly requiresPython: string;
  /** `3.x` of the trove classifiers, 3.10 and newer, newest first. */
  readonly classifiers: readonly string[];
  /** Interpreters to try, best first. */
  readonly preferredInterpreters: readonly string[];
  /** Installing takes long: see `LARGE_INSTALLATION_MS`. */
  readonly hasLargeWheels: boolean;
  /** Servers that the suite seems to need. */
  readonly services: readonly ServiceHint[];
  /** Hosts of package indexes other than PyPI that the repository names. */
  readonly privateIndexes: readonly string[];
  /** Sentences about what was left out, each once. */
  readonly notes: readonly string[];
}

const MOST_NOTES = 50;

/**
 * Reads every place where Python projects declare what they need: `pyproject.toml` (PEP 621, PEP 735, Poetry, Hatch,
 * PDM, uv), `setup.cfg`, `setup.py` (its literals), requirements files, tox and nox. They count together, but for two
 * rules that keep strangers out: what bears a development name (`dev`, say) is taken only when nothing bears a test name,
 * and the jobs of GitHub workflows are hints, taken only when nothing else declares what the suite needs. Never throws for
 * what a file holds: what cannot be read declares nothing.
 */
export function readDeclarations(files: FileTree): Declarations {
  const projects = projectDeclarations(files);
  const requiresPython = usableRange(firstSaid(projects, project => project.requiresPython));
  const classifiers = classifiedVersions(projects.flatMap(project => project.classifiers));
  const preferred = preferredInterpreters(requiresPython, classifiers);
  const own = firstSaid(projects, project => project.name) ?? packageInfo(files).name;
  const names: Names = {
    own: distributionName(own),
    extras: allExtras(projects),
    groups: dependencyGroups(files),
    elsewhere: new Set(uvSourcesElsewhere(files).map(distributionName)),
  };
  const settle = (...wanted: readonly Wanted[]): Wanted => settleWanted(combineWanted(wanted), names);
  const runtime = settle(...projects.map(project => project.dependencies), runtimeRequirementsFiles(files));
  const tests = settle(wantedByName(files, names, isTestName));
  const always = settle(
    ...projects.map(project => project.tests),
    toxEnvironments(files, preferred),
    noxSessions(files),
  );
  const development = wantsNothing(tests)
    ? settle(wantedByName(files, names, isDevelopmentName))
    : wanting({});
  const declared = combineWanted([tests, development, always]);
  const jobs = suiteJobs(files);
  const hints = workflowHints(files, jobs);
  const test = wantsNothing(declared) ? combineWanted([declared, settle(hints)]) : declared;
  const agreed = agreeingParts(runtime, test);
  return {
    runtime: agreed.runtime,
    test: agreed.test,
    requiresPython,
    classifiers,
    preferredInterpreters: preferred,
    hasLargeWheels: [...agreed.runtime, ...agreed.test].some(({ requirement }) => isLargeWheel(requirement)),
    services: serviceHints(files, jobs),
    privateIndexes: privateIndexHosts(files, [...runtime.indexes, ...test.indexes, ...hints.indexes]),
    notes: distinct([
      ...projects.flatMap(project => project.notes),
      ...runtime.notes,
      ...test.notes,
      ...agreed.notes,
    ]).slice(0, MOST_NOTES),
  };
}

function wantsNothing({ requirements }: Wanted): boolean {
  return requirements.length === 0;
}

/** Both lists agree in themselves and with each other; what the project itself needs comes first. */
function agreeingParts(runtime: Wanted, test: Wanted): Pick<Declarations, 'runtime' | 'test' | 'notes'> {
  const own = agreeingRequirements(runtime);
  const both = agreeingRequirements(combineWanted([{ ...runtime, notes: [] }, test]));
  const isOwn = new Set(own.requirements.map(({ requirement }) => requirement));
  const rest = both.requirements.filter(({ requirement }) => !isOwn.has(requirement));
  return { runtime: own.requirements, test: rest, notes: distinct([...own.notes, ...both.notes]) };
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

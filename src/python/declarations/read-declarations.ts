import type { FileTree } from '../../domain/files.js';
import { distributionName } from '../distribution-name.js';
import { classifiedVersions, preferredInterpreters, usableRange } from './interpreter.js';
import { isLargeWheel } from './large-wheels.js';
import { noxSessions } from './nox.js';
import { poetryTestGroups } from './poetry.js';
import { privateIndexHosts } from './private-indexes.js';
import { allExtras, firstSaid, projectDeclarations } from './projects.js';
import { dependencyGroups } from './pyproject.js';
import { requirementsFiles } from './requirements-files.js';
import { serviceHints, type ServiceHint } from './services.js';
import { agreeingRequirements, settleWanted, type Names } from './settle-wanted.js';
import { toolEnvironments, uvSourcesElsewhere } from './tool-environments.js';
import { toxEnvironments } from './tox.js';
import { combineWanted, isTestName, wanting, type DeclaredRequirement, type Wanted } from './wanted.js';
import { suiteJobs, workflowHints } from './workflows.js';

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
 * PDM, uv), `setup.cfg`, `setup.py` (its literals), requirements files, tox and nox. All of them count together; the
 * jobs of GitHub workflows are hints, taken only when nothing else declares what the suite needs. Never throws for
 * what a file holds: what cannot be read declares nothing.
 */
export function readDeclarations(files: FileTree): Declarations {
  const projects = projectDeclarations(files);
  const requiresPython = usableRange(firstSaid(projects, project => project.requiresPython));
  const classifiers = classifiedVersions(projects.flatMap(project => project.classifiers));
  const preferred = preferredInterpreters(requiresPython, classifiers);
  const plain = requirementsFiles(files);
  const own = firstSaid(projects, project => project.name);
  const names: Names = {
    own: own === undefined ? undefined : distributionName(own),
    extras: allExtras(projects),
    groups: dependencyGroups(files),
    elsewhere: new Set(uvSourcesElsewhere(files).map(distributionName)),
  };
  const runtime = settleWanted(
    combineWanted([...projects.map(project => project.dependencies), plain.runtime]),
    names,
  );
  const declared = settleWanted(
    combineWanted([
      wanting({
        extras: [...names.extras.keys()].filter(isTestName),
        groups: [...names.groups.keys()].filter(isTestName),
      }),
      ...projects.map(project => project.tests),
      poetryTestGroups(files),
      toolEnvironments(files),
      plain.test,
      toxEnvironments(files, preferred),
      noxSessions(files),
    ]),
    names,
  );
  const jobs = suiteJobs(files);
  const hints = workflowHints(files, jobs);
  const test =
    declared.requirements.length > 0 ? declared : combineWanted([declared, settleWanted(hints, names)]);
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

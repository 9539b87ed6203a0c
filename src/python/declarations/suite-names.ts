import type { FileTree } from '../../domain/files.js';
import { distributionName } from '../distribution-name.js';
import { poetryGroups } from './sources/poetry.js';
import { requirementsFiles } from './sources/requirements-files.js';
import type { Names } from './settle-wanted.js';
import { toolEnvironments } from './sources/tool-environments.js';
import { combineWanted, wanting, type Wanted } from './wanted.js';

const TEST_NAMES = new Set([
  ...['test', 'tests', 'testing', 'hatch-test'],
  ...['pytest', 'unit', 'unittest', 'unittests', 'unit-test', 'unit-tests'],
]);
/** `default` is Hatch's. */
const DEVELOPMENT_NAMES = new Set(['dev', 'develop', 'development', 'default']);

/** Whether an extra, a group, an environment or a requirements file is, by its name, for the suite. */
export function isTestName(name: string): boolean {
  return TEST_NAMES.has(distributionName(name));
}

/** Whether it is, by its name, for whoever works on the project: the suite's needs, and much else. */
export function isDevelopmentName(name: string): boolean {
  return DEVELOPMENT_NAMES.has(distributionName(name));
}

/** What is declared under fitting names: extras, dependency groups, tools' environments and requirements files. */
export function wantedByName(files: FileTree, names: Names, fits: (name: string) => boolean): Wanted {
  return combineWanted([
    wanting({
      extras: [...names.extras.keys()].filter(fits),
      groups: [...names.groups.keys()].filter(fits),
    }),
    poetryGroups(files, fits),
    toolEnvironments(files, fits),
    requirementsFiles(files, fits),
  ]);
}

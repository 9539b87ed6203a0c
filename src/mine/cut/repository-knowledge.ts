import type { FileTree } from '../../domain/files.js';
import type { OutsideKnowledge } from '../../python/slicing/dependence-graph.js';
import type { Project } from '../../python/slicing/project.js';
import { ResourceIndex } from '../../python/slicing/resources.js';
import { EntryPointIndex } from './entry-points.js';
import type { FixtureIndex } from './fixtures.js';
import { suiteKnowledge } from './suite.js';

/** What a repository's files and suite add to the names in its statements. */
export function repositoryKnowledge(
  files: FileTree,
  project: Project,
  fixtures: FixtureIndex,
): OutsideKnowledge {
  const resources = new ResourceIndex(files, project);
  const entryPoints = new EntryPointIndex(files, project);
  const suite = suiteKnowledge(fixtures);
  return {
    ...suite,
    resourcesOf: (module, unit) => resources.resourcesOf(module, unit),
    unnamedNeeds: (module, unit) => [
      ...suite.unnamedNeeds(module, unit),
      ...entryPoints.servedTo(module, unit),
    ],
  };
}

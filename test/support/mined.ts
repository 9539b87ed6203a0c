import type { FileTree } from '../../src/domain/files.js';
import type { RepositorySnapshot } from '../../src/domain/mined.js';
import { declaredDistributions } from '../../src/python/declarations/index.js';
import type { Association } from '../../src/mine/association.js';
import { boundaryAround, type Boundary } from '../../src/mine/components/boundary.js';
import { cutOut, type CutOut } from '../../src/mine/cut/cut-out.js';
import { outsideImports, requirementFor } from '../../src/mine/cut/distributions.js';
import { readModules } from '../../src/mine/read/read-modules.js';
import { repositoryGraph, survey, type Survey } from '../../src/mine/survey.js';

/** Files of a repository as a test writes them down. */
export type RepositoryFiles = Readonly<Record<string, string | Uint8Array>>;

export const MIT_PYPROJECT = [
  '[project]',
  'name = "donor"',
  'version = "1.0"',
  'license = "MIT"',
  'dependencies = []',
  '',
].join('\n');

/** Lines of a file. */
export function lines(...text: readonly string[]): string {
  return text.map(line => `${line}\n`).join('');
}

export function treeOfFiles(files: RepositoryFiles): FileTree {
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
}

/** A repository with an MIT licence, unless the files say otherwise. */
export function snapshotOf(files: RepositoryFiles): RepositorySnapshot {
  return {
    repository: 'acme/donor',
    commit: 'c'.repeat(40),
    files: treeOfFiles({ 'pyproject.toml': MIT_PYPROJECT, ...files }),
  };
}

/** The repository as its components are cut out of it, with what its tests were seen to enter. */
export function surveyOf(files: RepositoryFiles, association?: Association): Survey {
  const tree = treeOfFiles(files);
  const repository = repositoryGraph(tree, readModules(tree).modules);
  const declared = declaredDistributions(tree);
  const names = outsideImports(repository.graph.project);
  const requirements = new Map(names.map(name => [name, requirementFor(name, name, declared)]));
  return survey(tree, repository, requirements, association);
}

export function boundaryOf(surveyed: Survey, name: string): Boundary {
  const capability = surveyed.capabilities.find(one => `${one.module.module}.${one.name}` === name);
  if (capability === undefined) throw new Error(`the files offer no ${name}`);
  return boundaryAround(surveyed.graph, surveyed.tests, [capability]);
}

/** The component around `module.name`, cut out. */
export function componentAround(files: RepositoryFiles, name: string): CutOut {
  const surveyed = surveyOf(files);
  return cutOut(surveyed.graph, surveyed.files, boundaryOf(surveyed, name));
}

/** Text by path. */
export function texts(
  files: readonly { readonly path: string; readonly content: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

import type { FileTree } from '../domain/files.js';
import { machineryUses, type MachineryUse } from '../python/test-machinery.js';
import { DependenceGraph } from '../python/slicing/dependence-graph.js';
import { createProject } from '../python/slicing/project.js';
import type { SourceModule } from '../python/slicing/source-module.js';
import { secretsOfTests } from './admit/secret-of-test.js';
import type { Association } from './association.js';
import { capabilitiesOf, type Capability } from './components/capabilities.js';
import { ClosureIndex } from './components/closure-index.js';
import { executedUnits } from './components/executed-units.js';
import { TestIndex, type RootedTest } from './components/test-index.js';
import { outsideNeeds } from './cut/dependencies.js';
import { ALWAYS_THERE, type Requirements } from './cut/distributions.js';
import { deselectedBy } from './cut/deselected.js';
import { exampleModules } from './cut/doc-examples.js';
import { externalNeedsOf, type ExternalNeed } from './cut/external-needs.js';
import { FixtureIndex } from './cut/fixtures.js';
import { executedFixtures } from './cut/executed-fixtures.js';
import { repositoryKnowledge } from './cut/repository-knowledge.js';
import { rootsOf } from './cut/suite.js';
import { suiteSettings } from './cut/suite-settings.js';
import { testCasesOf } from './cut/test-cases.js';
import { mentionsOf, type Mentions } from './describe/mentions.js';
import { machineryOfTest } from './reach-for-machinery.js';
import { isImplementation } from './roles.js';

/** A repository as its components are cut out of it. */
export interface Survey {
  readonly files: FileTree;
  readonly graph: DependenceGraph;
  readonly capabilities: readonly Capability[];
  readonly tests: TestIndex;
  readonly requirements: Requirements;
  /** Why a test cannot be run outside of its repository, by id. */
  readonly unrunnable: ReadonlyMap<string, string>;
  readonly externalNeeds: (module: SourceModule) => readonly ExternalNeed[];
  readonly mentions: Mentions;
}

/** The dependence graph of a repository with what its suite and its resources add to it. */
export function repositoryGraph(
  files: FileTree,
  modules: readonly SourceModule[],
): { readonly graph: DependenceGraph; readonly fixtures: FixtureIndex } {
  const examples = exampleModules(modules, suiteSettings(files));
  const project = createProject([...modules, ...examples]);
  const fixtures = new FixtureIndex(project);
  const graph = new DependenceGraph(project, repositoryKnowledge(files, project, fixtures));
  return { graph, fixtures };
}

/** Finds the capabilities of a repository and the tests that reach them, as they are written and as they were seen to run. */
export function survey(
  files: FileTree,
  { graph, fixtures }: ReturnType<typeof repositoryGraph>,
  requirements: Requirements,
  association?: Association,
): Survey {
  const executed = association === undefined ? undefined : executedUnits(graph, association);
  const externalNeeds = onceEach(externalNeedsOf);
  const machineryIn = onceEach(module => machineryUses(module.tree.text, 'test'));
  const secretOf = secretsOfTests(files);
  const closures = new ClosureIndex(graph);
  const tests = testCasesOf(graph).map(test => {
    const seen = executedFixtures(graph, fixtures, test, executed?.get(test.id));
    return { test, roots: [...rootsOf(graph, fixtures, test), ...seen] };
  });
  const unrunnable = new Map(
    tests.flatMap(test => {
      const reason =
        deselectedBy(suiteSettings(files), test.test) ??
        whyUnrunnable(graph, closures, test, requirements, externalNeeds, machineryIn, secretOf);
      return reason === undefined ? [] : [[test.test.id, reason] as const];
    }),
  );
  return {
    files,
    graph,
    capabilities: capabilitiesOf(graph),
    tests: new TestIndex(closures, tests, executed),
    requirements,
    unrunnable,
    externalNeeds,
    mentions: mentionsOf(files, graph.project.modules),
  };
}

function whyUnrunnable(
  graph: DependenceGraph,
  closures: ClosureIndex,
  { test, roots }: RootedTest,
  requirements: Requirements,
  externalNeeds: Survey['externalNeeds'],
  machineryIn: (module: SourceModule) => readonly MachineryUse[],
  secretOf: ReturnType<typeof secretsOfTests>,
): string | undefined {
  const isOfSuite = (number: number) => !isImplementation(closures.nodeOf(number));
  const numbers = roots.map(node => closures.numberOf(node));
  const own = closures
    .reach(numbers, isOfSuite)
    .filter(isOfSuite)
    .map(number => closures.nodeOf(number));
  const { imports } = outsideNeeds(graph.project, own, externalNeeds);
  const unknown = imports.find(name => !ALWAYS_THERE.has(name) && requirements.get(name) === undefined);
  if (unknown !== undefined)
    return `it imports ${unknown}, which the repository does not declare among its test dependencies`;
  return machineryOfTest(test, own, machineryIn) ?? secretOf(test, own);
}

/** A function of modules that is computed once for each. */
function onceEach<T extends object>(compute: (module: SourceModule) => T): (module: SourceModule) => T {
  const known = new Map<SourceModule, T>();
  return module => {
    const found = known.get(module) ?? compute(module);
    known.set(module, found);
    return found;
  };
}

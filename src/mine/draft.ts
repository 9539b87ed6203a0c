import type { Exclusion, ExclusionKind } from '../domain/mined.js';
import type { Channel, Component, Dependencies, Visibility } from '../domain/primitive.js';
import { parseDerivation } from '../licence/derivation.js';
import type { Licensing } from '../licence/licensing.js';
import type { SliceNode } from '../python/slicing/slice-node.js';
import { boundaryAround, rootOf } from './components/boundary.js';
import type { Capability } from './components/capabilities.js';
import { FEW_TESTS, MOST_TESTS } from './components/tests-inside.js';
import { cutOut, type CutOut } from './cut/cut-out.js';
import { outsideNeeds, type OutsideNeeds } from './cut/dependencies.js';
import { ALWAYS_THERE } from './cut/distributions.js';
import { shadowing } from './cut/shadowing.js';
import { interfaceOf, nameOf, subjectOfBoundary } from './describe/interface.js';
import type { Mentions } from './describe/mentions.js';
import { usageExamplesOf, type UsageExample } from './describe/usage-examples.js';
import { testsOfOthers } from './cut/tests-of-others.js';
import { placeTogether } from './place-together.js';
import { reachForMachinery } from './reach-for-machinery.js';
import { ownNodesOf } from './cut/suite.js';
import type { Survey } from './survey.js';

/** What validation has taught about a component so far. */
export interface Lessons {
  /** What it was found to need. */
  readonly added: readonly SliceNode[];
  /** What further tests need besides; nothing when absent. */
  readonly supporting?: readonly SliceNode[];
  /** Whether few tests say too little of it, so that many come along. */
  readonly isWide?: boolean;
  /** Tests that do not come along, by id, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
  /** So many runs have taught it; none when absent. */
  readonly rounds?: number;
}

/** A component that is ready to be run alone. */
export interface Draft {
  readonly capability: Capability;
  readonly cut: CutOut;
  readonly dependencies: Dependencies;
  readonly lessons: Lessons;
  /** How it is used, best first; which of them runs is for validation to say. */
  readonly examples: readonly UsageExample[];
  /** What the rest of its repository says of it. */
  readonly mentions: Mentions;
}

/** Where the component comes from. */
export interface Source {
  readonly repository: string;
  readonly commit: string;
  readonly licence: Licensing;
  readonly visibility?: Visibility;
  /** How it came here; absent for what is mined, or harvested by what its files say. */
  readonly channel?: Channel;
}

export const NO_LESSONS: Lessons = { added: [], refused: new Map() };

/** Draws the boundary around capabilities of one module and cuts it out, or says why that cannot give a primitive. */
export function draftAround(
  repository: string,
  survey: Survey,
  exports: readonly [Capability, ...Capability[]],
  lessons: Lessons,
): Draft | Exclusion {
  const { graph, tests } = survey;
  const [capability] = exports;
  const excluded = (kind: ExclusionKind, reason: string): Exclusion => ({
    name: nameOf(repository, capability),
    reason,
    kind,
  });
  const roots = exports.map(one => rootOf(graph, one));
  const reaching = [...new Set(roots.flatMap(root => tests.reaching(root)))];
  if (reaching.length === 0)
    return excluded('no-test', 'no test of the repository reaches it; add one that calls it');
  const reasons = new Map([
    ...survey.unrunnable,
    ...testsOfOthers(graph, roots, reaching),
    ...lessons.refused,
  ]);
  const boundary = boundaryAround(graph, tests, exports, {
    added: lessons.added,
    supporting: lessons.supporting ?? [],
    refused: new Set(reasons.keys()),
    mostTests: mostTestsAfter(lessons),
  });
  const cut = cutOut(graph, survey.files, boundary);
  for (const { id, reason } of cut.leftOut) reasons.set(id, reason);
  if (!cut.tests.some(test => roots.some(root => tests.reaches(test, root))))
    return excluded(
      'no-test',
      whyNoTest(
        reaching.map(({ test }) => test.id),
        reasons,
      ),
    );
  const machinery = reachForMachinery(graph, cut);
  if (machinery !== undefined) return excluded('reaches-machinery', machinery);
  const dependencies = dependenciesOf(survey, cut);
  if (typeof dependencies === 'string') return excluded('undeclared-distribution', dependencies);
  const paths = cut.implementation.map(({ path }) => path);
  const overlaid = cut.carriedTests.files.find(({ path }) => paths.includes(path));
  if (overlaid !== undefined)
    return excluded(
      'shadows',
      `what its tests need would lie in its own place, ${overlaid.path}; call that package something else`,
    );
  const { distributions, testDistributions = [] } = dependencies;
  const hidden = shadowing(paths, capability.module.sourceRoot, [...distributions, ...testDistributions]);
  if (hidden !== undefined) return excluded('shadows', hidden.reason);
  const { mentions } = survey;
  const examples = usageExamplesOf(subjectOfBoundary(boundary), cut.tests, {
    repository: survey,
    mentions,
  });
  return { capability, cut, dependencies, lessons, examples, mentions };
}

/** A test that had to stay behind is not made up for, within bounds: each new one may be the next that has to. */
function mostTestsAfter({ isWide, refused }: Lessons): number {
  const most = isWide === true ? MOST_TESTS : FEW_TESTS;
  return Math.max(most - refused.size, Math.ceil(most / 4));
}

/** The component of a draft, with everything but an id. */
export function componentOf(draft: Draft, source: Source): Component {
  const { capability, cut, dependencies, examples, mentions } = draft;
  const { boundary, implementation, carriedTests, ranges } = cut;
  const cases = cut.tests.map(({ test }) => test);
  const usageExample = examples[0]?.text;
  const terms = source.licence.termsOf(implementation);
  const derivedFrom = derivationsOf(implementation);
  return {
    name: nameOf(source.repository, capability),
    implementation: placeTogether(implementation, boundary.nodes, capability.module.sourceRoot),
    sourceRoot: capability.module.sourceRoot,
    interface: interfaceOf(boundary, cases, mentions),
    dependencies,
    carriedTests,
    provenance: {
      repository: source.repository,
      commit: source.commit,
      ranges,
      licence: terms.expression,
      licenceText: terms.text,
      ...(terms.conflicts.length > 0 && { licenceConflicts: terms.conflicts }),
      copyright: terms.copyright,
      ...(usageExample !== undefined && { usageExample }),
      ...(source.visibility !== undefined && { visibility: source.visibility }),
      channel: source.channel ?? (derivedFrom === '' ? 'mined' : 'harvested'),
      ...(derivedFrom !== '' && { derivedFrom }),
    },
  };
}

/** Ids of the primitives that files say they were adapted from: merged, they are harvested (DESIGN, step 10). */
function derivationsOf(files: Component['implementation']): string {
  const ids = files.flatMap(
    file => parseDerivation(file.encoding === 'utf8' ? file.content : '')?.primitiveId ?? [],
  );
  return [...new Set(ids)].sort().join(' ');
}

function whyNoTest(ids: readonly string[], reasons: ReadonlyMap<string, string>): string {
  const told = ids.flatMap(id => {
    const reason = reasons.get(id);
    return reason === undefined ? [] : [`${id}: ${reason}`];
  });
  return told.length > 0
    ? `none of its tests can leave the repository (${told.slice(0, 3).join('; ')})`
    : 'every test that reaches it needs too much else of the repository; add one that uses it alone';
}

/** D, or why it cannot be stated. */
function dependenciesOf(survey: Survey, cut: CutOut): Dependencies | string {
  const { graph, requirements, externalNeeds } = survey;
  const own = outsideNeeds(graph.project, cut.boundary.nodes, externalNeeds);
  const unknown = own.imports.find(name => !isKnown(survey, name));
  if (unknown !== undefined)
    return `it imports ${unknown}, which the repository does not declare; add it to the dependencies in pyproject.toml`;
  const suite = [...cut.tests.flatMap(ownNodesOf), ...cut.boundary.support];
  const testing = outsideNeeds(graph.project, new Set(suite), externalNeeds);
  const required = (needs: OutsideNeeds) =>
    [...needs.imports, ...needs.optionalImports].flatMap(name => requirements.get(name) ?? []);
  const distributions = [...new Set(required(own))].sort();
  const extra = [...new Set(required(testing))].filter(one => !distributions.includes(one)).sort();
  return {
    distributions,
    ...(extra.length > 0 && { testDistributions: extra }),
    standardLibrary: own.standardLibrary,
    environmentVariables: own.environmentVariables,
    systemTools: own.systemTools,
  };
}

function isKnown({ requirements }: Survey, importName: string): boolean {
  return ALWAYS_THERE.has(importName) || requirements.get(importName) !== undefined;
}

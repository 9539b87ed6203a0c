import type { Exclusion } from '../domain/mined.js';
import { PRESENCE } from '../python/slicing/name-needs.js';
import type { Project } from '../python/slicing/project.js';
import type { SliceNode } from '../python/slicing/slice-node.js';
import { rootOf } from './components/boundary.js';
import { linesOf } from './components/lines-inside.js';
import type { Capability } from './components/capabilities.js';
import { draftAround, NO_LESSONS, type Draft, type Lessons } from './draft.js';
import type { PlannedExports } from './plans.js';
import { countLines } from './read/read-modules.js';
import { offersCapabilities } from './roles.js';
import type { Survey } from './survey.js';

/** What came of a plan: one draft as a rule, several where its exports do not stand together. */
export interface Drafted {
  readonly ready: readonly Draft[];
  readonly excluded: readonly Exclusion[];
}

/** A component is a part of its package, not the package: at most this share of its lines, if anything smaller runs. */
export const LARGEST_SHARE = 0.4;

/**
 * Drafts a planned component. An export that no test of the component reaches, or that cannot be drafted, is drafted
 * alone, so that none is lost for its neighbours' sake; and what would be more than 40 % of its package is divided into
 * the exports that need the same of it, which is as small as it gets.
 */
export function draftPlan(
  repository: string,
  survey: Survey,
  exports: PlannedExports,
  lessons: Lessons = NO_LESSONS,
): Drafted {
  const whole = draftAround(repository, survey, exports, lessons);
  if (exports.length === 1) return drafted([whole]);
  if ('reason' in whole) return withoutTheBad(repository, survey, exports, lessons);
  if (shareOf(survey, whole) > LARGEST_SHARE) {
    const groups = byClosure(survey, exports);
    if (groups.length > 1)
      return joinedDrafts(groups.map(group => draftPlan(repository, survey, group, lessons)));
  }
  const [first, ...others] = exports.filter(one => isReached(survey, whole, one));
  const unreached = exports.filter(one => !isReached(survey, whole, one));
  if (unreached.length === 0) return drafted([whole]);
  const rest = first === undefined ? [] : [draftPlan(repository, survey, [first, ...others], lessons)];
  return joinedDrafts([...rest, alone(repository, survey, unreached, lessons)]);
}

/** The exports of a draft that failed, each by itself, with what validation has taught so far. */
export function partsOf(repository: string, survey: Survey, draft: Draft): Drafted {
  const { exports } = draft.cut.boundary;
  return alone(repository, survey, exports, { ...draft.lessons, rounds: 0 });
}

/** Of its package's lines, those that a draft has: 0 to 1. */
export function shareOf({ graph }: Survey, { cut }: Draft): number {
  const lines = linesOffered(graph.project, topOf(cut.boundary.capability));
  return lines === 0 ? 0 : linesOf(cut.boundary.nodes) / lines;
}

const lengths = new WeakMap<Project, Map<string, number>>();

/** The lines of a package that offer anything; counted once. */
function linesOffered(project: Project, top: string): number {
  const known = lengths.get(project) ?? new Map<string, number>();
  lengths.set(project, known);
  const lines =
    known.get(top) ??
    project.modules
      .filter(({ module }) => module.split('.')[0] === top)
      .filter(offersCapabilities)
      .reduce((sum, { tree }) => sum + countLines(tree.text), 0);
  known.set(top, lines);
  return lines;
}

/** What can be drafted alone is drafted together once more without what cannot; else each stays alone. */
function withoutTheBad(
  repository: string,
  survey: Survey,
  exports: PlannedExports,
  lessons: Lessons,
): Drafted {
  const each = alone(repository, survey, exports, lessons);
  const [first, ...others] = each.ready.map(({ cut }) => cut.boundary.capability);
  if (first === undefined || others.length === 0 || others.length + 1 === exports.length) return each;
  const together = draftPlan(repository, survey, [first, ...others], lessons);
  return { ready: together.ready, excluded: [...each.excluded, ...together.excluded] };
}

function alone(
  repository: string,
  survey: Survey,
  exports: readonly Capability[],
  lessons: Lessons,
): Drafted {
  return drafted(exports.map(one => draftAround(repository, survey, [one], lessons)));
}

/** Puts together exports that need exactly the same of their repository. */
function byClosure(survey: Survey, exports: PlannedExports): readonly PlannedExports[] {
  const groups = new Map<string, PlannedExports>();
  for (const one of exports) {
    const key = closureKey(survey, one);
    const known = groups.get(key);
    groups.set(key, known === undefined ? [one] : [...known, one]);
  }
  return [...groups.values()];
}

function closureKey({ graph, tests }: Survey, capability: Capability): string {
  const roots: readonly SliceNode[] = [
    rootOf(graph, capability),
    ...graph.names.ofName(capability.module, capability.name, PRESENCE),
  ];
  const numbers = tests.closures.reach(roots.map(node => tests.closures.numberOf(node)));
  return numbers
    .filter(number => tests.closures.nodeOf(number).kind === 'unit')
    .toSorted((a, b) => a - b)
    .join(' ');
}

function isReached({ graph, tests }: Survey, { cut }: Draft, capability: Capability): boolean {
  const root = rootOf(graph, capability);
  return cut.tests.some(test => tests.reaches(test, root));
}

function drafted(outcomes: readonly (Draft | Exclusion)[]): Drafted {
  return {
    ready: outcomes.flatMap(one => ('reason' in one ? [] : [one])),
    excluded: outcomes.flatMap(one => ('reason' in one ? [one] : [])),
  };
}

function joinedDrafts(all: readonly Drafted[]): Drafted {
  return { ready: all.flatMap(({ ready }) => ready), excluded: all.flatMap(({ excluded }) => excluded) };
}

function topOf({ module }: Capability): string {
  return module.module.split('.')[0] ?? module.module;
}

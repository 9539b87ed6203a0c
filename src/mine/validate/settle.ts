import type { CodefaceError } from '../../domain/errors.js';
import type { Execution } from '../../domain/execution.js';
import type { Exclusion, ExclusionKind } from '../../domain/mined.js';
import type { Component, Primitive } from '../../domain/primitive.js';
import type { Draft, Source } from '../draft.js';
import { draftPlan, partsOf, type Drafted } from '../draft-plan.js';
import type { DraftGroup } from '../drafts.js';
import { identify } from '../identity.js';
import { nameOf } from '../describe/interface.js';
import type { Survey } from '../survey.js';
import { neededForFurtherTests } from './further-tests.js';
import { judgeRun } from './judge-run.js';
import { ORDERS } from './suite-request.js';
import { excluded as exclusionOf, type Admitted, type Refine, type Verdict } from './verdict.js';

/** What running a component gave, or why its distributions could not be installed. */
export type Outcome = Execution | CodefaceError;

/** What a round of validation decided. */
export interface Settled {
  readonly admitted: readonly Primitive[];
  readonly excluded: readonly Exclusion[];
  /** New drafts, to be run in the next round. */
  readonly refined: readonly Draft[];
}

/** A boundary grows in so many rounds; after that, what is still missing is left behind. */
const GROWING_ROUNDS = 3;
/** Leaving tests behind can show that others lack something too. */
const MOST_ROUNDS = GROWING_ROUNDS + 3;

/** Where more tests may help. */
const SAYING_LITTLE: ReadonlySet<ExclusionKind> = new Set(['weak-tests', 'passes-on-dummy']);

/** Turns the runs of one round into admissions, exclusions and new drafts; each draft counts its own rounds. */
export function settle(
  survey: Survey,
  source: Source,
  groups: readonly DraftGroup[],
  outcomes: readonly Outcome[],
): Settled {
  const admitted: Primitive[] = [];
  const excluded: Exclusion[] = [];
  const refined: Draft[] = [];
  const take = (next: Drafted) => {
    refined.push(...next.ready);
    excluded.push(...next.excluded);
  };
  for (const [index, group] of groups.entries()) {
    const { component, drafts } = group;
    const [first, ...same] = drafts;
    const outcome = outcomes[index];
    if (first === undefined || outcome === undefined) continue;
    const verdict = judge(survey, first, outcome);
    const exclude = (draft: Draft, kind: ExclusionKind, reason: string) =>
      excluded.push({ name: nameOf(source.repository, draft.capability), reason, kind });
    if (verdict.kind === 'admitted') {
      admitted.push(identify(validated(component, first, verdict)));
      for (const draft of same)
        exclude(draft, 'duplicate', `it is the same code with the same tests as ${component.name}`);
    } else if (verdict.kind === 'excluded') {
      for (const draft of drafts) {
        if (draft.cut.boundary.exports.length === 1) exclude(draft, verdict.why, verdict.reason);
        else take(partsOf(source.repository, survey, draft));
      }
    } else {
      for (const draft of drafts) {
        const next = refine(source.repository, survey, draft, verdict);
        // That no test is left is owed to why they were left.
        const why = (one: Exclusion) => (one.kind === 'no-test' ? { ...one, kind: verdict.why } : one);
        take({ ready: next.ready, excluded: next.excluded.map(why) });
      }
    }
  }
  return { admitted, excluded, refined };
}

function judge(survey: Survey, draft: Draft, outcome: Outcome): Verdict {
  if (!('tests' in outcome))
    return exclusionOf('not-installable', `what it needs could not be installed: ${outcome.message}`);
  const { graph, files } = survey;
  const round = roundOf(draft);
  const mayGrow = round <= GROWING_ROUNDS;
  const verdict = judgeRun({ graph, files, cut: draft.cut, mayGrow, orders: ORDERS }, outcome);
  if (verdict.kind === 'excluded' && SAYING_LITTLE.has(verdict.why) && mayGrow) {
    if (draft.cut.boundary.leavesTests && draft.lessons.isWide !== true)
      return { kind: 'refine', added: [], isWide: true, refused: new Map(), why: verdict.why };
    // Several exports are divided first: what is weak for all of them may be strong for one.
    const supporting = draft.cut.boundary.exports.length === 1 ? neededForFurtherTests(survey, draft) : [];
    if (supporting.length > 0)
      return { kind: 'refine', added: [], supporting, refused: new Map(), why: verdict.why };
  }
  if (verdict.kind !== 'refine' || round < MOST_ROUNDS) return verdict;
  return exclusionOf(
    'unsettled',
    `its boundary did not settle within ${MOST_ROUNDS} rounds of validation: ${lastLesson(verdict)}`,
  );
}

/** Which of its rounds a draft is in, counted from 1. */
function roundOf({ lessons }: Draft): number {
  return (lessons.rounds ?? 0) + 1;
}

function lastLesson({ added, refused }: Refine): string {
  const [first] = refused;
  if (first !== undefined) return `${first[0]}: ${first[1]}`;
  return `it still lacked ${added.length} ${added.length === 1 ? 'statement' : 'statements'} of its repository`;
}

/** What is kept of an admitted component: the tests that ran, what was measured, and an example only if it ran. */
function validated(component: Component, draft: Draft, { tests, record, example }: Admitted): Component {
  const { usageExample: _candidate, ...provenance } = component.provenance;
  const usageExample = example === undefined ? undefined : draft.examples[example]?.text;
  return {
    ...component,
    carriedTests: { ...component.carriedTests, tests },
    provenance: { ...provenance, ...(usageExample !== undefined && { usageExample }) },
    validation: record,
  };
}

function refine(repository: string, survey: Survey, draft: Draft, verdict: Refine): Drafted {
  const { cut, lessons } = draft;
  return draftPlan(repository, survey, cut.boundary.exports, {
    added: [...lessons.added, ...verdict.added],
    supporting: [...(lessons.supporting ?? []), ...(verdict.supporting ?? [])],
    isWide: lessons.isWide === true || verdict.isWide === true,
    refused: new Map([...lessons.refused, ...verdict.refused]),
    rounds: roundOf(draft),
  });
}

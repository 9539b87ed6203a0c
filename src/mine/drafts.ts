import type { RepositorySnapshot } from '../domain/mined.js';
import type { Component } from '../domain/primitive.js';
import { componentOf, type Draft, type Source } from './draft.js';
import { draftPlan, type Drafted } from './draft-plan.js';
import { nameOf } from './describe/interface.js';
import { contentKey } from './identity.js';
import type { PlannedExports } from './plans.js';
import type { Survey } from './survey.js';

/** Drafts of one module and the same files, which one run can judge. */
export interface DraftGroup {
  readonly drafts: readonly Draft[];
  /** The component of the first. */
  readonly component: Component;
}

/**
 * Drafts every planned component; what cannot give a primitive is excluded with the reason. `onDrafted` is told after
 * each plan how many are done.
 */
export function draftAll(
  { repository }: RepositorySnapshot,
  survey: Survey,
  plans: readonly PlannedExports[],
  onDrafted: (done: number) => void = () => undefined,
): Drafted {
  if (survey.capabilities.length === 0)
    return {
      ready: [],
      excluded: [{ name: repository, reason: nothingOffered(survey), kind: 'nothing-offered' }],
    };
  const all = plans.map((exports, index) => {
    const drafted = draftPlan(repository, survey, exports);
    onDrafted(index + 1);
    return drafted;
  });
  return { ready: all.flatMap(({ ready }) => ready), excluded: all.flatMap(({ excluded }) => excluded) };
}

/** What the component of a draft is called. */
export function draftName(repository: string, { capability }: Draft): string {
  return nameOf(repository, capability);
}

/** Puts drafts of one module and the same files together. */
export function groupByContent(drafts: readonly Draft[], source: Source): readonly DraftGroup[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = `${draft.capability.module.path} ${contentKey(draft.cut)}`;
    groups.set(key, [...(groups.get(key) ?? []), draft]);
  }
  return [...groups.values()].flatMap(group => {
    const [first] = group;
    return first === undefined ? [] : [{ drafts: group, component: componentOf(first, source) }];
  });
}

function nothingOffered({ graph }: Survey): string {
  const { modules } = graph.project;
  if (modules.length === 0) return 'it has no Python file that could be read';
  return 'it has no public function or class outside of its tests, documentation and set-up files';
}

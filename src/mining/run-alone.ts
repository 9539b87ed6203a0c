import type { Exclusion, Reuse } from '../domain/mined.js';
import { runRemembered, type NeedySuite, type RunServices } from '../harness/remembered-runs.js';
import { withoutSecrets } from '../mine/admit/without-secrets.js';
import type { Draft, Source } from '../mine/draft.js';
import { draftName, groupByContent, type DraftGroup } from '../mine/drafts.js';
import { admissionsOf, type Admission } from '../mine/propose/standing.js';
import type { Survey } from '../mine/survey.js';
import { settle } from '../mine/validate/settle.js';
import { ALONE_LIMITS, installedFor, trialRequest } from '../mine/validate/suite-request.js';
import type { Progress } from '../ports/progress.js';

/** What came of running components alone. */
export interface Validated {
  readonly admitted: readonly Admission[];
  readonly excluded: readonly Exclusion[];
  readonly runs: Reuse;
}

/** Runs every draft alone, round after round, until each is admitted or excluded. */
export async function runAlone(
  services: RunServices & { readonly progress: Progress },
  surveyed: Survey,
  source: Source,
  drafts: readonly Draft[],
  does: string,
): Promise<Validated> {
  const admitted: Admission[] = [];
  const excluded: Exclusion[] = [];
  const runs = { total: 0, remembered: 0 };
  if (drafts.length === 0) return { admitted, excluded, runs };
  const step = services.progress.step(does, drafts.length);
  try {
    let waiting = drafts;
    while (waiting.length > 0) {
      const before = admitted.length + excluded.length;
      const checked = withoutSecrets(waiting, surveyed.files, draft => draftName(source.repository, draft));
      excluded.push(...checked.excluded);
      const groups = groupByContent(checked.ready, source);
      const suites = groups.map(suiteOnTrial);
      const { outcomes, hits } = await runRemembered(services, suites, ALONE_LIMITS, done =>
        step.update(before + done),
      );
      runs.total += outcomes.length;
      runs.remembered += hits;
      const settled = settle(surveyed, source, groups, outcomes);
      admitted.push(...admissionsOf(groups, settled.admitted));
      excluded.push(...settled.excluded);
      waiting = settled.refined;
    }
  } catch (error) {
    step.fail('the sandbox failed');
    throw error;
  }
  step.finish(`${admitted.length} admitted, ${excluded.length} excluded`);
  return { admitted, excluded, runs };
}

function suiteOnTrial({ component, drafts }: DraftGroup): NeedySuite {
  return {
    requirements: installedFor(component),
    requestIn: environment => trialRequest(component, environment, drafts[0]?.examples ?? []),
  };
}

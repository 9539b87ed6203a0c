import { notFound, unprocessable } from '../api-error.js';
import { page, repositoryOf } from '../call.js';
import type { Call, Handlers } from '../call.js';
import type { CheckConclusion, CheckRunRecord } from '../records.js';
import { checkRunOf, ownerOf } from '../representations/check-run.js';
import type { Site } from '../site.js';

/** Check runs, which belong to a commit and to the App. */
export const checkHandlers: Handlers<'checks/create' | 'checks/update' | 'checks/list-for-ref'> = {
  'checks/create': async call => {
    const repository = repositoryOf(call);
    const { name, head_sha: headSha } = call.body;
    if ((await repository.git.resolve(headSha, 'commit')) !== headSha)
      throw unprocessable(`No commit found for SHA: ${headSha}`);
    const run: CheckRunRecord = {
      id: call.site.nextId(),
      byApp: true,
      name,
      headSha,
      status: 'queued',
      conclusion: null,
      startedAt: null,
      completedAt: null,
      externalId: null,
      detailsUrl: null,
      output: { title: null, summary: null, text: null, annotations: [] },
    };
    apply(call.site, run, call.body);
    repository.checkRuns.set(run.id, run);
    return { status: 201, body: checkRunOf(call.site, repository, run) };
  },

  'checks/update': call => {
    const repository = repositoryOf(call);
    const run = repository.checkRuns.get(call.path.check_run_id);
    if (run === undefined) throw notFound();
    apply(call.site, run, call.body);
    return { status: 200, body: checkRunOf(call.site, repository, run) };
  },

  'checks/list-for-ref': async call => {
    const repository = repositoryOf(call);
    const { check_name: name, status, filter = 'latest', app_id: appId } = call.query;
    const sha = await repository.git.resolve(call.path.ref, 'commit');
    if (sha === undefined) throw unprocessable(`No commit found for SHA: ${call.path.ref}`);
    const runs = [...repository.checkRuns.values()]
      .filter(run => run.headSha === sha)
      .filter(run => name === undefined || run.name === name)
      .filter(run => status === undefined || run.status === status)
      .filter(run => appId === undefined || appId === ownerOf(call.site, run).id)
      .reverse();
    const shown = filter === 'all' ? runs : runs.filter((run, index) => isFirstOfName(runs, run, index));
    const { items, headers } = page(call, shown);
    const check_runs = items.map(run => checkRunOf(call.site, repository, run));
    return { status: 200, body: { total_count: shown.length, check_runs }, headers };
  },
};

function isFirstOfName(runs: readonly CheckRunRecord[], run: CheckRunRecord, index: number): boolean {
  return runs.findIndex(each => each.name === run.name && each.byApp === run.byApp) === index;
}

type CheckRunFields = Call<'checks/create'>['body'] | Call<'checks/update'>['body'];

/** Sets what the request names; a conclusion completes a run, and annotations are added to those there are. */
function apply(site: Site, run: CheckRunRecord, fields: CheckRunFields): void {
  if (fields.status === 'completed' && fields.conclusion === undefined && run.conclusion === null)
    throw unprocessable('Invalid request. "conclusion" is required when "status" is "completed".');
  if (fields.name !== undefined) run.name = fields.name;
  if (fields.external_id !== undefined) run.externalId = fields.external_id;
  if (fields.details_url !== undefined) run.detailsUrl = fields.details_url;
  if (fields.status !== undefined) run.status = fields.status;
  if (fields.conclusion !== undefined) {
    run.status = 'completed';
    run.conclusion = fields.conclusion as CheckConclusion;
    run.completedAt = fields.completed_at ?? site.now();
  } else if (run.status !== 'completed') {
    run.conclusion = null;
    run.completedAt = null;
  }
  run.startedAt = fields.started_at ?? run.startedAt ?? site.now();
  const { title, summary, text, annotations = [] } = fields.output ?? {};
  if (title !== undefined) run.output.title = title;
  if (summary !== undefined) run.output.summary = summary;
  if (text !== undefined) run.output.text = text;
  run.output.annotations.push(...annotations);
}

import type { Annotation, CheckRun } from '../../domain/publication.js';
import type { GitHubRepository } from './github-repository.js';
import { limitBody, limitTitle, longestSummary } from './limit-text.js';

/** GitHub takes this many with one call and adds them to those that are there. */
const annotationsPerCall = 50;

/**
 * The App's check run of this name on the commit. Annotations cannot be taken back, so those that are there count
 * as the first of the list and only the rest is sent.
 */
export async function putCheckRun(at: GitHubRepository, checkRun: CheckRun): Promise<void> {
  const { octokit, owner, repo } = at;
  const { data } = await octokit.rest.checks.listForRef({
    owner,
    repo,
    ref: checkRun.commit,
    check_name: checkRun.name,
    app_id: at.appId,
  });
  const found = data.check_runs.find(({ name }) => name === checkRun.name);
  const [first = [], ...rest] = batches(checkRun.annotations.slice(found?.output.annotations_count ?? 0));
  const state = {
    owner,
    repo,
    status: checkRun.status,
    ...(checkRun.conclusion !== undefined && { conclusion: checkRun.conclusion }),
  };
  const output = (annotations: readonly Annotation[]) => ({
    title: limitTitle(checkRun.title),
    summary: limitBody(checkRun.summary, '', longestSummary),
    annotations: annotations.map(asGitHub),
  });
  const id =
    found?.id ??
    (
      await octokit.rest.checks.create({
        ...state,
        name: checkRun.name,
        head_sha: checkRun.commit,
        output: output(first),
      })
    ).data.id;
  for (const batch of found === undefined ? rest : [first, ...rest])
    await octokit.rest.checks.update({ ...state, check_run_id: id, output: output(batch) });
}

function batches(annotations: readonly Annotation[]): readonly (readonly Annotation[])[] {
  const count = Math.ceil(annotations.length / annotationsPerCall);
  return Array.from({ length: count }, (_, index) =>
    annotations.slice(index * annotationsPerCall, (index + 1) * annotationsPerCall),
  );
}

function asGitHub({ path, startLine, endLine, level, message }: Annotation) {
  return { path, start_line: startLine, end_line: endLine, annotation_level: level, message };
}

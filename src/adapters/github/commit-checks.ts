import {
  commitChecks,
  type CheckOutcome,
  type CommitCheck,
  type CommitChecks,
} from '../../domain/commit-checks.js';
import { oneLine } from '../../domain/one-line.js';
import type { GitHubRepository } from './github-repository.js';

const perPage = 100;
const longestDetail = 300;

/**
 * Check runs (of each check suite the newest of a name, as GitHub's filter `latest` has it) and commit statuses (the
 * newest of each context) together: services of CI use the one or the other. Check runs of the App itself are left out.
 */
export async function readChecks(at: GitHubRepository, commit: string): Promise<CommitChecks> {
  return commitChecks([...(await readCheckRuns(at, commit)), ...(await readStatuses(at, commit))]);
}

async function readCheckRuns(at: GitHubRepository, ref: string): Promise<readonly CommitCheck[]> {
  const { octokit, owner, repo, appId } = at;
  const runs = await octokit.paginate(octokit.rest.checks.listForRef, {
    owner,
    repo,
    ref,
    filter: 'latest',
    per_page: perPage,
  });
  return runs
    .filter(({ app }) => app?.id !== appId)
    .map(({ name, status, conclusion, output, html_url, details_url }) => ({
      name,
      outcome: status === 'completed' ? outcomeOf(conclusion) : 'pending',
      detail: detailOf(conclusion ?? status, output.title),
      url: html_url ?? details_url ?? '',
    }));
}

/** Octokit's paging cannot take this answer apart, since it is no list. */
async function readStatuses(at: GitHubRepository, ref: string): Promise<readonly CommitCheck[]> {
  const { octokit, owner, repo } = at;
  const found: CommitCheck[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await octokit.rest.repos.getCombinedStatusForRef({
      owner,
      repo,
      ref,
      per_page: perPage,
      page,
    });
    for (const { context, state, description, target_url: url } of data.statuses)
      found.push({
        name: context,
        outcome: state === 'pending' ? 'pending' : outcomeOf(state),
        detail: detailOf(state, description),
        url: url ?? '',
      });
    if (data.statuses.length < perPage) return found;
  }
}

/** A conclusion that is not known here, as a later GitHub may have, shows nothing to be right. */
function outcomeOf(conclusion: string | null): CheckOutcome {
  if (conclusion === 'success') return 'passed';
  return conclusion === 'skipped' || conclusion === 'neutral' ? 'skipped' : 'failed';
}

function detailOf(state: string, words: string | null | undefined): string {
  return oneLine([state, words].filter(Boolean).join(': ')).slice(0, longestDetail);
}

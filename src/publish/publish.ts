import type { ChangeSet } from '../domain/change-set.js';
import type { MiningReport } from '../domain/mined.js';
import type { PullRequest } from '../domain/publication.js';
import type { Round, RunProgress } from '../domain/run.js';
import type { RepositoryHost } from '../ports/repository-host.js';
import { renderTrailer } from './markers.js';
import { abandonedCheckRun, finishedCheckRun, startedCheckRun } from './render-check-run.js';
import { renderConclusion, renderDiagnosis, renderStatus } from './render-comments.js';
import { renderFailure, renderMined, renderRefusal, renderWelcome } from './render-notes.js';
import { renderPullRequest } from './render-pull-request.js';
import type { Templates } from './templates.js';

/** The commit of one round, before its suite runs. */
export interface RoundCommit {
  readonly index: number;
  readonly base: string;
  readonly parent: string;
  readonly changeSet: ChangeSet;
}

/**
 * Shows a run to people, on whichever host it is for. Every call may be made again after a crash: it finds what is
 * there. All end in a `CodefaceError` of code `repository-host` or `permission`.
 */
export interface Publisher {
  /** The sticky status comment. */
  status(host: RepositoryHost, progress: RunProgress): Promise<void>;
  /** Commits a round, opens the draft pull request at need, starts the check run; returns the commit's id. */
  commit(host: RepositoryHost, progress: RunProgress, round: RoundCommit): Promise<string>;
  /** The round's verdict: check run, diagnosis when it is red, pull request text. */
  round(host: RepositoryHost, progress: RunProgress, round: Round): Promise<void>;
  /** A last commit with the tree of an earlier round; returns its id. */
  restore(
    host: RepositoryHost,
    progress: RunProgress,
    round: Round,
    from: Pick<RoundCommit, 'base' | 'parent'>,
  ): Promise<string>;
  /** Closes the check run of a commit that will get no verdict. */
  leave(host: RepositoryHost, commit: string, why: string): Promise<void>;
  /** How it ended; the pull request is ready for review only when it is green. */
  outcome(host: RepositoryHost, progress: RunProgress): Promise<PullRequest | undefined>;
  /** Offers to mine a repository. */
  welcome(host: RepositoryHost): Promise<void>;
  /** What mining gave, for whoever asked for it. */
  mined(host: RepositoryHost, issue: number, report: MiningReport): Promise<void>;
  /** One line for somebody who may not ask. */
  refuse(host: RepositoryHost, issue: number): Promise<void>;
  /** One line when a job ended in an error of ours; `message` is the error's sentence. */
  failed(host: RepositoryHost, issue: number, message: string): Promise<void>;
}

export function createPublisher(templates: Templates): Publisher {
  /** A local build has no issue: its host keeps what is said in files. */
  const issueOf = (progress: RunProgress) => progress.request.issue ?? 0;
  const bringPullRequest = (host: RepositoryHost, progress: RunProgress) =>
    host.putPullRequest(progress.branch, renderPullRequest(templates, progress));

  return {
    async status(host, progress) {
      await host.putComment(issueOf(progress), renderStatus(templates, progress));
    },

    async commit(host, progress, { index, base, parent, changeSet }) {
      const commit = await host.commit({
        branch: progress.branch,
        base,
        parent,
        changeSet,
        message: `${subjectOf(progress)} (round ${index})`,
        trailer: renderTrailer(progress.runId, index),
      });
      const pullRequest = await bringPullRequest(host, progress);
      await host.putCheckRun(startedCheckRun(commit, progress.judge));
      await host.putComment(issueOf(progress), renderStatus(templates, { ...progress, pullRequest }));
      return commit;
    },

    async round(host, progress, round) {
      const pullRequest = await bringPullRequest(host, progress);
      if (round.commit !== undefined) await host.putCheckRun(finishedCheckRun(round, round.commit));
      if (!round.judgement.green) {
        await host.putComment(pullRequest.number, renderDiagnosis(templates, progress.runId, round));
      }
    },

    async restore(host, progress, round, { base, parent }) {
      const commit = await host.commit({
        branch: progress.branch,
        base,
        parent,
        changeSet: round.integration.changeSet,
        message: `Restore round ${round.index}, the best so far`,
        trailer: renderTrailer(progress.runId, 'restored'),
      });
      await host.putCheckRun(finishedCheckRun(round, commit));
      return commit;
    },

    leave: (host, commit, why) => host.putCheckRun(abandonedCheckRun(commit, why)),

    async outcome(host, progress) {
      const { outcome } = progress;
      const hasCommits = outcome !== undefined && outcome.commits.length > 0;
      const pullRequest = hasCommits ? await bringPullRequest(host, progress) : undefined;
      if (pullRequest !== undefined && outcome?.outcome === 'green') await host.markReady(pullRequest);
      if (pullRequest !== undefined && outcome !== undefined && outcome.outcome !== 'green') {
        await host.putComment(pullRequest.number, renderConclusion(templates, outcome));
      }
      await host.putComment(
        issueOf(progress),
        renderStatus(templates, { ...progress, ...(pullRequest && { pullRequest }) }),
      );
      return pullRequest;
    },

    async welcome(host) {
      await host.putIssue('Shall Codeface mine this repository?', renderWelcome(templates));
    },

    mined: (host, issue, report) => host.putComment(issue, renderMined(report)),
    refuse: (host, issue) => host.putComment(issue, renderRefusal()),
    failed: (host, issue, message) => host.putComment(issue, renderFailure(message)),
  };
}

function subjectOf({ plan }: RunProgress): string {
  const modules = plan.requirements.map(requirement => requirement.module);
  const [first] = modules;
  return modules.length === 1 ? `Build ${first}` : `Build ${first} and ${modules.length - 1} more`;
}

import { join, resolve } from 'node:path';

import { asCodefaceError, CodefaceError } from '../../domain/errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import type { RepositoryHost } from '../../ports/repository-host.js';
import { readTree } from '../git/read-tree.js';
import { DEFAULT_TREE_LIMITS } from '../git/tree-limits.js';
import { treeExpression } from '../git/work-tree.js';
import { commitToBranch, readBranchHead } from './branch.js';
import { openCheckout } from './checkout.js';
import { openPages, PULL_REQUEST_NUMBER } from './pages.js';
import { showInWorktree } from './worktree.js';

/**
 * A repository host on a person's own checkout: commits go to a branch of its own, never to the person's branch,
 * index or files; the pull request, comments and check runs are files in `outputFolder`, and `worktree` in it shows
 * the newest commit. Ends in a `CodefaceError` of code `bad-input` when nothing is committed in the folder.
 */
export async function createLocalHost(options: {
  readonly folder: string;
  readonly outputFolder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}): Promise<RepositoryHost> {
  const { folder, clock, logger } = options;
  const outputFolder = resolve(options.outputFolder);
  const checkout = await openCheckout(folder);
  const pages = await openPages(outputFolder);
  const worktree = join(outputFolder, 'worktree');

  const snapshotOf = async (commit: string) => {
    const id = await checkout.git.text(['rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`]);
    const tree = treeExpression(id, checkout.prefix);
    const { files } = await readTree(checkout.git, tree, folder, DEFAULT_TREE_LIMITS);
    return { repository: checkout.repository, commit: id, files };
  };

  return {
    repository: checkout.repository,
    snapshot: commit => inHostWords(() => snapshotOf(commit ?? 'HEAD')),
    issue: async number => {
      const page = await pages.readPullRequest();
      if (page === undefined || number !== PULL_REQUEST_NUMBER)
        throw new CodefaceError(
          'not-found',
          `A local checkout has no issue ${number}. Give the request as a file.`,
        );
      return { number, title: page.title, body: page.body, isPullRequest: true };
    },
    // Whoever can run Codeface on a checkout can do anything to it.
    permissionOf: async () => 'admin',
    acknowledge: async () => undefined,
    putComment: (_issue, comment) => inHostWords(() => pages.writeComment(comment)),
    putIssue: (title, comment) => inHostWords(() => pages.writeIssue(title, comment)),
    branchHead: branch => inHostWords(() => readBranchHead(checkout, branch)),
    commit: request =>
      inHostWords(async () => {
        const commit = await commitToBranch(checkout, request, clock.now());
        if (!(await showInWorktree(checkout, worktree, commit)))
          logger.warn(
            'The worktree holds changes and was left as it is; check the commit out there yourself.',
            {
              worktree,
              commit,
            },
          );
        return commit;
      }),
    putPullRequest: (branch, text) =>
      inHostWords(async () => {
        if ((await readBranchHead(checkout, branch)) === undefined)
          throw new CodefaceError('repository-host', `There is no branch ${branch} in ${folder}.`);
        const page = await pages.readPullRequest();
        const draft = page?.branch === branch ? page.draft : true;
        await pages.writePullRequest({ ...text, branch, draft });
        return { number: PULL_REQUEST_NUMBER, url: pages.pullRequestPath, draft };
      }),
    markReady: () =>
      inHostWords(async () => {
        const page = await pages.readPullRequest();
        if (page === undefined)
          throw new CodefaceError('repository-host', `There is no pull request in ${outputFolder}.`);
        await pages.writePullRequest({ ...page, draft: false });
      }),
    putCheckRun: checkRun => inHostWords(() => pages.writeCheckRun(checkRun)),
    checksOf: async () => {
      throw new CodefaceError(
        'configuration',
        `A local build has no CI to judge it: take \`judge: ci\` out of the \`.codeface.yml\` of ${folder}, or ask for ` +
          'the build on GitHub.',
      );
    },
  };
}

/** git's and the disk's failures as the port names them. */
async function inHostWords<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((cause: unknown) => {
    const { code, message, retryable } = asCodefaceError(cause);
    if (code !== 'workspace' && code !== 'internal') throw cause;
    throw new CodefaceError('repository-host', message, { cause, retryable });
  });
}

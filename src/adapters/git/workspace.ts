import { realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import { CodefaceError } from '../../domain/errors.js';
import type { RepositorySnapshot } from '../../domain/mined.js';
import type { Logger } from '../../ports/logger.js';
import type { Workspace } from '../../ports/workspace.js';
import { makeOwnedFolder } from '../system/owned-folder.js';
import { contentDigest } from './content-digest.js';
import { fetchCommit } from './fetch-commit.js';
import { gitIn } from './git.js';
import { readTree } from './read-tree.js';
import type { ReadFiles } from './read-tree.js';
import { remoteRepository, repositoryName } from './repository-name.js';
import { DEFAULT_TREE_LIMITS } from './tree-limits.js';
import type { TreeLimits } from './tree-limits.js';
import { walkFolder } from './walk-folder.js';
import { committedTree, keptPaths, resolveRevision, treeExpression } from './work-tree.js';

const NOTHING: ReadFiles = { files: new Map(), leftOut: [] };
const EXAMPLES = 5;

/**
 * Reads repositories through git's object database. A repository without a commit is a snapshot without files, whose
 * commit is the content digest of nothing, as of any folder without history.
 */
export function createGitWorkspace(options: {
  /** Where clones live for a moment; the system's folder for temporary files unless given. */
  readonly tempFolder?: string;
  readonly limits?: TreeLimits;
  readonly logger: Logger;
}): Workspace {
  const { tempFolder = tmpdir(), limits = DEFAULT_TREE_LIMITS, logger } = options;

  const snapshot = (repository: string, commit: string | undefined, { files, leftOut }: ReadFiles) => {
    if (leftOut.length > 0)
      logger.info('Files were left out: too large, links that lead away, submodules, or unreadable.', {
        repository,
        count: leftOut.length,
        examples: leftOut.slice(0, EXAMPLES).map(({ name }) => name),
      });
    const told = leftOut.length > 0 ? { leftOut: leftOut.map(({ name }) => name), notRead: leftOut } : {};
    return { repository, commit: commit ?? contentDigest(files), files, ...told };
  };

  return {
    read: async folder => {
      const place = await existingFolder(folder);
      const committed = await committedTree(place);
      if (committed === undefined) {
        const read = await walkFolder(place, limits);
        return { ...snapshot(repositoryName(place, read.files), undefined, read), ...lyingAt(place) };
      }
      const { commit, tree, remoteUrl } = committed;
      const read = tree === undefined ? NOTHING : await readTree(gitIn(place), tree, folder, limits);
      return {
        ...snapshot(repositoryName(place, read.files, committed), commit, read),
        ...lyingAt(place, remoteUrl),
      };
    },
    readUncommitted: async folder => {
      const place = await existingFolder(folder);
      const committed = await committedTree(place);
      const kept = committed === undefined ? undefined : await keptPaths(gitIn(place));
      const read = await walkFolder(place, limits, kept);
      return snapshot(repositoryName(place, read.files, committed), undefined, read);
    },
    readRevision: async (folder, revision) => {
      const place = await existingFolder(folder);
      const committed = await committedTree(place);
      if (committed === undefined)
        throw new CodefaceError(
          'bad-input',
          `${folder} is no part of a git work tree: it has no ${revision}.`,
        );
      const git = gitIn(place);
      const commit = await resolveRevision(git, revision);
      const tree =
        commit &&
        (await git.maybe(['rev-parse', '--verify', '--quiet', treeExpression(commit, committed.prefix)]));
      if (tree === undefined)
        throw new CodefaceError(
          'not-found',
          `${folder} has no commit ${JSON.stringify(revision)}: name a branch, tag or commit that \`git log\` shows.`,
        );
      const read = await readTree(git, tree, folder, limits);
      return snapshot(repositoryName(place, read.files, committed), commit, read);
    },
    clone: async ({ repository, ...source }): Promise<RepositorySnapshot> => {
      const folder = await makeOwnedFolder(tempFolder, 'codeface-clone-');
      try {
        const commit = await fetchCommit(folder, source);
        if (commit === undefined) return snapshot(repository, undefined, NOTHING);
        const read = await readTree(gitIn(folder), `${commit}^{tree}`, repository, limits);
        return snapshot(repository, commit, read);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** What tells a folder without an origin from others of its name. */
function lyingAt(folder: string, remoteUrl = ''): Pick<RepositorySnapshot, 'place'> {
  return remoteRepository(remoteUrl) === undefined ? { place: { folder, isNamed: false } } : {};
}

async function existingFolder(folder: string): Promise<string> {
  const place = await realpath(folder).catch((cause: unknown) => {
    throw new CodefaceError('not-found', `There is no folder ${folder}.`, { cause });
  });
  if (!(await stat(place)).isDirectory())
    throw new CodefaceError('bad-input', `${folder} is a file. Name the folder that holds the project.`);
  return place;
}

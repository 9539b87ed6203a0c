import { CodefaceError } from '../domain/errors.js';
import type { RepositorySnapshot } from '../domain/mined.js';
import type { SourceIndex } from '../ports/package-index.js';
import type { Workspace } from '../ports/workspace.js';

const PUBLISHED = /^pypi:/i;

/** Parts of letters, digits, spaces and `._-`, none of them `.` or `..`: what repositories and folders are called. */
const NAME =
  /^(?!\.{1,2}(?:\/|$))[\p{L}\p{N}_. -]{1,100}(?:\/(?!\.{1,2}(?:\/|$))[\p{L}\p{N}_. -]{1,100}){0,9}$/u;

/**
 * Reads what is to be mined: a folder or git work tree, or `pypi:NAME` or `pypi:NAME==VERSION`, a published source
 * distribution. A folder without an origin is called `name` where one is given, and may then lie in another place than
 * before. Ends as the workspace or the package index does, and in `bad-input` for another form of requirement, for a
 * name that is none, and for one given to what has its own.
 */
export async function readSource(
  source: string,
  services: { readonly workspace: Workspace; readonly sourceIndex: () => SourceIndex },
  name?: string,
): Promise<RepositorySnapshot> {
  if (name !== undefined && !NAME.test(name))
    throw new CodefaceError(
      'bad-input',
      `--name ${JSON.stringify(name)} is no repository's name: write OWNER/NAME, with letters, digits and ._- only.`,
    );
  if (!PUBLISHED.test(source)) return named(await services.workspace.read(source), name);
  if (name !== undefined) throw hasOwnName(source);
  const [, project = '', version] =
    /^([^=<>!~;\s[\]]*)(?:==(.*))?$/.exec(source.replace(PUBLISHED, '').trim()) ?? [];
  if (project === '')
    throw new CodefaceError(
      'bad-input',
      `${JSON.stringify(source)} names no source distribution: write pypi:NAME for the newest release, or pypi:NAME==VERSION.`,
    );
  return services.sourceIndex().sourceDistribution(project, version);
}

function named(snapshot: RepositorySnapshot, name: string | undefined): RepositorySnapshot {
  if (name === undefined) return snapshot;
  if (snapshot.place === undefined) throw hasOwnName(snapshot.repository);
  return { ...snapshot, repository: name, place: { ...snapshot.place, isNamed: true } };
}

function hasOwnName(repository: string): CodefaceError {
  return new CodefaceError(
    'bad-input',
    `${repository} is called after where it comes from: --name is for folders without an origin. Leave it out.`,
  );
}

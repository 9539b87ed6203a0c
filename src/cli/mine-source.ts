import { CodefaceError } from '../domain/errors.js';
import type { RepositorySnapshot } from '../domain/mined.js';
import type { SourceIndex } from '../ports/package-index.js';
import type { Workspace } from '../ports/workspace.js';

const PUBLISHED = /^pypi:/i;

/**
 * Reads what is to be mined: a folder or git work tree, or `pypi:NAME` or `pypi:NAME==VERSION`, a published source
 * distribution. Ends as the workspace or the package index does, and in `bad-input` for another form of requirement.
 */
export async function readSource(
  source: string,
  services: { readonly workspace: Workspace; readonly sourceIndex: () => SourceIndex },
): Promise<RepositorySnapshot> {
  if (!PUBLISHED.test(source)) return services.workspace.read(source);
  const [, name = '', version] =
    /^([^=<>!~;\s[\]]*)(?:==(.*))?$/.exec(source.replace(PUBLISHED, '').trim()) ?? [];
  if (name === '')
    throw new CodefaceError(
      'bad-input',
      `${JSON.stringify(source)} names no source distribution: write pypi:NAME for the newest release, or pypi:NAME==VERSION.`,
    );
  return services.sourceIndex().sourceDistribution(name, version);
}

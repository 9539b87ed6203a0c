import type { RepositoryRecord } from '../records.js';
import type { Site } from '../site.js';
import { envelope } from './envelope.js';

/** Payload of `repository`: what its owner did to it, with what it was before. */
export function repositoryEvent(
  site: Site,
  repository: RepositoryRecord,
  action: 'renamed' | 'edited' | 'privatized' | 'publicized' | 'deleted',
  changes?: object,
): object {
  return {
    action,
    ...(changes !== undefined && { changes }),
    ...envelope(site, repository, site.accountOf('octocat')),
  };
}

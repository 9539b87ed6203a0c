import type { RepositoryRecord, StatusRecord } from '../records.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';
import { repositoryUrl } from './repository.js';
import type { Schema } from './schemas.js';

/** A commit status as the combined one lists it. */
export function statusOf(
  site: Site,
  repository: RepositoryRecord,
  { id, sha, context, state, description, targetUrl, createdAt }: StatusRecord,
): Schema<'simple-commit-status'> {
  return {
    id,
    node_id: nodeId('SC', id),
    state,
    context,
    description,
    target_url: targetUrl,
    avatar_url: null,
    url: repositoryUrl(site, repository, `/statuses/${sha}`),
    created_at: createdAt,
    updated_at: createdAt,
  };
}

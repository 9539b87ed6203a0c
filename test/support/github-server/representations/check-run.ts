import { isPull } from '../records.js';
import type { CheckRunRecord, RepositoryRecord } from '../records.js';
import { nodeId } from '../site.js';
import type { Site } from '../site.js';
import { appOf } from './app.js';
import { repositoryPage, repositoryUrl } from './repository.js';
import type { Schema } from './schemas.js';

export function checkRunOf(
  site: Site,
  repository: RepositoryRecord,
  run: CheckRunRecord,
): Schema<'check-run'> {
  const url = repositoryUrl(site, repository, `/check-runs/${run.id}`);
  const page = repositoryPage(site, repository, `/runs/${run.id}`);
  return {
    id: run.id,
    node_id: nodeId('CR', run.id),
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: page,
    details_url: run.detailsUrl ?? page,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.output.title,
      summary: run.output.summary,
      text: run.output.text,
      annotations_count: run.output.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: repository.id },
    app: ownerOf(site, run),
    pull_requests: [...repository.issues.values()]
      .filter(isPull)
      .filter(({ state, pull }) => state === 'open' && pull.headSha === run.headSha)
      .map(({ number, pull }) => ({
        id: pull.id,
        number,
        url: repositoryUrl(site, repository, `/pulls/${number}`),
        head: { ref: pull.head, sha: pull.headSha, repo: shortRepository(site, repository) },
        base: { ref: pull.base, sha: pull.baseSha, repo: shortRepository(site, repository) },
      })),
  };
}

/** The App that made it; GitHub's own is there on every GitHub, under this number. */
export function ownerOf(site: Site, run: CheckRunRecord): NonNullable<Schema<'integration'>> {
  const app = appOf(site);
  return run.byApp ? app : { ...app, id: 15_368, slug: 'github-actions', name: 'GitHub Actions' };
}

function shortRepository(site: Site, repository: RepositoryRecord) {
  return { id: repository.id, url: repositoryUrl(site, repository), name: repository.name };
}

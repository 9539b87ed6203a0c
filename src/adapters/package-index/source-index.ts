import { createHash } from 'node:crypto';
import { CodefaceError } from '../../domain/errors.js';
import type { RepositorySnapshot } from '../../domain/mined.js';
import type { SourceIndex } from '../../ports/package-index.js';
import { allowedHosts } from '../sandbox/installation/index-hosts.js';
import { readCertificates, type IndexSettings } from '../sandbox/installation/index-settings.js';
import { DEFAULT_ARCHIVE_LIMITS, type ArchiveLimits } from './archive-tree.js';
import { chooseRelease, normalisedName, type Release } from './choose-release.js';
import { fetchAddress, type IndexAccess } from './fetch-address.js';
import { ACCEPTED, readIndexPage, type IndexFile } from './index-page.js';
import { readArchive } from './read-archive.js';

const MOST_PAGE_BYTES = 64 * 1024 ** 2;
const PUBLIC_INDEX = 'pypi.org';

/**
 * Reads source distributions from the indexes that installations use (PIP_INDEX_URL and what belongs to it), main
 * index first: the first one that knows a project is the one it is taken from, so that nobody can put a newer one of
 * the same name elsewhere. Only what hashes to what the index says is read.
 */
export function createSourceIndex(
  settings: IndexSettings,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): SourceIndex {
  return {
    async sourceDistribution(name, version) {
      const project = normalisedName(name);
      if (project === undefined)
        throw new CodefaceError(
          'bad-input',
          `${JSON.stringify(name)} is no name of a package. Name one as in pypi:requests==2.32.4.`,
        );
      const access = await accessOf(settings);
      const { index, files } = await projectPage(project, settings.indexes, access);
      const release = chooseRelease(project, files, version);
      const bytes = await download(release, access, limits);
      const { files: tree, notRead } = await readArchive(release.file.filename, bytes, limits);
      const digest = createHash('sha256').update(bytes).digest('hex');
      return {
        repository: `pypi:${project}`,
        commit: `${release.version}/sha256:${digest}`,
        files: tree,
        ...(notRead.length > 0 && { notRead, leftOut: notRead.map(one => one.name) }),
        channel: 'web-sourced',
        // What comes from an index of one's own is for those who may read that index.
        visibility: index.hostname === PUBLIC_INDEX ? 'public' : 'private',
      } satisfies RepositorySnapshot;
    },
  };
}

async function accessOf(settings: IndexSettings): Promise<IndexAccess> {
  const certificates = await readCertificates(settings);
  return {
    allowed: allowedHosts(settings.indexes, settings.hosts ?? []),
    proxies: settings.proxies ?? {},
    ...(certificates && { certificates }),
  };
}

/** The page of a project in the first index that has it. */
async function projectPage(
  project: string,
  indexes: readonly string[],
  access: IndexAccess,
): Promise<{ readonly index: URL; readonly files: readonly IndexFile[] }> {
  for (const index of indexes) {
    const address = new URL(`${index.replace(/\/+$/, '')}/${project}/`);
    const page = await fetchAddress(address, access, { accept: ACCEPTED, mostBytes: MOST_PAGE_BYTES });
    if (page.status === 404 || page.status === 410) continue;
    const files =
      page.status === 200
        ? readIndexPage(Buffer.from(page.body).toString('utf8'), page.contentType, page.address)
        : undefined;
    if (files === undefined)
      throw new CodefaceError(
        'package-index',
        page.status === 401 || page.status === 403
          ? `${address.href} wants credentials (status ${page.status}), which are given to installations of single repositories only. Download the source distribution and mine its folder.`
          : `${address.href} gave no page of a package index (status ${page.status}). Check PIP_INDEX_URL.`,
        { retryable: page.status >= 500 },
      );
    return { index: address, files };
  }
  throw new CodefaceError(
    'not-found',
    `No package ${project} in ${indexes.map(index => new URL(index).host).join(', ')}. Check the name, and PIP_INDEX_URL for a private one.`,
  );
}

/** The archive, when it is what the index says it is. */
async function download({ file }: Release, access: IndexAccess, limits: ArchiveLimits): Promise<Uint8Array> {
  const { filename, url, hash } = file;
  if (hash === undefined && url.protocol !== 'https:')
    throw new CodefaceError(
      'package-index',
      `The index gives no hash of ${filename} and no secure address, so nobody can say what arrives. Use an index with hashes or https.`,
    );
  const { status, body } = await fetchAddress(url, access, {
    accept: '*/*',
    mostBytes: limits.packedBytes,
  });
  if (status !== 200)
    throw new CodefaceError(
      'package-index',
      `${url.origin}${url.pathname} answered ${status}. Try again later.`,
      {
        retryable: status >= 500,
      },
    );
  if (hash !== undefined && createHash(hash.algorithm).update(body).digest('hex') !== hash.hex)
    throw new CodefaceError(
      'package-index',
      `${filename} is not what the index says it is: its ${hash.algorithm} differs. Nothing of it was read. Try again, and ask the index's owner if it stays so.`,
    );
  return body;
}

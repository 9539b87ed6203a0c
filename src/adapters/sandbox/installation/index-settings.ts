import { readFile } from 'node:fs/promises';
import { CodefaceError } from '../../../domain/errors.js';
import { allowedHosts } from './index-hosts.js';
import type { HostPort } from './index-hosts.js';
import type { OwnProxies } from './upstream.js';

const DEFAULT_INDEX = 'https://pypi.org/simple';
const PASSED_ON = /^(PIP_TRUSTED_HOST|PIP_DEFAULT_TIMEOUT|PIP_RETRIES)$/;

/** An index with credentials that only the installations of some repositories are given. */
export interface ScopedIndex {
  /** `owner/name`, or `owner/*` for all of an owner's. */
  readonly repository: string;
  /** With `user:token@`. */
  readonly url: string;
}

/** Where distributions come from: never given to code under test. */
export interface IndexSettings {
  /** Addresses of simple indexes (PEP 503) without credentials, the main one first. */
  readonly indexes: readonly string[];
  /** `host` or `host:port` of further places that the indexes' files lie at. */
  readonly hosts?: readonly string[];
  readonly credentials?: readonly ScopedIndex[];
  /** Of pip, passed on as they are. */
  readonly variables: Readonly<Record<string, string>>;
  /** This machine's own way out. */
  readonly proxies?: OwnProxies;
  /** PEM file of the authorities to trust. */
  readonly certificateFile?: string;
}

/** What one installation is told of indexes, and what it may reach. */
export interface IndexChoice {
  readonly variables: Readonly<Record<string, string>>;
  readonly allowed: readonly HostPort[];
  /** What of it determines the result, without credentials. */
  readonly key: readonly string[];
}

/** Picks the settings out of an environment; an index in a folder of the host cannot be reached and is left out. */
export function indexSettings(
  environment: Readonly<Record<string, string | undefined>>,
  own: Pick<IndexSettings, 'hosts' | 'credentials'> = {},
): IndexSettings {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value && PASSED_ON.test(name)) variables[name] = value;
  const urls = (name: string) =>
    (environment[name] ?? '')
      .split(/\s+/)
      .filter(url => /^https?:\/\//.test(url) && URL.canParse(url))
      .map(withoutCredentials);
  const [main = DEFAULT_INDEX] = urls('PIP_INDEX_URL');
  const either = (name: string) => environment[name] || environment[name.toUpperCase()];
  const [http, https, none] = [either('http_proxy'), either('https_proxy'), either('no_proxy')];
  const certificateFile = environment.PIP_CERT || environment.SSL_CERT_FILE || environment.REQUESTS_CA_BUNDLE;
  return {
    indexes: [main, ...urls('PIP_EXTRA_INDEX_URL')],
    ...own,
    variables,
    proxies: { ...(http && { http }), ...(https && { https }), ...(none && { none }) },
    ...(certificateFile ? { certificateFile } : {}),
  };
}

/**
 * The indexes of one installation. Credentials are added only for a repository that they are scoped to; they are part
 * of no key, but whose they are is, so that what one repository may read never serves another.
 */
export function indexesFor(settings: IndexSettings, repository: string | undefined): IndexChoice {
  const wanted = repository?.toLowerCase();
  const scoped = (settings.credentials ?? []).filter(entry => {
    const scope = entry.repository.toLowerCase();
    return wanted !== undefined && (scope === wanted || scope === `${wanted.split('/')[0]}/*`);
  });
  const [main = DEFAULT_INDEX, ...extra] = settings.indexes;
  const extras = [...extra, ...scoped.map(({ url }) => url)].join(' ');
  return {
    variables: {
      ...settings.variables,
      PIP_INDEX_URL: main,
      ...(extras === '' ? {} : { PIP_EXTRA_INDEX_URL: extras }),
    },
    allowed: allowedHosts([main, ...extra, ...scoped.map(({ url }) => url)], settings.hosts ?? []),
    key: [
      main,
      ...extra,
      ...scoped.map(entry => `${entry.repository.toLowerCase()}=${withoutCredentials(entry.url)}`),
    ],
  };
}

function withoutCredentials(address: string): string {
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = url.password = '';
  return url.href;
}

/** The authorities to trust. Ends in a `CodefaceError` of code `configuration` when the file cannot be read. */
export async function readCertificates({ certificateFile }: IndexSettings): Promise<Uint8Array | undefined> {
  if (certificateFile === undefined) return undefined;
  try {
    return await readFile(certificateFile);
  } catch (cause) {
    throw new CodefaceError(
      'configuration',
      `The certificate file ${certificateFile} cannot be read: set PIP_CERT or SSL_CERT_FILE to one that can.`,
      { cause },
    );
  }
}

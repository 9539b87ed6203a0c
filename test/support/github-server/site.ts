import { generateKeyPairSync } from 'node:crypto';
import { notFound } from './api-error.js';
import type { Account, RepositoryRecord } from './records.js';

/** Levels an App asks for in its manifest, by GitHub's permission name. */
export type AppPermissions = Readonly<Record<string, 'read' | 'write'>>;

/** What a registered App is known by. */
export interface AppRegistration {
  readonly id: number;
  readonly slug: string;
  /** PEM. */
  readonly privateKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
  readonly permissions: AppPermissions;
  readonly events: readonly string[];
}

/** Where GitHub's clock stands when a server starts; each recorded moment is a second later than the last. */
const EPOCH_MS = Date.UTC(2026, 0, 5, 9, 0, 0);

type KeyPair = Pick<AppRegistration, 'privateKey' | 'publicKey'>;
let generated: KeyPair | undefined;

/** The servers of a process share a key: making one takes longer than starting a server. */
function keyPair(): KeyPair {
  generated ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return generated;
}

/** One GitHub with one App, which is installed on one account. */
export class Site {
  /** Scheme, host and port; known once the server listens. */
  origin = '';
  readonly app: AppRegistration;
  readonly installationId: number;
  readonly account: Account;
  /** The App as an author: `slug[bot]`. */
  readonly bot: Account;
  readonly createdAt: string;
  private readonly accounts = new Map<string, Account>();
  private readonly byName = new Map<string, RepositoryRecord>();
  private lastId = 1000;
  private seconds = 0;

  constructor(options: {
    readonly account: string;
    readonly slug: string;
    readonly webhookSecret: string;
    readonly permissions: AppPermissions;
    readonly events: readonly string[];
  }) {
    const { slug, webhookSecret, permissions, events } = options;
    this.app = { id: this.nextId(), slug, ...keyPair(), webhookSecret, permissions, events };
    this.installationId = this.nextId();
    this.createdAt = this.now();
    this.account = this.accountOf(options.account, 'Organization');
    this.bot = this.accountOf(`${slug}[bot]`, 'Bot');
  }

  /** Unique on the site; the same in every run that does the same things. */
  nextId(): number {
    return ++this.lastId;
  }

  /** ISO 8601, strictly later than any moment given before. */
  now(): string {
    return new Date(EPOCH_MS + 1000 * this.seconds++).toISOString().replace('.000Z', 'Z');
  }

  /** The account of a login, made when it is first named. */
  accountOf(login: string, type: Account['type'] = 'User'): Account {
    const key = login.toLowerCase();
    const account = this.accounts.get(key) ?? { id: this.nextId(), login, type };
    this.accounts.set(key, account);
    return account;
  }

  get repositories(): readonly RepositoryRecord[] {
    return [...new Set(this.byName.values())];
  }

  add(repository: RepositoryRecord): void {
    const key = fullName(repository).toLowerCase();
    if (this.byName.has(key)) throw new Error(`There is a repository ${fullName(repository)} already`);
    this.byName.set(key, repository);
  }

  /** From now on it has this name; under the former one it is still found. */
  rename(repository: RepositoryRecord, name: string): void {
    repository.name = name;
    this.byName.set(fullName(repository).toLowerCase(), repository);
  }

  remove(repository: RepositoryRecord): void {
    for (const [key, known] of this.byName) if (known === repository) this.byName.delete(key);
  }

  /** Ends in 404 when there is none of this name; names ignore case, as GitHub's do. */
  repository(name: string): RepositoryRecord {
    const repository = this.byName.get(name.toLowerCase());
    if (repository === undefined) throw notFound();
    return repository;
  }

  /** Base of the REST API. */
  get api(): string {
    return `${this.origin}/api/v3`;
  }
}

export function fullName(repository: RepositoryRecord): string {
  return `${repository.owner.login}/${repository.name}`;
}

/** Opaque identity in GraphQL; the kind keeps ids of different things apart. */
export function nodeId(kind: string, id: number | string): string {
  return `${kind}_${Buffer.from(String(id)).toString('base64url')}`;
}

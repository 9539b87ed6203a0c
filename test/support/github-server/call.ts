import type { operations } from '@octokit/openapi-types';
import type { InstallationToken, InstallationTokens } from './authentication.js';
import { notFound } from './api-error.js';
import type { RepositoryRecord } from './records.js';
import type { Reply } from './reply.js';
import { fullName } from './site.js';
import type { Site } from './site.js';
import type { Webhooks } from './webhooks.js';

/** Who calls: the App itself with its JWT, or its installation with a token. */
export type Caller =
  { readonly kind: 'app' } | { readonly kind: 'installation'; readonly token: InstallationToken };

type OperationId = keyof operations;

/** JSON has no integers beyond what a number holds. */
type Numbers<Parameters> = { [Name in keyof Parameters]: Exclude<Parameters[Name], bigint> };

type PathOf<Operation> = Operation extends { parameters: { path: infer Path } }
  ? Numbers<Path>
  : Record<never, never>;

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? Numbers<NonNullable<Query>>
  : Record<never, never>;

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body | undefined
    : undefined;

/** A request that was authenticated and fits the description. */
export interface Call<Id extends OperationId> {
  readonly site: Site;
  readonly tokens: InstallationTokens;
  readonly webhooks: Webhooks;
  readonly caller: Caller;
  readonly url: URL;
  readonly accept: string;
  readonly path: PathOf<operations[Id]>;
  readonly query: QueryOf<operations[Id]>;
  readonly body: BodyOf<operations[Id]>;
}

/** One function for each operation that an area serves. */
export type Handlers<Ids extends OperationId> = {
  readonly [Id in Ids]: (call: Call<Id>) => Reply | Promise<Reply>;
};

/** The repository that the path names; 404 when the caller may not see it. */
export function repositoryOf(call: {
  readonly site: Site;
  readonly caller: Caller;
  readonly path: { readonly owner: string; readonly repo: string };
}): RepositoryRecord {
  const repository = call.site.repository(`${call.path.owner}/${call.path.repo}`);
  if (!maySee(call.caller, repository)) throw notFound();
  return repository;
}

export function maySee(caller: Caller, repository: RepositoryRecord): boolean {
  if (caller.kind === 'app') return true;
  const { repositories } = caller.token;
  return repositories === undefined || repositories.includes(fullName(repository));
}

/** One page of a list, with the `Link` header that leads to the others (GitHub REST, "Using pagination"). */
export function page<T>(
  call: {
    readonly url: URL;
    readonly query: { readonly per_page?: number | undefined; readonly page?: number | undefined };
  },
  items: readonly T[],
): { readonly items: readonly T[]; readonly headers: Readonly<Record<string, string>> } {
  const size = Math.min(Math.max(call.query.per_page ?? 30, 1), 100);
  const last = Math.max(Math.ceil(items.length / size), 1);
  const current = Math.max(call.query.page ?? 1, 1);
  const links = [
    ...(current > 1 ? [link(call.url, current - 1, 'prev'), link(call.url, 1, 'first')] : []),
    ...(current < last ? [link(call.url, current + 1, 'next'), link(call.url, last, 'last')] : []),
  ];
  return {
    items: items.slice((current - 1) * size, current * size),
    headers: links.length === 0 ? {} : { link: links.join(', ') },
  };
}

function link(url: URL, number: number, relation: string): string {
  const target = new URL(url);
  target.searchParams.set('page', String(number));
  return `<${target.href}>; rel="${relation}"`;
}

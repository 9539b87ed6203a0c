import { buildSchema, graphql, GraphQLError } from 'graphql';
import { ApiError } from './api-error.js';
import { readCredential, requirePermission } from './authentication.js';
import type { InstallationToken } from './authentication.js';
import { maySee } from './call.js';
import type { Reply } from './reply.js';
import { pullEvent } from './events/pull-events.js';
import { isPull } from './records.js';
import type { PullIssue, RepositoryRecord } from './records.js';
import { issuePage } from './representations/issue.js';
import type { RestParts, RestRequest } from './rest.js';
import { nodeId } from './site.js';

/** What of GitHub's GraphQL schema the App needs: REST cannot take a pull request out of draft. */
const SCHEMA = buildSchema(`
  scalar URI
  enum PullRequestState { OPEN CLOSED MERGED }
  type PullRequest {
    id: ID!
    number: Int!
    title: String!
    url: URI!
    isDraft: Boolean!
    state: PullRequestState!
    headRefOid: String!
  }
  input MarkPullRequestReadyForReviewInput { clientMutationId: String, pullRequestId: ID! }
  type MarkPullRequestReadyForReviewPayload { clientMutationId: String, pullRequest: PullRequest }
  type Query { node(id: ID!): PullRequest }
  type Mutation {
    markPullRequestReadyForReview(
      input: MarkPullRequestReadyForReviewInput!
    ): MarkPullRequestReadyForReviewPayload
  }
`);

interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Serves the GraphQL API; as at GitHub, errors are part of an answer with status 200. */
export function serveGraphql(parts: RestParts): (request: RestRequest) => Promise<Reply> {
  return async ({ method, headers, body }) => {
    try {
      const token = parts.tokens.check(readCredential(headers['authorization']));
      if (method !== 'POST') throw new ApiError(404, 'Not Found');
      return { status: 200, body: await answer(parts, token, JSON.parse(body) as GraphqlRequest) };
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: error.body };
      if (error instanceof SyntaxError) return { status: 400, body: { message: 'Problems parsing JSON' } };
      throw error;
    }
  };
}

async function answer(parts: RestParts, token: InstallationToken, request: GraphqlRequest): Promise<object> {
  const result = await graphql({
    schema: SCHEMA,
    source: request.query,
    rootValue: {
      node: ({ id }: { id: string }) => {
        const [repository, issue] = pullOfNode(parts, token, id);
        return pullNode(parts, repository, issue);
      },
      markPullRequestReadyForReview: async ({ input }: { input: ReadyInput }) => {
        requirePermission(token, 'pull_requests', 'write');
        const [repository, issue] = pullOfNode(parts, token, input.pullRequestId);
        await markReady(parts, repository, issue);
        return {
          clientMutationId: input.clientMutationId ?? null,
          pullRequest: pullNode(parts, repository, issue),
        };
      },
    },
    variableValues: request.variables,
  });
  if (result.errors === undefined) return result;
  // An error of no field means that nothing was done: the call does not fit the schema.
  const unsound = result.errors.find(error => error.path === undefined);
  if (unsound !== undefined) parts.contract.violate(`GraphQL was called with ${unsound.message}`);
  const errors = result.errors.map(({ message, path, locations, extensions }) => ({
    ...extensions,
    message,
    path,
    locations,
  }));
  return { data: result.data ?? null, errors };
}

interface ReadyInput {
  readonly pullRequestId: string;
  readonly clientMutationId?: string;
}

async function markReady(
  { site, webhooks }: RestParts,
  repository: RepositoryRecord,
  issue: PullIssue,
): Promise<void> {
  if (issue.state === 'closed') throw unprocessable('Cannot mark a closed pull request ready for review');
  if (!issue.pull.draft) throw unprocessable('Pull request is not in draft');
  issue.pull.draft = false;
  issue.updatedAt = site.now();
  const event = await pullEvent(site, repository, issue, 'ready_for_review', site.bot);
  webhooks.announce('pull_request', event);
}

function unprocessable(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type: 'UNPROCESSABLE' } });
}

function pullOfNode(
  { site }: RestParts,
  token: InstallationToken,
  id: string,
): [repository: RepositoryRecord, issue: PullIssue] {
  for (const repository of site.repositories) {
    if (!maySee({ kind: 'installation', token }, repository)) continue;
    for (const issue of repository.issues.values())
      if (isPull(issue) && nodeId('PR', issue.pull.id) === id) return [repository, issue];
  }
  throw new GraphQLError(`Could not resolve to a node with the global id of '${id}'`, {
    extensions: { type: 'NOT_FOUND' },
  });
}

function pullNode({ site }: RestParts, repository: RepositoryRecord, issue: PullIssue): object {
  return {
    id: nodeId('PR', issue.pull.id),
    number: issue.number,
    title: issue.title,
    url: issuePage(site, repository, issue),
    isDraft: issue.pull.draft,
    state: issue.pull.mergedAt === null ? issue.state.toUpperCase() : 'MERGED',
    headRefOid: issue.pull.headSha,
  };
}

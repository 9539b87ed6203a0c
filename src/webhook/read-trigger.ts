import type { z } from 'zod';
import type { Reading } from '../domain/trigger.js';
import {
  installationPayload,
  installationRepositoriesPayload,
  issueCommentPayload,
  pushPayload,
  repositoryPayload,
} from './payloads.js';
import { commands, readCommand } from './read-command.js';
import { readRepositoryEvent } from './read-repository-event.js';

/**
 * What a delivery asks for, or why it is ignored. The signature only proves that GitHub sent it; what people wrote
 * into it is hostile, so nothing here throws.
 */
export function readTrigger(eventName: string, payload: unknown): Reading {
  switch (eventName) {
    case 'issue_comment':
      return parsed(eventName, issueCommentPayload, payload, readIssueComment);
    case 'push':
      return parsed(eventName, pushPayload, payload, readPush);
    case 'repository':
      return parsed(eventName, repositoryPayload, payload, readRepositoryEvent);
    case 'installation':
      return parsed(eventName, installationPayload, payload, ({ action, installation, repositories }) =>
        action === 'created'
          ? welcome(installation.id, repositories)
          : ignored(`The installation was ${action}, not created.`),
      );
    case 'installation_repositories':
      return parsed(eventName, installationRepositoriesPayload, payload, delivery =>
        readRepositories(delivery),
      );
    default:
      return ignored(`Nothing is done on the event ${eventName}.`);
  }
}

function readIssueComment(delivery: z.output<typeof issueCommentPayload>): Reading {
  const { action, installation, repository, issue, comment, sender } = delivery;
  if (action !== 'created') return ignored(`The comment was ${action}; only a new one is a command.`);
  if (comment.user.type === 'Bot' || sender.type === 'Bot')
    return ignored(`${comment.user.login} is a bot; only people give commands.`);
  const reading = readCommand(comment.body);
  if (reading === undefined) return ignored('The comment holds no command.');
  if ('unknown' in reading) {
    const known = commands.map(name => `/codeface ${name}`).join(', ');
    return ignored(`"${reading.unknown}" is no command; there are ${known}.`);
  }
  const asked = { issue: issue.number, commentId: comment.id, requestedBy: comment.user.login };
  const place = { installationId: installation.id, repository: repository.full_name };
  return {
    trigger:
      reading.command === 'mine'
        ? { kind: 'mine', ...place, asked }
        : { kind: reading.command, ...place, ...asked },
  };
}

function readPush(delivery: z.output<typeof pushPayload>): Reading {
  const { installation, repository, ref, after, deleted } = delivery;
  if (ref !== `refs/heads/${repository.default_branch}`)
    return ignored(`The push was to ${ref.slice(0, 200)}, not to the default branch.`);
  if (deleted || /^0+$/.test(after)) return ignored('The default branch was deleted.');
  return {
    trigger: { kind: 'mine', installationId: installation.id, repository: repository.full_name },
  };
}

function readRepositories(delivery: z.output<typeof installationRepositoriesPayload>): Reading {
  const { action, installation, repositories_added, repositories_removed } = delivery;
  if (action === 'added') return welcome(installation.id, repositories_added);
  const repositories = repositories_removed.map(({ full_name }) => full_name);
  return action === 'removed' && repositories.length > 0
    ? { trigger: { kind: 'forget', installationId: installation.id, repositories } }
    : ignored(`The repositories were ${action}, neither added nor removed.`);
}

function welcome(installationId: number, added: readonly { readonly full_name: string }[]): Reading {
  const repositories = added.map(({ full_name }) => full_name);
  return repositories.length === 0
    ? ignored('The installation has no repository yet.')
    : { trigger: { kind: 'welcome', installationId, repositories } };
}

function parsed<S extends z.ZodType>(
  eventName: string,
  schema: S,
  payload: unknown,
  read: (delivery: z.output<S>) => Reading,
): Reading {
  const result = schema.safeParse(payload);
  if (result.success) return read(result.data);
  const wrong = result.error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return ignored(`The ${eventName} payload is malformed (${wrong.join('; ')}).`);
}

function ignored(reason: string): Reading {
  return { ignored: reason };
}

import { z } from 'zod';

/**
 * The parts of GitHub's webhook payloads that triggers are read from
 * (https://docs.github.com/webhooks/webhook-events-and-payloads); everything else is let pass unread.
 */
const id = z.number().int().positive();
const installation = z.object({ id });
const repositoryName = z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/);
const repository = z.object({ full_name: repositoryName });
const plainName = z.string().regex(/^[\w.-]{1,100}$/);
const owner = z.object({ login: plainName });
const account = z.object({ login: z.string().regex(/^[\w-]{1,100}(\[bot\])?$/), type: z.string() });

export const issueCommentPayload = z.object({
  action: z.string(),
  installation,
  repository,
  issue: z.object({ number: id }),
  comment: z.object({ id, body: z.string(), user: account }),
  sender: account,
});

export const pushPayload = z.object({
  installation,
  repository: repository.extend({ default_branch: z.string() }),
  ref: z.string(),
  after: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/),
  deleted: z.boolean(),
});

/** Who had it before: a person or an organisation, whichever is not null. */
const formerOwner = z.object({ user: owner.nullish(), organization: owner.nullish() });

export const repositoryPayload = z.object({
  action: z.string(),
  installation,
  repository,
  changes: z
    .object({
      default_branch: z.object({ from: z.string() }).optional(),
      repository: z.object({ name: z.object({ from: plainName }) }).optional(),
      owner: z.object({ from: formerOwner }).optional(),
    })
    .optional(),
});

export const installationPayload = z.object({
  action: z.string(),
  installation,
  repositories: z.array(repository).default([]),
});

export const installationRepositoriesPayload = z.object({
  action: z.string(),
  installation,
  repositories_added: z.array(repository),
  repositories_removed: z.array(repository).default([]),
});

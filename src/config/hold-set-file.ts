import { parseDocument } from 'yaml';
import { z } from 'zod';
import { CodefaceError } from '../domain/errors.js';
import type { HeldProject } from '../domain/hold-set.js';

const text = z.string().trim().min(1, { error: 'must not be empty' }).max(2_000);
const list = (item: z.ZodType<string>) => z.array(item).max(100_000).default([]);

/** `*` and `setup.py` are in every repository. */
const path = text.refine(value => /[^*?/]\/[^/]*[^*?/]/.test(value) && !value.includes('..'), {
  error: 'must have a folder and a name, such as shop/prices.py or shop/**/prices.py',
});
const digest = text.regex(/^(?:sha256:)?[0-9a-f]{64}$/i, { error: 'must be a SHA-256 in hexadecimal' });
const repository = text.regex(/^[^\s]+\/[^\s]+$/, { error: 'must be owner/name or an address' });

const project = z
  .strictObject({
    repository: repository.optional(),
    why: text.optional(),
    urls: list(repository),
    forks: list(repository),
    names: list(text),
    descriptions: list(text.min(20, { error: 'must have 20 characters, or it is everybody’s' })),
    paths: list(path),
    contents: list(digest),
  })
  .refine(
    one =>
      one.repository !== undefined ||
      [one.urls, one.forks, one.names, one.descriptions, one.paths, one.contents].some(
        marks => marks.length > 0,
      ),
    { error: 'says nothing that a project could be known by' },
  );

const schema = z.strictObject({ projects: z.array(project).max(100_000) });

/**
 * Reads a hold set, in YAML or JSON. `at` is the file's path, for the error of code `configuration` that lists
 * everything wrong with it: a hold set that cannot be read whole holds nothing back, so nothing is done without it.
 */
export function parseHoldSet(content: string, at: string): readonly HeldProject[] {
  const document = parseDocument(content, { schema: 'failsafe' });
  if (document.errors.length > 0)
    throw problemsOf(
      at,
      document.errors.map(({ message }) => message.split('\n')[0] ?? message),
    );
  const parsed = schema.safeParse(valueOf(document, at));
  if (!parsed.success)
    throw problemsOf(
      at,
      parsed.error.issues.map(issue => [...issue.path, issue.message].join(': ')),
    );
  return parsed.data.projects.map(({ repository: own, urls, forks, why, contents, ...rest }) => ({
    ...rest,
    ...(why !== undefined && { why }),
    repositories: [...(own === undefined ? [] : [own]), ...urls, ...forks],
    contents: contents.map(one => one.replace(/^sha256:/i, '').toLowerCase()),
  }));
}

function valueOf(document: ReturnType<typeof parseDocument>, at: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw problemsOf(at, [error instanceof Error ? error.message : String(error)]);
  }
}

function problemsOf(at: string, problems: readonly string[]): CodefaceError {
  const lines = problems.map(problem => `- ${problem}`);
  return new CodefaceError('configuration', [`The hold set ${at} needs attention:`, ...lines].join('\n'));
}

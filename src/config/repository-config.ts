import { parseDocument } from 'yaml';
import { z } from 'zod';
import { confinePath } from '../domain/files.js';
import { readTestCommand } from './read-test-command.js';
import type { TestCommand } from './test-command.js';

/**
 * What a repository says about itself in `.codeface.yml`. It can only narrow what the installation allows: rounds
 * beyond the installation's own are ignored.
 */
export interface RepositoryConfig {
  readonly python: { readonly version?: string | undefined };
  /** PEP 508 requirements that the suite needs beside the declared ones. */
  readonly install: readonly string[];
  /** Who says whether a round is green: the suite in the sandbox, or the repository's own CI alone. */
  readonly judge: 'sandbox' | 'ci';
  /** Source distributions may be built, which runs their code while installing. */
  readonly builds: boolean;
  readonly tests: {
    /** Files and folders of the suite; empty means what pytest finds. */
    readonly paths: readonly string[];
    /** How the project runs its suite; pytest without words when absent. */
    readonly command?: TestCommand | undefined;
  };
  /** Variables of the suite's process, no secrets: anybody who may read the repository reads them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly budget: { readonly rounds?: number | undefined };
}

/** A name with extras, versions and a marker (PEP 508); an option, an address or a path could install anything. */
const requirement =
  /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\s*(\[[A-Za-z0-9._,\s-]*\])?\s*(\(?[<>=!~][^@;/\\]*\)?)?\s*(;.*)?$/;

/** These would let the code under test choose what runs around it, or where that looks. */
const variable =
  /^(?!(?:LD_|DYLD_|PYTHON|PYTEST_|CODEFACE_|COVERAGE_|COV_CORE_|PIP_|GCONV_|GLIBC_|BASH_)|(?:PATH|HOME|TMPDIR|TEMP|TMP|SHELL|ENV|IFS|USER|LOGNAME|PWD)$)[A-Za-z][A-Za-z0-9_]{0,63}$/;

const schema = z.strictObject({
  python: z
    .strictObject({
      version: z
        .string()
        .regex(/^3\.\d{1,2}(\.\d{1,2})?$/, { error: 'must be a version such as 3.12' })
        .optional(),
    })
    .default({}),
  install: z
    .array(
      z
        .string()
        .max(200)
        .regex(requirement, { error: 'must name a distribution, e.g. "requests>=2" (PEP 508)' }),
    )
    .max(100)
    .default([]),
  judge: z.enum(['sandbox', 'ci'], { error: 'must be sandbox or ci' }).default('sandbox'),
  builds: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform(text => text === 'true')
    .default(false),
  tests: z
    .strictObject({
      command: z
        .union([z.string(), z.array(z.string()).max(100)], {
          error: 'must be a command or a list of its words',
        })
        .transform((command, context) => {
          const reading = readTestCommand(command);
          if ('value' in reading) return reading.value;
          context.addIssue({ code: 'custom', message: reading.problem });
          return z.NEVER;
        })
        .optional(),
      paths: z
        .array(
          z.string().transform((path, context) => {
            const confined = confinePath(path);
            if (confined !== undefined && !confined.startsWith('-')) return confined;
            context.addIssue({ code: 'custom', message: 'must be a path inside the repository' });
            return z.NEVER;
          }),
        )
        .max(100)
        .default([]),
    })
    .default({ paths: [] }),
  environment: z
    .record(
      z.string().regex(variable, {
        error:
          'must be a name such as DJANGO_SETTINGS_MODULE, and none that steers Python, pytest or the loader',
      }),
      z
        .string()
        .max(4096)
        .refine(value => !value.includes('\0'), { error: 'must be text without NUL' }),
    )
    .refine(variables => Object.keys(variables).length <= 50, { error: 'must have at most 50 variables' })
    .default({}),
  budget: z.strictObject({ rounds: z.coerce.number().int().min(1).max(50).optional() }).default({}),
});

/** In characters; a file that says four things is far shorter. */
const longestFile = 65_536;

/** Reads `.codeface.yml`, which anybody who may push can write: the settings, or everything wrong with them. */
export function readRepositoryConfig(
  text: string,
): { readonly config: RepositoryConfig } | { readonly problems: readonly string[] } {
  if (text.length > longestFile)
    return { problems: [`.codeface.yml is longer than ${longestFile} characters.`] };
  // In the failsafe schema every scalar is a string, so that the version 3.10 is not the number 3.1.
  const document = parseDocument(text, { schema: 'failsafe' });
  if (document.errors.length > 0)
    return { problems: document.errors.map(({ message }) => `.codeface.yml: ${message.split('\n')[0]}`) };
  try {
    const parsed = schema.safeParse(document.toJS({ maxAliasCount: 10 }) || {});
    if (parsed.success) return { config: parsed.data };
    return {
      problems: parsed.error.issues.map(
        ({ path, message }) => `.codeface.yml: ${[...path, message].join(': ')}`,
      ),
    };
  } catch (error) {
    return { problems: [`.codeface.yml: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

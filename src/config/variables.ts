import type { z } from 'zod';
import { CodefaceError } from '../domain/errors.js';

/** Environment variables as a process has them. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** One thing that is wrong with a variable, and what to do about it. Never holds the variable's value. */
export interface VariableProblem {
  readonly variable: string;
  readonly wrong: string;
  readonly remedy: string;
}

/** The variables that are set and well-formed; a malformed one is absent here and among the problems. */
export interface VariableReading<S extends Record<string, z.ZodType>> {
  readonly values: { readonly [K in keyof S]?: z.output<S[K]> };
  readonly problems: readonly VariableProblem[];
}

/**
 * Reads each variable of the shape on its own, so that one mistake hides no other. A blank one counts as unset, as
 * env files write it. The description of its schema is the remedy.
 */
export function readVariables<S extends Record<string, z.ZodType>>(
  shape: S,
  env: EnvironmentVariables,
): VariableReading<S> {
  const values: { [K in keyof S]?: z.output<S[K]> } = {};
  const problems: VariableProblem[] = [];
  for (const variable of Object.keys(shape) as (keyof S & string)[]) {
    const raw = env[variable]?.trim();
    const schema = shape[variable];
    if (raw === undefined || raw === '' || schema === undefined) continue;
    const parsed = schema.safeParse(raw);
    if (parsed.success) values[variable] = parsed.data as z.output<S[typeof variable]>;
    else problems.push({ variable, wrong: describeIssues(parsed.error), remedy: schema.description ?? '' });
  }
  return { values, problems };
}

/** The error of code `configuration` that lists every problem. */
export function configurationError(problems: readonly VariableProblem[]): CodefaceError {
  const lines = problems.map(({ variable, wrong, remedy }) => `- ${variable}: ${wrong}. ${remedy}`);
  return new CodefaceError('configuration', ['The environment needs attention:', ...lines].join('\n'));
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}

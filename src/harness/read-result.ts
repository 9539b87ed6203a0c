import { z } from 'zod';
import type { Execution, ExecutionStatus } from '../domain/execution.js';
import type { SandboxResult } from '../ports/sandbox.js';

/** What an execution owes to where it ran, not to the suite. */
export type Surroundings = Pick<
  Execution,
  'driver' | 'environment' | 'digest' | 'seeds' | 'interpreter' | 'distributions'
>;

/**
 * One suite of a batch: its execution; or `interrupted`, when what stopped it may not have been its own doing; or
 * `not-started`, when the time was up before its turn.
 */
export type JobResult = Execution | 'interrupted' | 'not-started';

/** Makes something of what the sandbox printed, given the nonce of the supervisor it ran. */
export type ResultReader<T> = (result: SandboxResult, nonce: string, surroundings: Surroundings) => T;

const OUTPUT_CHARACTERS = 16 * 1024;

const frame = z.object({ path: z.string(), line: z.number().int(), functionName: z.string() });
const lines = z.object({ path: z.string(), ranges: z.array(z.tuple([z.number().int(), z.number().int()])) });
const test = z.object({
  id: z.string(),
  outcome: z.enum(['passed', 'failed', 'error', 'skipped', 'xfailed', 'xpassed']),
  durationMs: z.number().nonnegative(),
  errorType: z.string().exactOptional(),
  message: z.string().exactOptional(),
  trace: z.array(frame).exactOptional(),
  leansOnOthers: z.boolean().exactOptional(),
  lines: z.array(lines).exactOptional(),
  entered: z.array(z.number().int().nonnegative()).exactOptional(),
  entersMore: z.boolean().exactOptional(),
});
const collectionError = z.object({
  path: z.string(),
  errorType: z.string(),
  message: z.string(),
  trace: z.array(frame),
});
const mutant = z.object({
  path: z.string(),
  line: z.number().int(),
  operator: z.string(),
  reached: z.boolean(),
  runsAtImport: z.boolean().optional(),
  killer: z.string().nullable(),
});
const trial = z.object({
  passes: z.number().int(),
  unstable: z.array(z.object({ id: z.string(), message: z.string() })),
  detail: z.string(),
  examples: z.array(z.object({ path: z.string(), passed: z.boolean(), message: z.string() })),
  passing: z.array(z.string()).nullable(),
  dummies: z.object({ raises: z.array(z.string()), nothing: z.array(z.string()) }).nullable(),
  lines: z.object({ all: z.number().int(), executed: z.number().int() }).nullable(),
  drawn: z.number().int().nullable(),
  mutants: z.array(mutant).nullable(),
});
const suite = z.object({
  status: z.enum(['completed', 'timed-out', 'crashed', 'untrusted', 'environment-fault']),
  detail: z.string(),
  command: z.array(z.string()),
  exitCode: z.number().int().nullable(),
  tests: z.array(test),
  collectionErrors: z.array(collectionError),
  functions: z.array(z.tuple([z.string(), z.number().int()])).exactOptional(),
  output: z.string(),
  durationMs: z.number().nonnegative(),
  isolation: z.enum(['forked', 'cold']).exactOptional(),
  trial: trial.exactOptional(),
});
const unsettled = z.object({ status: z.enum(['interrupted', 'not-started']) });

/** The execution of a suite that had the sandbox to itself. Never throws: what cannot be read is `untrusted`. */
export const readResult: ResultReader<Execution> = (result, nonce, surroundings) => {
  const lines = resultLines(result.stdout, nonce);
  if (lines === undefined) return lost(result, surroundings);
  return readSuite(lines.join('\n'), surroundings) ?? unreadable(result, surroundings);
};

/**
 * Reads one result for each suite of a batch of `count`, in order. Never throws: a sandbox that died without results
 * leaves all of them `interrupted`.
 */
export function readResults(count: number): ResultReader<readonly JobResult[]> {
  return (result, nonce, surroundings) => {
    const lines = resultLines(result.stdout, nonce);
    if (lines?.length !== count) return Array.from({ length: count }, () => 'interrupted');
    return lines.map(line => {
      const waiting = unsettled.safeParse(parseJson(line));
      if (waiting.success) return waiting.data.status;
      return readSuite(line, surroundings) ?? unreadable(result, surroundings);
    });
  };
}

/** The lines between the markers that carry the nonce; undefined when the supervisor did not get to the end. */
function resultLines(stdout: string, nonce: string): readonly string[] | undefined {
  const [begin, end] = [`\ncodeface ${nonce} begin\n`, `\ncodeface ${nonce} end`];
  const start = stdout.lastIndexOf(begin);
  const stop = stdout.lastIndexOf(end);
  return start < 0 || stop < start ? undefined : stdout.slice(start + begin.length, stop).split('\n');
}

function readSuite(line: string, surroundings: Surroundings): Execution | undefined {
  const parsed = suite.safeParse(parseJson(line));
  return parsed.success ? { ...surroundings, ...parsed.data } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(result: SandboxResult, surroundings: Surroundings): Execution {
  return failed(
    'untrusted',
    'The report cannot be trusted: it is not in the form of one.',
    result,
    surroundings,
  );
}

/** A sandbox that ended without a result. */
function lost(result: SandboxResult, surroundings: Surroundings): Execution {
  switch (result.ending) {
    case 'timed-out': {
      const detail = `The sandbox was stopped after ${(result.durationMs / 1000).toFixed(1)} s, before the suite had ended.`;
      return failed('timed-out', detail, result, surroundings);
    }
    case 'out-of-memory':
      return failed('crashed', 'The suite needed more memory than its sandbox has.', result, surroundings);
    case 'killed':
      return failed('crashed', 'The sandbox was killed before the suite had ended.', result, surroundings);
    case 'exited': {
      const detail = `The supervisor ended with exit status ${result.exitCode} and without a result; see the output.`;
      return failed('crashed', detail, result, surroundings);
    }
  }
}

function failed(
  status: ExecutionStatus,
  detail: string,
  { exitCode, stdout, stderr, durationMs }: SandboxResult,
  surroundings: Surroundings,
): Execution {
  return {
    ...surroundings,
    status,
    detail,
    command: [],
    exitCode,
    tests: [],
    collectionErrors: [],
    output: `${stdout}\n${stderr}`.trim().slice(-OUTPUT_CHARACTERS),
    durationMs,
  };
}

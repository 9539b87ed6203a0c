import { join } from 'node:path';
import { z } from 'zod';
import type { Budget } from '../domain/run.js';
import type { SandboxDriver } from '../ports/sandbox.js';
import { indexVariables, type IndexCredential } from './index-config.js';
import { modelConfigOf, modelProblems, modelVariables, type ModelConfig } from './model-config.js';
import {
  configurationError,
  readVariables,
  type EnvironmentVariables,
  type VariableProblem,
} from './variables.js';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** What every command may read; an empty environment gives the defaults. */
export interface Config {
  /** Folder for everything Codeface keeps. */
  readonly home: string;
  /** Path of the SQLite file with the library, the runs and the jobs. */
  readonly database: string;
  readonly sandbox: {
    /** Absent: the strongest one that is there, docker before bubblewrap, never process. */
    readonly driver: SandboxDriver | undefined;
    /** Absent: the driver's own. */
    readonly dockerImage: string | undefined;
    /** An OCI runtime the engine knows, e.g. `runsc`; absent: the engine's default. */
    readonly dockerRuntime: string | undefined;
    /** The interpreter that environments are made with outside Docker; absent: the first that will do. */
    readonly python: string | undefined;
    /** `host` or `host:port` of places, beside the indexes, that installations may reach. */
    readonly indexHosts: readonly string[];
    readonly indexCredentials: readonly IndexCredential[];
    /** What the prepared environments of a driver may take on disk. */
    readonly environmentsBytes: number;
  };
  /** Path of the file that says what is held back; absent when nothing is. */
  readonly holdSet: string | undefined;
  /** Of one run. */
  readonly budget: Budget;
  /** Absent when no role has a model. */
  readonly model: ModelConfig | undefined;
  readonly logLevel: LogLevel;
}

/** Each description says what to do; `.env.example` documents the same names. */
export const configVariables = {
  CODEFACE_HOME: z.string().describe('Set the path of a folder.'),
  CODEFACE_DATABASE: z.string().describe('Set the path of an SQLite file.'),
  CODEFACE_HOLD_SET: z.string().describe('Set the path of a YAML or JSON file (docs/admission.md).'),
  CODEFACE_SANDBOX: z
    .enum(['docker', 'bubblewrap', 'process'])
    .describe('Set docker or bubblewrap, or process for code you trust, or leave it out.'),
  CODEFACE_DOCKER_IMAGE: z.string().describe('Set the name of an image with Python 3.11 or newer.'),
  CODEFACE_DOCKER_RUNTIME: z.string().describe('Set the name of a runtime of the Docker engine.'),
  CODEFACE_PYTHON: z.string().describe('Set the path of a Python interpreter, 3.11 or newer.'),
  ...indexVariables,
  CODEFACE_ENVIRONMENTS_GB: z.coerce.number().min(1).max(100_000).describe('Set gibibytes, 1 or more.'),
  CODEFACE_ROUNDS: z.coerce.number().int().min(1).max(50).describe('Set a whole number from 1 to 50.'),
  CODEFACE_WALL_TIME_MINUTES: z.coerce.number().positive().max(1_440).describe('Set minutes, up to 1440.'),
  ...modelVariables,
  LOG_LEVEL: z.enum(logLevels).describe(`Set one of ${logLevels.join(', ')}.`),
};

/**
 * Parses the environment once. Ends in one `CodefaceError` of code `configuration` that lists every problem: which
 * variable, what is wrong, what to do.
 */
export function readConfig(env: EnvironmentVariables): Config {
  const { config, problems } = inspectConfig(env);
  if (problems.length > 0) throw configurationError(problems);
  return config;
}

/** The configuration as far as it can be read, and everything that is wrong with it. */
export function inspectConfig(env: EnvironmentVariables): {
  readonly config: Config;
  readonly problems: readonly VariableProblem[];
} {
  const { values, problems } = readVariables(configVariables, env);
  const home = values.CODEFACE_HOME ?? '.codeface';
  const model = modelConfigOf(values);
  const config: Config = {
    home,
    database: values.CODEFACE_DATABASE ?? join(home, 'codeface.db'),
    sandbox: {
      driver: values.CODEFACE_SANDBOX,
      dockerImage: values.CODEFACE_DOCKER_IMAGE,
      dockerRuntime: values.CODEFACE_DOCKER_RUNTIME,
      python: values.CODEFACE_PYTHON,
      indexHosts: values.CODEFACE_INDEX_HOSTS ?? [],
      indexCredentials: values.CODEFACE_INDEX_CREDENTIALS ?? [],
      environmentsBytes: (values.CODEFACE_ENVIRONMENTS_GB ?? 20) * 1024 ** 3,
    },
    holdSet: values.CODEFACE_HOLD_SET,
    budget: {
      rounds: values.CODEFACE_ROUNDS ?? 5,
      wallTimeMs: (values.CODEFACE_WALL_TIME_MINUTES ?? 60) * 60_000,
      tokens: values.CODEFACE_BUDGET_TOKENS ?? (model === undefined ? 0 : 1_000_000),
      costUsd: values.CODEFACE_BUDGET_USD ?? (model === undefined ? 0 : 5),
    },
    model,
    logLevel: values.LOG_LEVEL ?? 'info',
  };
  const malformed = new Set(problems.map(({ variable }) => variable));
  const missing = (model === undefined ? [] : modelProblems(model)).filter(
    ({ variable }) => !malformed.has(variable),
  );
  return { config, problems: [...problems, ...missing] };
}

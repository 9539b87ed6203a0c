import { z } from 'zod';
import { inspectConfig, type Config } from './config.js';
import {
  configurationError,
  readVariables,
  type EnvironmentVariables,
  type VariableProblem,
  type VariableReading,
} from './variables.js';

/** What only the App needs: `serve` and the worker. */
export interface AppConfig extends Config {
  readonly github: {
    readonly appId: number;
    /** PEM. A secret: it goes to Octokit and nowhere else. */
    readonly privateKey: string;
    readonly webhookSecret: string;
    /** Of the REST API, without a slash at the end. */
    readonly apiUrl: string;
  };
  readonly server: { readonly port: number; readonly host: string };
  /** How long a job waits for a worker that died before another may take it. */
  readonly leaseMs: number;
}

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;
const pem = /-----BEGIN (RSA )?PRIVATE KEY-----[^-]+-----END (RSA )?PRIVATE KEY-----/;

/** A key as it survives an env file: as it is, with `\n` for its line ends, or in base64. */
const privateKey = z
  .string()
  .transform(text => {
    const decoded = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8');
    return decoded.replaceAll('\\n', '\n');
  })
  .refine(text => pem.test(text), { error: 'Not a private key in PEM form' })
  .describe('Set the key you downloaded from the page of the App, with \\n for its line ends or in base64.');

/** Each description says what to do; `.env.example` documents the same names. */
export const appVariables = {
  APP_ID: z.coerce.number().int().positive().describe('Set the number on the page of the GitHub App.'),
  PRIVATE_KEY: privateKey,
  PRIVATE_KEY_PATH: z.string().describe('Set the path of the .pem file you downloaded from the App.'),
  WEBHOOK_SECRET: z
    .string()
    .min(16)
    .describe('Set the webhook secret of the App, at least 16 characters that nobody can guess.'),
  PORT: z.coerce.number().int().min(1).max(65_535).describe('Set a port from 1 to 65535.'),
  HOST: z.string().describe('Set the address to listen on, for example 0.0.0.0.'),
  CODEFACE_LEASE_SECONDS: z.coerce.number().min(1).max(3_600).describe('Set seconds, from 1 to 3600.'),
  GHE_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/i, { error: 'Not a host name' })
    .describe('Set the host name of your GitHub Enterprise Server, without https://.'),
  GITHUB_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(url => url.startsWith('https://') || loopback.test(url), {
      error: 'Not encrypted, and not on this machine',
    })
    .describe('Set an https address such as https://api.github.com, or leave it out.'),
};

/**
 * Parses everything the App needs; `readFile` reads PRIVATE_KEY_PATH. Ends in one `CodefaceError` of code
 * `configuration` that lists every problem, those of `readConfig` included.
 */
export function readAppConfig(env: EnvironmentVariables, readFile: (path: string) => string): AppConfig {
  const { config, problems } = inspectConfig(env);
  const key = withKeyFile(env, readFile);
  const { values, problems: malformed } = readVariables(appVariables, key.env);
  const { APP_ID: appId, PRIVATE_KEY: privateKey, WEBHOOK_SECRET: webhookSecret } = values;
  const found = [...problems, ...key.problems, ...malformed];
  const all = [...found, ...missingProblems(values, found)];
  if (all.length > 0 || appId === undefined || privateKey === undefined || webhookSecret === undefined)
    throw configurationError(all);
  const enterprise = values.GHE_HOST === undefined ? undefined : `https://${values.GHE_HOST}/api/v3`;
  const apiUrl = values.GITHUB_API_URL ?? enterprise ?? 'https://api.github.com';
  return {
    ...config,
    github: { appId, privateKey, webhookSecret, apiUrl: apiUrl.replace(/\/+$/, '') },
    server: { port: values.PORT ?? 3000, host: values.HOST ?? 'localhost' },
    leaseMs: (values.CODEFACE_LEASE_SECONDS ?? 60) * 1000,
  };
}

function withKeyFile(
  env: EnvironmentVariables,
  readFile: (path: string) => string,
): { readonly env: EnvironmentVariables; readonly problems: readonly VariableProblem[] } {
  const path = env['PRIVATE_KEY_PATH']?.trim();
  if (env['PRIVATE_KEY']?.trim() || !path) return { env, problems: [] };
  try {
    return { env: { ...env, PRIVATE_KEY: readFile(path) }, problems: [] };
  } catch (error) {
    const wrong = `Cannot be read (${error instanceof Error ? error.message : String(error)})`;
    const remedy = appVariables.PRIVATE_KEY_PATH.description ?? '';
    return { env, problems: [{ variable: 'PRIVATE_KEY_PATH', wrong, remedy }] };
  }
}

function missingProblems(
  values: VariableReading<typeof appVariables>['values'],
  found: readonly VariableProblem[],
): readonly VariableProblem[] {
  const reported = new Set(found.map(({ variable }) => variable));
  return (['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET'] as const)
    .filter(variable => values[variable] === undefined && !reported.has(variable))
    .filter(variable => variable !== 'PRIVATE_KEY' || !reported.has('PRIVATE_KEY_PATH'))
    .map(variable => ({ variable, wrong: 'Not set', remedy: appVariables[variable].description ?? '' }));
}

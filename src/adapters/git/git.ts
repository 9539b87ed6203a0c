import { execa } from 'execa';

import { CodefaceError } from '../../domain/errors.js';

const COMMAND_TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 1024 ** 3;

/** What a child may inherit: enough to find git, a proxy and certificates; never GIT_DIR, agents or credentials. */
const INHERITED =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|(https?|all|no)_proxy|SSL_CERT_(FILE|DIR)|GIT_SSL_CA(INFO|PATH))$/i;

/**
 * Configuration that a repository's own cannot override: none of its programs runs (hooks, file-system monitors,
 * credential helpers), whoever owns the folder. Filters run only where git itself
 * checks files out or compares them, which no call asks for.
 */
const SAFE_CONFIGURATION: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.quotePath': 'false',
  'credential.helper': '',
  'protocol.ext.allow': 'never',
  'submodule.recurse': 'false',
  'commit.gpgSign': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'safe.directory': '*',
};

export interface GitSettings {
  /** More configuration for this call, handed over in the environment, so that it is in no argument list and no file. */
  readonly configuration?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Transports that may be used, e.g. `https`; none unless named. */
  readonly protocols?: readonly string[];
  readonly timeoutMs?: number;
  readonly input?: string | Uint8Array;
}

/** git in one folder. Each call ends in a `CodefaceError` of code `workspace` with git's own words. */
export interface Git {
  /** Standard output without its last line break. */
  text(args: readonly string[], settings?: GitSettings): Promise<string>;
  bytes(args: readonly string[], settings?: GitSettings): Promise<Uint8Array>;
  /** The same as `text`, or undefined when git says no (any status but 0). */
  maybe(args: readonly string[], settings?: GitSettings): Promise<string | undefined>;
}

/** Runs git where nothing from the user's, the system's or a repository's configuration can start a program. */
export function gitIn(folder: string): Git {
  const bytes = async (args: readonly string[], settings: GitSettings = {}) => {
    const result = await call(folder, args, settings);
    if (result.exitCode !== 0) throw refusal(folder, args, result.stderr);
    return result.stdout;
  };
  return {
    bytes,
    text: async (args, settings) => textOf(await bytes(args, settings)),
    maybe: async (args, settings = {}) => {
      const result = await call(folder, args, settings);
      return result.exitCode === 0 ? textOf(result.stdout) : undefined;
    },
  };
}

async function call(folder: string, args: readonly string[], settings: GitSettings) {
  const timeoutMs = settings.timeoutMs ?? COMMAND_TIMEOUT_MS;
  const result = await execa('git', ['--no-pager', ...args], {
    cwd: folder,
    env: environmentOf(settings),
    extendEnv: false,
    encoding: 'buffer',
    maxBuffer: MAX_OUTPUT_BYTES,
    stripFinalNewline: false,
    timeout: timeoutMs,
    reject: false,
    ...(settings.input === undefined ? { stdin: 'ignore' } : { input: settings.input }),
  });
  if (result.timedOut)
    throw new CodefaceError(
      'workspace',
      `git ${args[0]} took longer than ${timeoutMs / 1000} s in ${folder}.`,
      {
        retryable: true,
      },
    );
  if (result.code === 'ENOENT')
    throw new CodefaceError(
      'workspace',
      `git could not be started in ${folder}. Install git 2.30 or later.`,
      {
        cause: result.cause,
      },
    );
  return { exitCode: result.exitCode, stdout: result.stdout, stderr: Buffer.from(result.stderr).toString() };
}

function environmentOf({ configuration, environment, protocols = [] }: GitSettings): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => INHERITED.test(entry[0]) && entry[1] !== undefined,
  );
  const entries = Object.entries({ ...SAFE_CONFIGURATION, ...configuration });
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: protocols.length === 0 ? 'none' : protocols.join(':'),
    ...environment,
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(
      entries.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

function refusal(folder: string, args: readonly string[], stderr: string): CodefaceError {
  const words = stderr.trim().split('\n').slice(-3).join(' ') || 'it gave no reason';
  return new CodefaceError('workspace', `git ${args[0]} failed in ${folder}: ${words}`);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString().replace(/\n$/, '');
}

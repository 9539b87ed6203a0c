import { CodefaceError } from '../../domain/errors.js';
import { runChild } from '../sandbox/child.js';
import { locate } from '../sandbox/locate.js';
import type { TryRun } from '../sandbox/interpreter.js';
import type { BubblewrapSandboxOptions } from './options.js';

/** A user id that no distribution gives to anybody. */
const UNPRIVILEGED_ID = 10001;
const TRIAL = { cwd: '/', input: [], wallTimeMs: 20_000, outputBytes: 8192 };

/** What a sandbox is started with on this machine. */
export interface Programs {
  readonly bash: string;
  readonly bwrap: string;
  /** E.g. `0.8.0`. */
  readonly version: string;
  /** User and group of the code in the sandbox. */
  readonly userId: number;
  /** Words before a command that make it the unprivileged user's; empty when this process is one already. */
  readonly asUser: readonly string[];
  readonly disableUserNamespaces: boolean;
  /** Runs a command as that user, outside any sandbox. */
  readonly tryRun: TryRun;
}

/**
 * Finds bwrap, and setpriv when started by root: bwrap keeps root's capabilities, so root must be gone before it
 * starts. Ends in a `CodefaceError` of code `sandbox` that says what to install.
 */
export async function findPrograms({
  searchPath,
  userId: chosen,
  clock,
}: Pick<BubblewrapSandboxOptions, 'searchPath' | 'userId' | 'clock'>): Promise<Programs> {
  const find = (name: string, distribution: string): string => {
    const [path] = locate(name, searchPath);
    if (path === undefined)
      throw new CodefaceError('sandbox', `${name} is missing: install ${distribution} (Linux only).`);
    return path;
  };
  const bwrap = find('bwrap', 'bubblewrap');
  const isRoot = process.getuid?.() === 0;
  const userId = isRoot ? (chosen ?? UNPRIVILEGED_ID) : (process.getuid?.() ?? UNPRIVILEGED_ID);
  const ids = [`--reuid=${userId}`, `--regid=${userId}`];
  const asUser = isRoot
    ? [find('setpriv', 'util-linux'), ...ids, '--clear-groups', '--no-new-privs', '--']
    : [];
  const tryRun: TryRun = command => runChild({ ...TRIAL, command: [...asUser, ...command] }, clock);
  const [version, help] = [await tryRun([bwrap, '--version']), await tryRun([bwrap, '--help'])];
  return {
    bash: find('bash', 'bash'),
    bwrap,
    version: version.stdout.trim().split(' ').at(-1) ?? '',
    userId,
    asUser,
    disableUserNamespaces: `${help.stdout}${help.stderr}`.includes('--disable-userns'),
    tryRun,
  };
}

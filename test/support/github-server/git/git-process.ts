import { spawn } from 'node:child_process';

/** How git ended when it did not succeed. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';

  constructor(
    readonly command: readonly string[],
    readonly exitCode: number | null,
    readonly stderr: string,
  ) {
    super(`git ${command.join(' ')} ended with ${exitCode}: ${stderr.trim()}`);
  }
}

export interface GitInvocation {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Nothing of the machine's own git configuration reaches the server's repositories. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
};

/** Runs git in a bare repository and gives what it printed; ends in a `GitFailure`. */
export async function git(
  folder: string,
  args: readonly string[],
  { input, env }: GitInvocation = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', [`--git-dir=${folder}`, ...args], { env: { ...GIT_ENVIRONMENT, ...env } });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', code => {
      if (code === 0) resolve(Buffer.concat(stdout));
      else reject(new GitFailure(args, code, Buffer.concat(stderr).toString()));
    });
    // Git may end before it has read everything; how it ended says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

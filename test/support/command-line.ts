import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Compiles what changed, as `npm test` has done already when it is what runs the tests. */
export function buildProject(): void {
  execFileSync(process.execPath, ['scripts/ensure-installed.mjs'], { cwd: ROOT, stdio: 'ignore' });
}

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `codeface` as a person does, in a process of its own. The tests' own fixtures are trusted, so that it works
 * where no isolating sandbox is.
 */
export function codeface(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [`${ROOT}bin/codeface.js`, ...words],
      { env: { ...process.env, LOG_LEVEL: 'warn', ...environment }, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

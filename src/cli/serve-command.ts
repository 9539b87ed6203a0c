import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { asCodefaceError } from '../domain/errors.js';
import { serve } from '../index.js';
import { EXIT, exitCodesHelp } from './exit-codes.js';

const RESTART_AFTER_MS = 2_000;

/** `codeface serve`: the webhook server in this process and the worker in its own. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Serve the GitHub App: webhooks here, the worker in a process of its own')
    .option('--no-worker', 'serve webhooks only; run the worker elsewhere on the same database')
    .addHelpText(
      'after',
      exitCodesHelp({
        done: 'interrupted while it served: it has stopped',
        error: 'an error, such as a setting that is missing',
        interrupted: 'interrupted before it served',
      }),
    )
    .action(async (own: { readonly worker: boolean }) => {
      if (existsSync('.env')) process.loadEnvFile('.env');
      try {
        await serve();
      } catch (error) {
        process.stderr.write(`codeface: ${asCodefaceError(error).message}\n`);
        process.exit(EXIT.error);
      }
      // Without credentials Probot shows its set-up page, and there is nothing to work on yet.
      if (own.worker && process.env['APP_ID']) keepWorker();
    });
}

/** Keeps one worker running until this process is told to stop; the worker then ends after its round. */
function keepWorker(): void {
  let worker: ChildProcess | undefined;
  let isStopping = false;
  const start = (): void => {
    worker = fork(new URL('../worker.js', import.meta.url));
    worker.once('exit', (code, signal) => void onExit(code, signal));
  };
  const onExit = async (code: number | null, signal: NodeJS.Signals | null): Promise<void> => {
    if (isStopping) return;
    // It has said what it lacks; starting it again would lack the same.
    if (code === EXIT.error) process.exit(EXIT.error);
    process.stderr.write(`codeface: the worker ended (${code ?? signal}) and is started again\n`);
    await setTimeout(RESTART_AFTER_MS);
    if (!isStopping) start();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopping = true;
      worker?.kill('SIGTERM');
    });
  }
  start();
}

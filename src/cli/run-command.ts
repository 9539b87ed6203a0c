import { createComposition, type Composition } from '../compose.js';
import { asCodefaceError } from '../domain/errors.js';
import type { SandboxDriver } from '../ports/sandbox.js';
import { EXIT } from './exit-codes.js';
import { createOutput, type Output } from './output.js';

/** What every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
  readonly library?: string;
  readonly sandbox?: SandboxDriver;
  readonly trust?: boolean;
}

export interface CommandContext {
  readonly composition: Composition;
  readonly output: Output;
}

/**
 * Runs one command and sets the exit code. Whatever it ends in reaches the person as a sentence, never as a stack
 * trace; CODEFACE_DEBUG=1 adds the trace.
 */
export async function runCommand(
  options: GlobalOptions,
  command: (context: CommandContext) => Promise<number>,
): Promise<void> {
  const output = createOutput(options.json === true, process);
  let composition: Composition | undefined;
  try {
    composition = createComposition(process.env, {
      database: options.library,
      sandbox: options.sandbox,
      trustsCode: options.trust === true,
      showsProgress: options.quiet !== true,
      colour: options.color !== false,
      talksToPeople: true,
    });
    process.exitCode = await command({ composition, output });
  } catch (error) {
    output.error(asCodefaceError(error));
    if (process.env['CODEFACE_DEBUG'] === '1') process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exitCode = EXIT.error;
  } finally {
    await composition?.close();
  }
}

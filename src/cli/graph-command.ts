import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { CodefaceError } from '../domain/errors.js';
import type { FileTree } from '../domain/files.js';
import { oneLine } from '../domain/one-line.js';
import { callGraphOf } from '../python/call-graph/call-graph.js';
import { EXIT, exitCodesHelp } from './exit-codes.js';
import { runCommand, type GlobalOptions } from './run-command.js';

/** What a format makes of a folder's files: an object to print, and what could not be read. */
type Format = (files: FileTree) => {
  readonly answer: unknown;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Whether all is in it that could be found. */
  readonly isWhole: boolean;
};

/** The formats by name, each with what it is for. */
const FORMATS: Readonly<Record<string, Format>> = {
  callgraph: files => {
    const { graph, skipped, isWhole } = callGraphOf(files);
    return { answer: Object.fromEntries(graph), skipped, isWhole };
  },
};

/** `codeface graph PATH`. */
export function addGraphCommand(program: Command): void {
  program
    .command('graph')
    .description('Print what depends on what in a folder or file of Python, without running it')
    .argument('<path>', 'folder or file; names are dotted from the folder')
    .addOption(
      new Option('--format <format>', 'callgraph: {caller: [callee, …]} as JSON')
        .choices(Object.keys(FORMATS))
        .default('callgraph'),
    )
    .addHelpText(
      'after',
      exitCodesHelp({ done: 'done, with files that were left out named on standard error' }),
    )
    .action((path: string, { format }: { readonly format: string }, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const files = await readPython(
          path,
          async folder => (await composition.workspace.readUncommitted(folder)).files,
        );
        const make = FORMATS[format] as Format;
        const { answer, skipped, isWhole } = make(files);
        for (const file of skipped)
          process.stderr.write(`codeface: left out ${oneLine(file.path)}: ${oneLine(file.reason)}\n`);
        if (!isWhole)
          process.stderr.write(
            'codeface: the graph is cut short: the program needs more steps than are done for one of its size.\n',
          );
        output.answer(answer, () => JSON.stringify(answer, null, 2));
        return EXIT.done;
      }),
    );
}

/** The Python files of a folder, or the one that is named. */
async function readPython(path: string, read: (folder: string) => Promise<FileTree>): Promise<FileTree> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new CodefaceError('not-found', `There is nothing at ${path}: name a folder or a Python file.`);
  if (found.isDirectory()) return read(path);
  if (!path.endsWith('.py') || !found.isFile())
    throw new CodefaceError(
      'bad-input',
      `${path} is no Python file: name one that ends in .py, or a folder.`,
    );
  return new Map([[basename(path), await readFile(path)]]);
}

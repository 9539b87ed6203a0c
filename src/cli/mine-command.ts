import type { Command } from 'commander';
import type { MiningReport } from '../domain/mined.js';
import { oneLine } from '../domain/one-line.js';
import { mine } from '../mining.js';
import { runCommand, type GlobalOptions } from './run-command.js';
import { table } from './output.js';
import { EXIT } from './exit-codes.js';

/** `codeface mine PATH`. */
export function addMineCommand(program: Command): void {
  program
    .command('mine')
    .description('Mine a folder or git work tree into validated primitives')
    .argument(
      '<path>',
      'repository (read at HEAD) or plain folder, for example an unpacked source distribution',
    )
    .action((path: string, _options: object, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const services = await composition.miningServices();
        const snapshot = await composition.workspace.read(path);
        const report = await mine(services, snapshot);
        output.answer(miningAnswer(report), () => describeMining(report));
        return EXIT.done;
      }),
    );
}

/** The object that `mine --json` prints. */
export function miningAnswer(report: MiningReport): object {
  const {
    repository,
    commit,
    files,
    lines,
    entities,
    edges,
    components,
    excluded,
    skippedFiles,
    durationMs,
  } = report;
  return {
    repository,
    commit,
    files,
    lines,
    entities,
    edges,
    components,
    admitted: report.admitted.map(primitive => ({
      id: primitive.id,
      name: primitive.name,
      exports: primitive.interface.exports.map(symbol => symbol.name),
      lines: primitive.implementation.reduce((sum, file) => sum + countLines(file), 0),
      files: primitive.implementation.map(file => file.path),
      tests: primitive.carriedTests.tests.length,
    })),
    excluded,
    skippedFiles,
    durationMs,
  };
}

/** The answer as a person reads it. */
export function describeMining(report: MiningReport): string {
  const head = `${oneLine(report.repository)} at ${report.commit.slice(0, 14)}: ${report.files} Python files, ${report.lines} lines, ${report.components} components.`;
  const admitted = table(
    ['Primitive', 'Name', 'Exports', 'Tests'],
    report.admitted.map(primitive => [
      primitive.id,
      primitive.name,
      primitive.interface.exports.map(symbol => symbol.name).join(', '),
      String(primitive.carriedTests.tests.length),
    ]),
  );
  const left = [...report.excluded, ...report.skippedFiles].map(
    ({ name, reason }) => `  ${oneLine(name)}: ${oneLine(reason)}`,
  );
  return [
    head,
    report.admitted.length > 0 ? admitted : 'No primitive was admitted.',
    ...(left.length > 0 ? [`Left out:\n${left.join('\n')}`] : []),
  ].join('\n\n');
}

function countLines(file: { readonly encoding: string; readonly content: string }): number {
  return file.encoding === 'utf8' && file.content !== '' ? file.content.trimEnd().split('\n').length : 0;
}

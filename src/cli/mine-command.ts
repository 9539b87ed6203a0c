import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { shortCommit } from '../domain/commit-name.js';
import type { Exclusion, MiningReport } from '../domain/mined.js';
import { oneLine } from '../domain/one-line.js';
import { mine } from '../mining.js';
import { rendererFor } from '../report/render-report.js';
import { nextStepFor } from '../report/next-steps.js';
import { EXIT, exitCodesHelp } from './exit-codes.js';
import { readSource } from './mine-source.js';
import { table } from './output.js';
import { checkReportFile } from './report-file.js';
import { runCommand, type GlobalOptions } from './run-command.js';

const HELP = `
Sources:
  a git work tree is read at HEAD, any other folder as it lies there;
  A folder is called after its origin, else as its project calls itself, else like the folder. What was mined from
  another folder of the same name is not replaced: --name tells the two apart, or says that it is the same one, moved.
  pypi:NAME==VERSION is the source distribution of that release, pypi:NAME that of the newest final release.
  It is taken from the index that pip uses (PIP_INDEX_URL), checked against its hash and read in memory;
  what it gives is kept apart as web-sourced.
${exitCodesHelp({
  done: 'it was mined, or holds nothing to mine',
  fellShort: 'it has components, and none could be admitted: the answer says why',
  interrupted: 'interrupted; what was validated is remembered, and the library is as it was',
})}`;

/** `codeface mine SOURCE`. */
export function addMineCommand(program: Command): void {
  program
    .command('mine')
    .description(
      'Mine a folder, a git work tree or a published source distribution into validated primitives',
    )
    .argument('<source>', 'a repository or plain folder, or pypi:NAME or pypi:NAME==VERSION')
    .option(
      '--name <owner/name>',
      'what a folder without an origin is called in the library; also for one that was moved',
    )
    .option('--report <file>', 'write a report to a file that ends in .html or .md')
    .addHelpText('after', HELP)
    .action((source: string, own: { report?: string; name?: string }, command: Command) =>
      runCommand(command.optsWithGlobals<GlobalOptions>(), async ({ composition, output }) => {
        const render = own.report === undefined ? undefined : rendererFor(own.report);
        if (own.report !== undefined) await checkReportFile(own.report);
        const services = await composition.miningServices();
        const report = await mine(services, await readSource(source, composition, own.name));
        if (own.report !== undefined && render !== undefined) await writeFile(own.report, render(report));
        output.answer(
          { ...miningAnswer(report), ...(own.report !== undefined && { report: own.report }) },
          () =>
            [describeMining(report), ...(own.report === undefined ? [] : [`Report: ${own.report}`])].join(
              '\n\n',
            ),
        );
        // Of a repository without Python nothing is expected; components that all fall short are worth a look.
        return report.admitted.length === 0 && report.components > 0 ? EXIT.fellShort : EXIT.done;
      }),
    );
}

/** The object that `mine --json` prints. */
export function miningAnswer(report: MiningReport): object {
  const { admitted, map: _map, ...rest } = report;
  return {
    ...rest,
    admitted: admitted.map(primitive => ({
      id: primitive.id,
      name: primitive.name,
      exports: primitive.interface.exports.map(symbol => symbol.name),
      lines: primitive.implementation.reduce((sum, file) => sum + countLines(file), 0),
      files: primitive.implementation.map(file => file.path),
      tests: primitive.carriedTests.tests.length,
      ...(primitive.validation && { killScore: primitive.validation.killScore }),
    })),
  };
}

/** The answer as a person reads it: what was admitted, then what was left out by what can be done about it. */
export function describeMining(report: MiningReport): string {
  const head = `${oneLine(report.repository)} at ${shortCommit(report.commit)}: ${counted(report.files, 'Python file')}, ${counted(report.lines, 'line')}, ${counted(report.components, 'component')}.`;
  const admitted = table(
    ['Primitive', 'Name', 'Exports', 'Tests'],
    report.admitted.map(primitive => [
      primitive.id,
      primitive.name,
      primitive.interface.exports.map(symbol => symbol.name).join(', '),
      String(primitive.carriedTests.tests.length),
    ]),
  );
  return [
    head,
    report.admitted.length > 0 ? admitted : 'No primitive was admitted.',
    ...ownSuite(report),
    ...(report.proposals === undefined ? [] : [oneLine(report.proposals.summary)]),
    ...remembered(report),
    ...leftOut(report.excluded),
    ...(report.skippedFiles.length > 0 ? [`Files not mined:\n${listed(report.skippedFiles)}`] : []),
  ].join('\n\n');
}

/** Why the repository's own suite could not tell all that it might. */
function ownSuite({ suite }: MiningReport): readonly string[] {
  return suite === undefined || suite.note === '' ? [] : [oneLine(suite.note)];
}

/** How much of the work was known: from an earlier mining, or since two components of this one come to the same. */
function remembered({ reuse }: MiningReport): readonly string[] {
  const runs = reuse?.runs;
  return runs === undefined || runs.remembered === 0
    ? []
    : [
        `Of ${counted(runs.total, 'run')} of components alone, ${runs.remembered} ${runs.remembered === 1 ? 'was' : 'were'} known already and not done again.`,
      ];
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Exclusions by kind, each kind with its next step. */
function leftOut(excluded: readonly Exclusion[]): readonly string[] {
  const kinds = [...new Set(excluded.map(({ kind }) => kind))];
  return kinds.map(kind => {
    const entries = excluded.filter(one => one.kind === kind);
    const { title, step } = nextStepFor(kind);
    return `Left out, ${title.toLowerCase()} (${entries.length}). ${step}\n${listed(entries)}`;
  });
}

function listed(entries: readonly Exclusion[]): string {
  return entries.map(({ name, reason }) => `  ${oneLine(name)}: ${oneLine(reason)}`).join('\n');
}

function countLines(file: { readonly encoding: string; readonly content: string }): number {
  return file.encoding === 'utf8' && file.content !== '' ? file.content.trimEnd().split('\n').length : 0;
}

import type { Command } from 'commander';
import { Option } from 'commander';
import { oneLine } from '../domain/one-line.js';
import type { SandboxDriver } from '../ports/sandbox.js';
import { judgeSuite } from '../suite.js';
import type { ReportedTest, SuiteReport } from '../suite/suite-report.js';
import { EXIT, exitCodesHelp } from './exit-codes.js';
import { table } from './output.js';
import { runCommand, type GlobalOptions } from './run-command.js';

interface SuiteOptions {
  readonly base?: string;
  readonly driver?: SandboxDriver;
  readonly lines?: boolean;
}

/** `codeface suite DIR`. */
export function addSuiteCommand(program: Command): void {
  program
    .command('suite')
    .description("Run a repository's own suite in the sandbox and say what it shows")
    .argument('<dir>', 'repository or folder, read as it lies there, without what git ignores')
    .option('--base <ref>', 'judge against this commit, branch or tag: only what got worse counts')
    .addOption(
      new Option('--driver <driver>', 'where it is run (as --sandbox)').choices(['docker', 'bubblewrap']),
    )
    .option('--lines', 'also record which lines each test executes (in --json), which takes longer')
    .addHelpText(
      'after',
      exitCodesHelp({
        done: 'green',
        error: 'it could not be run',
        fellShort: 'red, untrusted or environment-fault',
      }),
    )
    .action((folder: string, own: SuiteOptions, command: Command) => {
      const globals = command.optsWithGlobals<GlobalOptions>();
      const options = own.driver === undefined ? globals : { ...globals, sandbox: own.driver };
      return runCommand(options, async ({ composition, output }) => {
        const { workspace } = composition;
        const tree = await workspace.readUncommitted(folder);
        const base = own.base === undefined ? undefined : await workspace.readRevision(folder, own.base);
        const services = await composition.suiteServices();
        const report = await judgeSuite(services, {
          tree,
          ...(base && { base }),
          recordsLines: own.lines === true,
        });
        output.answer(report, () => describe(report));
        return report.verdict === 'green' ? EXIT.done : EXIT.fellShort;
      });
    });
}

/** Tests shown one by one; a suite with more that failed has them for few reasons. */
const MOST_SHOWN = 20;

function describe(report: SuiteReport): string {
  const { verdict, driver, interpreter, durationMs } = report;
  const counts = `${report.collected} collected: ${report.passed} passed, ${report.failed} failed, ${report.errors} errors, ${report.skipped} skipped`;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const place = interpreter === '' ? `${driver}, nothing was run` : `${driver}, Python ${interpreter}`;
  const shown = report.tests.filter(needsALook);
  const more = shown.length > MOST_SHOWN ? [`… and ${shown.length - MOST_SHOWN} more (see --json).`] : [];
  return [
    `${verdict.toUpperCase()}  ${counts}${setBack(report)}`,
    `${place}, prepared in ${seconds(durationMs.prepare)}, ran for ${seconds(durationMs.run)}`,
    ...(shown.length > 0 ? ['', testTable(shown.slice(0, MOST_SHOWN)), ...more] : []),
    ...(report.findings.length > 0 ? [''] : []),
    ...report.findings.map(({ kind, message, remedy }) => oneLine(`${kind}: ${message} ${remedy}`).trimEnd()),
  ].join('\n');
}

/** What a glance at the first line must not miss. */
function setBack({ findings }: SuiteReport): string {
  const restored = findings.filter(({ kind }) => kind === 'restored').length;
  return restored === 0 ? '' : ` (with tests or settings set back to the base's: see below)`;
}

/** What a person has to look at. */
function needsALook({ outcome, standing }: ReportedTest): boolean {
  if (standing !== undefined) return ['newly-failing', 'missing', 'flaky'].includes(standing);
  return outcome === 'failed' || outcome === 'error';
}

function testTable(tests: readonly ReportedTest[]): string {
  const rows = tests.map(({ id, outcome, standing, reason }) => [standing ?? outcome, id, reason]);
  return table(['', 'Test', 'Reason'], rows);
}

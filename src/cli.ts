import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { addBuildCommands } from './cli/build-command.js';
import { addDoctorCommand } from './cli/doctor-command.js';
import { EXIT, exitCodesHelp } from './cli/exit-codes.js';
import { addGraphCommand } from './cli/graph-command.js';
import { addLibraryCommands } from './cli/library-commands.js';
import { addMineCommand } from './cli/mine-command.js';
import { addServeCommand } from './cli/serve-command.js';
import { addSuiteCommand } from './cli/suite-command.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('codeface')
  .description(
    'Mines Python repositories into code primitives, and builds what a request asks for from them.',
  )
  .version(version)
  .option('--json', 'print one JSON object on standard output')
  .option('--quiet', 'show no progress')
  .option('--no-color', 'use no colours (NO_COLOR does the same)')
  .option(
    '--library <file>',
    'the SQLite library (default: CODEFACE_DATABASE, else codeface.db in CODEFACE_HOME)',
  )
  .addOption(
    new Option('--sandbox <driver>', 'where code is run (default: the strongest that is there)').choices([
      'docker',
      'bubblewrap',
      'process',
    ]),
  )
  .option('--trust', 'you vouch for all code that is run: allows the process sandbox, which isolates nothing')
  .addHelpText(
    'after',
    exitCodesHelp({
      done: 'done',
      fellShort:
        'it ran and fell short: a build or suite that is not green, a mining that admitted nothing,\n' +
        '       a primitive that does not verify, a missing tool in doctor',
    }),
  )
  .showHelpAfterError('Run with --help for usage.')
  .configureHelp({ showGlobalOptions: true })
  .exitOverride(error => {
    // Commander has printed what there is to say; help and version are no errors.
    process.exit(error.exitCode === 0 ? EXIT.done : EXIT.error);
  });

addMineCommand(program);
addGraphCommand(program);
addLibraryCommands(program);
addBuildCommands(program);
addSuiteCommand(program);
addServeCommand(program);
addDoctorCommand(program);

await program.parseAsync();

import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { addBuildCommands } from '../../src/cli/build-command.js';
import { addDoctorCommand } from '../../src/cli/doctor-command.js';
import { addGraphCommand } from '../../src/cli/graph-command.js';
import { addLibraryCommands } from '../../src/cli/library-commands.js';
import { addMineCommand } from '../../src/cli/mine-command.js';
import { addServeCommand } from '../../src/cli/serve-command.js';
import { addSuiteCommand } from '../../src/cli/suite-command.js';

const program = new Command();
for (const add of [
  addMineCommand,
  addGraphCommand,
  addLibraryCommands,
  addBuildCommands,
  addSuiteCommand,
  addServeCommand,
  addDoctorCommand,
])
  add(program);

/** Commands that do something: a group of commands only has its own. */
const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: part => void (text += part) }).outputHelp();
  return text;
}

describe('the help of a command', () => {
  it.each(leavesOf(program).map(command => [command.name(), command] as const))(
    '%s says how it ends',
    (_, command) => {
      expect(helpOf(command)).toMatch(/\nExit codes:\n {2}0 {4}\S.*\n {2}1 {4}\S[^]*\n {2}130 {2}\S/);
    },
  );
});

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ATTACKS } from './all-attacks.js';
import type { Attack, AttackResult } from './attack.js';
import { runAttacks } from './run-attacks.js';
import { isProblem, renderProblem, renderSum, renderTable } from './table.js';
import { ISOLATING_DRIVERS, probe } from './world.js';
import type { IsolatingDriver } from './world.js';

const USAGE = `Usage: npm run attack -- [--driver docker|bubblewrap] [--only TEXT] [--json FILE]

Runs hostile programs in the sandboxes and tells what got out. --only takes attacks whose family or name holds the
text. Exits with 0 when nothing got out, nothing was left and each attack ended as it must; with 1 otherwise.
`;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      driver: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const drivers = ISOLATING_DRIVERS.filter(driver => values.driver === undefined || values.driver === driver);
  const attacks = ATTACKS.filter(attack => matches(attack, values.only));
  if (values.help === true || drivers.length === 0 || attacks.length === 0) {
    print(USAGE);
    return values.help === true ? 0 : 1;
  }
  for (const driver of drivers) {
    const { available, reason } = await probe(driver);
    if (available) continue;
    print(`${driver} cannot be attacked here: ${reason}`);
    return 1;
  }
  const results = (await Promise.all(drivers.map(driver => attack(driver, attacks)))).flat();
  const order = new Map(attacks.map((each, index) => [each, index]));
  results.sort((one, other) => (order.get(one.attack) ?? 0) - (order.get(other.attack) ?? 0));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
  const problems = results.filter(isProblem);
  print(['', renderTable(results), '', ...problems.map(renderProblem), renderSum(results)].join('\n'));
  return problems.length === 0 ? 0 : 1;
}

function matches({ family, name }: Attack, only: string | undefined): boolean {
  return only === undefined || `${family}: ${name}`.includes(only);
}

/** The attacks on one driver, one after the other, so that what is left over is surely theirs. */
function attack(driver: IsolatingDriver, attacks: readonly Attack[]): Promise<readonly AttackResult[]> {
  return runAttacks(driver, attacks, (result, done) =>
    print(
      `[${driver} ${done}/${attacks.length}] ${result.attack.family}: ${result.attack.name}: ${result.outcome}, ${(result.durationMs / 1000).toFixed(1)} s${isProblem(result) ? ' PROBLEM' : ''}`,
    ),
  );
}

process.exitCode = await main();

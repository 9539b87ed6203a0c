import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Docker from 'dockerode';
import { indexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';
import type { IndexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';
import { CodefaceError } from '../../src/domain/errors.js';
import type { Environment, Sandbox } from '../../src/ports/sandbox.js';
import { runProgram } from './against-run.js';
import type { Ending } from './against-run.js';
import type { PrepareAttack } from './attack.js';
import { openIndex } from './own-index.js';
import type { Lures } from './lures.js';
import type { AttackWorld } from './world.js';

/** What a distribution claims that was never installed; whoever believes it can be told anything. */
const FORGED = /forged/;
/** Room for pytest and coverage, not for a bomb. */
const DISK_BYTES = 256 * 1024 ** 2;

export async function attackPrepare(
  attack: PrepareAttack,
  world: AttackWorld,
  lures: Lures,
): Promise<Ending> {
  const usual = indexSettings(process.env);
  const index = await openIndex(attack.projects(lures.told), usual.indexes[0] ?? '');
  const settings: IndexSettings = {
    ...usual,
    indexes: [index.url],
    hosts: usual.indexes.flatMap(url => placesOf(new URL(url))),
  };
  const sandbox = world.sandboxWithIndex(settings, { diskBytes: DISK_BYTES });
  try {
    const { distributions, allowsBuilds = false } = attack;
    return await inspect(
      attack,
      world,
      sandbox,
      await sandbox.prepare({ distributions, allowsBuilds }),
      lures,
    );
  } catch (error) {
    if (!(error instanceof CodefaceError)) throw error;
    return { outcome: error.code, said: error.message, broken: [] };
  } finally {
    await index.close();
  }
}

/** The usual index, and where its files lie when it is PyPI. */
function placesOf({ hostname, port, protocol }: URL): readonly string[] {
  const files = hostname === 'pypi.org' ? ['files.pythonhosted.org:443'] : [];
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`, ...files];
}

async function inspect(
  attack: PrepareAttack,
  world: AttackWorld,
  sandbox: Sandbox,
  environment: Environment,
  lures: Lures,
): Promise<Ending> {
  try {
    const forged = environment.distributions.filter(text => FORGED.test(text));
    const broken = forged.length > 0 ? [`ESCAPED: its word was taken for ${forged.join(', ')}`] : [];
    if (attack.after === undefined) return { outcome: 'prepared', said: '', broken };
    const { outcome, said } = await runProgram(attack.after, { ...world, sandbox, environment }, lures);
    return { outcome, said, broken };
  } finally {
    await discard(environment, world);
  }
}

async function discard({ id }: Environment, { driver, dataDirectory }: AttackWorld): Promise<void> {
  if (driver === 'docker') await new Docker().getImage(id).remove({ force: true });
  const kept =
    driver === 'docker' ? ['docker', 'used', id.split(':')[1] ?? id] : ['environments', driver, id];
  const path = join(dataDirectory, ...kept);
  for (const each of [path, `${path}.json`]) await rm(each, { recursive: true, force: true });
}

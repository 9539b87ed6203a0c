import { guardTree } from '../../src/execute/guard/guard-tree.js';
import { importableNames } from '../../src/python/importable-names.js';
import { fileTree } from './against-run.js';
import type { Ending } from './against-run.js';
import { endingOf, runTree } from './against-suite.js';
import type { TreeAttack } from './attack.js';
import type { Lures } from './lures.js';
import { accomplices } from './programs.js';
import type { AttackWorld } from './world.js';

/** Holds a delivered tree against its base as every verdict does, and runs what is left of it. */
export async function attackTree(attack: TreeAttack, world: AttackWorld, lures: Lures): Promise<Ending> {
  const base = fileTree({ ...attack.base, ...accomplices(lures.told) });
  const changed = new Map([...base, ...fileTree(attack.delivered)]);
  for (const path of attack.deleted ?? []) changed.delete(path);
  const installed = importableNames(world.environment.distributions);
  const { tree, refused, findings } = guardTree(base, changed, { installed });
  const ending = endingOf(await runTree(tree, world));
  const said = [...findings.map(({ message }) => message), ending.said].join('\n');
  // A refused delivery is not believed, and still must not look green.
  return {
    ...ending,
    said,
    outcome: refused && ending.outcome !== 'green' ? 'refused tree' : ending.outcome,
  };
}

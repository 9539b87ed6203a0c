import { CodefaceError } from '../../src/domain/errors.js';
import { attackPrepare } from './against-prepare.js';
import { attackRun } from './against-run.js';
import type { Ending } from './against-run.js';
import { attackSuite } from './against-suite.js';
import { attackTree } from './against-tree.js';
import type { Attack, AttackResult } from './attack.js';
import { before, leftovers } from './leftovers.js';
import { openLures } from './lures.js';
import type { Lures } from './lures.js';
import type { AttackWorld } from './world.js';

/** Runs one attack and looks at it from outside: what it reached, how it ended, what it left. Never throws for what an attack did. */
export async function runAttack(attack: Attack, world: AttackWorld): Promise<AttackResult> {
  const known = before();
  const filesBefore = await world.ownFiles();
  const lures = await openLures(world.folder);
  const startedAt = performance.now();
  try {
    const { outcome, said, broken } = await endingOf(attack, world, lures);
    const durationMs = Math.round(performance.now() - startedAt);
    const left = await leftovers(world.driver, lures.told.marker, known);
    const newFiles = (await world.ownFiles()).filter(path => !filesBefore.includes(path));
    const escapes = [
      ...lures.touched(),
      ...(world.bystanderLives() ? [] : ['killed a process of the host']),
      ...(said.includes(lures.secret) || said.includes(world.secret) ? ['read a secret of the host'] : []),
      ...(outcome === 'green' ? ['forged a green suite'] : []),
      ...(said.match(/^ESCAPED .*$/gm) ?? []),
      ...broken.filter(promise => promise.startsWith('ESCAPED')),
    ];
    const isExpected = attack.expected.includes(outcome);
    return {
      attack,
      driver: world.driver,
      outcome: [outcome, ...broken].join(', '),
      wrongOutcome: !isExpected || broken.length > 0,
      escapes: [...new Set(escapes)],
      leftovers: [...left, ...newFiles.map(path => `file ${path}`)],
      said,
      durationMs,
    };
  } finally {
    await lures.close();
  }
}

async function endingOf(attack: Attack, world: AttackWorld, lures: Lures): Promise<Ending> {
  try {
    switch (attack.against) {
      case 'run':
        return await attackRun(attack, world, lures);
      case 'suite':
        return await attackSuite(attack, world, lures);
      case 'tree':
        return await attackTree(attack, world, lures);
      case 'prepare':
        return await attackPrepare(attack, world, lures);
    }
  } catch (error) {
    if (!(error instanceof CodefaceError)) throw error;
    return { outcome: error.code, said: error.message, broken: [] };
  }
}

import { randomBytes } from 'node:crypto';
import { indexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { createIds } from '../../src/adapters/system/ids.js';
import { createSilentLogger } from '../fakes/silent-logger.js';

/** What every driver is given in tests: this machine's own clock and package index. Needs no test runner. */
export function sandboxSurroundings() {
  return {
    indexSettings: indexSettings(process.env),
    clock: systemClock,
    ids: createIds(systemClock, randomBytes),
    logger: createSilentLogger(),
    searchPath: process.env.PATH ?? '',
  };
}

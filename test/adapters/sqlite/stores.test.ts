import { afterEach } from '@jest/globals';

import { openDatabase } from '../../../src/adapters/sqlite/database.js';
import type { Database } from '../../../src/adapters/sqlite/database.js';
import { createJobQueue } from '../../../src/adapters/sqlite/job-queue.js';
import { createLibraryStore } from '../../../src/adapters/sqlite/library-store.js';
import { createMiningMemory } from '../../../src/adapters/sqlite/mining-memory.js';
import { createRunStore } from '../../../src/adapters/sqlite/run-store.js';
import { jobQueueContract } from '../../contracts/job-queue-contract.js';
import { libraryStoreContract } from '../../contracts/library-store-contract.js';
import { miningMemoryContract } from '../../contracts/mining-memory-contract.js';
import { runStoreContract } from '../../contracts/run-store-contract.js';
import { createFakeClock } from '../../fakes/fake-clock.js';

const open = new Set<Database>();

async function database(): Promise<Database> {
  const opened = await openDatabase(':memory:');
  open.add(opened);
  return opened;
}

afterEach(async () => {
  await Promise.all([...open].map(one => one.close()));
  open.clear();
});

libraryStoreContract('SQLite', async () => createLibraryStore(await database()));
runStoreContract('SQLite', async () => createRunStore(await database(), createFakeClock()));
jobQueueContract('SQLite', async (clock, ids) => createJobQueue(await database(), clock, ids));
miningMemoryContract('SQLite', async () => createMiningMemory(await database(), createFakeClock()));

import { jobQueueContract } from '../contracts/job-queue-contract.js';
import { libraryStoreContract } from '../contracts/library-store-contract.js';
import { miningMemoryContract } from '../contracts/mining-memory-contract.js';
import { runStoreContract } from '../contracts/run-store-contract.js';
import { createMemoryJobQueue } from './memory-job-queue.js';
import { createMemoryLibraryStore } from './memory-library-store.js';
import { createMemoryMiningMemory } from './memory-mining-memory.js';
import { createMemoryRunStore } from './memory-run-store.js';

libraryStoreContract('memory', async () => createMemoryLibraryStore());
runStoreContract('memory', async () => createMemoryRunStore());
jobQueueContract('memory', async (clock, ids) => createMemoryJobQueue(clock, ids));
miningMemoryContract('memory', async () => createMemoryMiningMemory());

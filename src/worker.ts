import { composeWorker } from './compose.js';
import { DEFAULT_PACE, workQueue } from './worker/work-queue.js';

/**
 * The worker's process: takes jobs until it is told to stop. CODEFACE_LEASE_SECONDS shortens how long a killed
 * worker's job waits.
 */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const worker = await composeWorker(process.env);
try {
  await workQueue(worker.services, stopping.signal, worker.pace ?? DEFAULT_PACE);
} finally {
  await worker.close();
}

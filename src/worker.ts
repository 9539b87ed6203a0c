import { composeWorker } from './compose.js';
import { paceOf, workQueue } from './worker/work-queue.js';

/** The worker's process: takes jobs until it is told to stop. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const worker = await composeWorker(process.env);
try {
  await workQueue(worker.services, stopping.signal, paceOf(worker.leaseMs));
} finally {
  await worker.close();
}

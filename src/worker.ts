import { EXIT } from './cli/exit-codes.js';
import { composeWorker } from './compose.js';
import { asCodefaceError } from './domain/errors.js';
import { paceOf, workQueue } from './worker/work-queue.js';

/** The worker's process: takes jobs until it is told to stop. It ends with 1, and a sentence, when it cannot start. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

try {
  const worker = await composeWorker(process.env);
  await workQueue(worker.services, stopping.signal, paceOf(worker.leaseMs));
  await worker.close();
} catch (error) {
  process.stderr.write(`codeface worker: ${asCodefaceError(error).message}\n`);
  process.exit(EXIT.error);
}

import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import type { Clock } from '../../ports/clock.js';

const POLL_MS = 100;

/**
 * Does the work while no other process of this host does work of the same name. The lock is an abstract Unix
 * socket: the kernel gives it to one, and takes it back when its holder dies, so it can never be stale. Hosts
 * without such sockets do the work unlocked.
 */
export async function withHostLock<T>(name: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return work();
  let server = await tryListen(name);
  while (server === undefined) {
    await clock.sleep(POLL_MS);
    server = await tryListen(name);
  }
  try {
    return await work();
  } finally {
    server.close();
  }
}

/**
 * Does the work under the lock of that name if nobody holds it, in this process or another; else not at all. Hosts
 * without such locks never do it.
 */
export async function whenUnlocked(name: string, work: () => Promise<void>): Promise<void> {
  const server = process.platform === 'linux' ? await tryListen(name) : undefined;
  if (server === undefined) return;
  try {
    await work();
  } finally {
    server.close();
  }
}

function tryListen(name: string): Promise<Server | undefined> {
  const server = createServer().unref();
  // The kernel takes at most 107 bytes of name.
  const address = `\0codeface-${createHash('sha256').update(name).digest('hex')}`;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

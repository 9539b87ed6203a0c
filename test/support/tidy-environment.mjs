import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';

/** What a test file closes may take this long to be gone. */
const GRACE_MS = 5_000;

/**
 * Node, with one demand more: a test file leaves nothing running. A server, socket, child process or timer that keeps
 * the event loop alive when the file is done fails it, by name; it would otherwise hang the run or leak into the next
 * file of the same worker.
 */
export default class TidyEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    // Node opens these when they are first asked for; that is nothing a test left behind.
    for (const stream of ['stdin', 'stdout', 'stderr']) void process[stream];
    this.before = process.getActiveResourcesInfo();
  }

  async teardown() {
    const deadline = performance.now() + GRACE_MS;
    let left = this.leftRunning();
    while (left.length > 0 && performance.now() < deadline) {
      await sleep(20);
      left = this.leftRunning();
    }
    await super.teardown();
    if (left.length > 0) {
      throw new Error(
        `This file leaves running: ${left.join(', ')}. Close what it opens, in afterEach or afterAll.`,
      );
    }
  }

  /** The kinds of resource that keep Node alive now and did not before, once for each. */
  leftRunning() {
    const before = [...this.before];
    return process.getActiveResourcesInfo().filter(kind => {
      const known = before.indexOf(kind);
      if (known >= 0) before.splice(known, 1);
      return known < 0;
    });
  }
}

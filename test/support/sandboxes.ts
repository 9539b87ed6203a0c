import { describe, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { currentOwner } from '../../src/adapters/sandbox/owner.js';
import type { SandboxProbe } from '../../src/adapters/sandbox/probe.js';

/**
 * Describes a suite that needs a driver. Where the driver is missing the suite is skipped with the reason in its
 * name; with CODEFACE_REQUIRE_DOCKER=1 that is a failure.
 */
export function describeWithDriver({ driver, available, reason }: SandboxProbe, suite: () => void): void {
  if (available) return describe(driver, suite);
  const title = `${driver} cannot be tested here: ${reason}`;
  if (process.env.CODEFACE_REQUIRE_DOCKER !== '1') return it.skip(title, () => undefined);
  it(title, () => {
    throw new Error(title);
  });
}

/** The owner that a process of this host had which is no more. */
export function deadOwner(): string {
  const pid = execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim();
  const [boot, namespace] = currentOwner().split('.');
  return `${boot}.${namespace}.${pid}.1`;
}

import type { SandboxDriver } from '../../ports/sandbox.js';

/** Whether a driver can be used here; the reason says what was found, or what to install. */
export interface SandboxProbe {
  readonly driver: SandboxDriver;
  readonly available: boolean;
  readonly reason: string;
  /** Versions that environments can be made with, e.g. `3.11.2`, the favourite first: each is started to find out. */
  readonly interpreters?: () => Promise<readonly string[]>;
}

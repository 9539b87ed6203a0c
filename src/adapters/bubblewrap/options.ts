import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Logger } from '../../ports/logger.js';
import type { SandboxLimits } from '../../ports/sandbox.js';
import type { IndexSettings } from '../sandbox/installation/index-settings.js';

export interface BubblewrapSandboxOptions {
  /** Environments are kept below it; every folder above them must be open to the unprivileged user. */
  readonly dataDirectory: string;
  /** An interpreter to try before the usual ones; a path, or a name on the search path. */
  readonly interpreter?: string;
  /** Where programs are looked for: folders joined by `:`. */
  readonly searchPath: string;
  /** User and group to become when started by root; 10001, which nobody is, when absent. */
  readonly userId?: number;
  readonly indexSettings: IndexSettings;
  /** Those of `INSTALLATION_LIMITS` when absent. */
  readonly installationLimits?: Partial<SandboxLimits>;
  /** What all environments may take; 20 GiB when absent. */
  readonly environmentsBytes?: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

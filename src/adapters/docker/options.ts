import type { DockerOptions } from 'dockerode';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Logger } from '../../ports/logger.js';
import type { SandboxLimits } from '../../ports/sandbox.js';
import type { IndexSettings } from '../sandbox/installation/index-settings.js';

/** The image that scripts/make-base-image.sh and docker/Dockerfile make. */
export const DEFAULT_IMAGE = 'codeface-python:latest';

export interface DockerSandboxOptions {
  /**
   * The base image; it has `python`. Images of the same name with a tag such as `3.12` offer further interpreters.
   */
  readonly image: string;
  /** OCI runtime, e.g. `runsc`; the engine's default when absent. */
  readonly runtime?: string;
  /** What was found out about images, and when they were last used, is kept below it; else nothing is, or cleaned up. */
  readonly dataDirectory?: string;
  /** Those of `INSTALLATION_LIMITS` when absent. */
  readonly installationLimits?: Partial<SandboxLimits>;
  /** What all prepared images of this data folder may take; 20 GiB when absent. */
  readonly environmentsBytes?: number;
  /** Where the engine is; its usual socket, or `DOCKER_HOST`, when absent. */
  readonly engine?: DockerOptions;
  readonly indexSettings: IndexSettings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

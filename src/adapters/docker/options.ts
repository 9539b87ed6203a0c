import type { DockerOptions } from 'dockerode';
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ids.js';
import type { Logger } from '../../ports/logger.js';
import type { IndexSettings } from '../sandbox/install.js';

/** The image that scripts/make-base-image.sh and docker/Dockerfile make. */
export const DEFAULT_IMAGE = 'codeface-python:latest';

export interface DockerSandboxOptions {
  /** The base image; it has `python` and pytest. */
  readonly image: string;
  /** OCI runtime, e.g. `runsc`; the engine's default when absent. */
  readonly runtime?: string;
  /** Docker network of installations; `bridge` when absent. */
  readonly installationNetwork?: string;
  /** Where the engine is; its usual socket, or `DOCKER_HOST`, when absent. */
  readonly engine?: DockerOptions;
  readonly indexSettings: IndexSettings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
}

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodefaceError } from '../../domain/errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Environment, EnvironmentRequest } from '../../ports/sandbox.js';

import {
  INSPECTION,
  certificateVariables,
  environmentHash,
  installationFailure,
  normaliseRequirements,
  parseInspection,
  pipInstall,
  readCertificates,
} from './install.js';
import type { IndexSettings } from './install.js';
import type { Interpreter } from './interpreter.js';
import { withHostLock } from './lock.js';
import { createOnce } from './once.js';

/** One command of an installation, run as the driver confines installations: network, and one folder to write to. */
export interface InstallationStep {
  readonly command: readonly string[];
  readonly environmentVariables: Readonly<Record<string, string>>;
  readonly writableFolder: string;
}

export interface StepResult {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

export interface VenvStoreOptions {
  /** Holds `<id>/`, a virtual environment, and `<id>.json`, which is there only when the former is complete. */
  readonly folder: string;
  readonly interpreter: () => Promise<Interpreter>;
  readonly indexSettings: IndexSettings;
  readonly clock: Clock;
  /** Makes the empty folder of one environment, owned by whoever installs. */
  readonly makeFolder: (folder: string) => Promise<void>;
  readonly runStep: (step: InstallationStep) => Promise<StepResult>;
}

/** Virtual environments on disk, one for each set of requirements. */
export interface VenvStore {
  prepare(request: EnvironmentRequest): Promise<Environment>;
  /** The environment's folder. Ends in a `CodefaceError` of code `sandbox` when it was not prepared here. */
  folderOf(environment: Environment): Promise<string>;
}

export function createVenvStore(options: VenvStoreOptions): VenvStore {
  const once = createOnce<Environment>();
  const manifestOf = (id: string) => join(options.folder, `${id}.json`);

  async function prepared(id: string): Promise<Environment | undefined> {
    const text = await readFile(manifestOf(id), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : { id, digest: id, ...parseInspection(text) };
  }

  async function install(id: string, requirements: readonly string[]): Promise<Environment> {
    const done = await prepared(id);
    if (done !== undefined) return done;
    const folder = join(options.folder, id);
    // Without its manifest a folder is what a crash left.
    await rm(folder, { recursive: true, force: true });
    try {
      await options.makeFolder(folder);
      const environment = { id, digest: id, ...(await fill(folder, requirements)) };
      await writeFile(`${manifestOf(id)}.new`, JSON.stringify(environment));
      await rename(`${manifestOf(id)}.new`, manifestOf(id));
      return environment;
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async function fill(
    folder: string,
    requirements: readonly string[],
  ): Promise<Omit<Environment, 'id' | 'digest'>> {
    const { executable } = await options.interpreter();
    const python = join(folder, 'bin', 'python');
    const certificates = join(folder, 'certificates.pem');
    const trusted = await readCertificates(options.indexSettings);
    const environmentVariables = {
      ...options.indexSettings.variables,
      ...(trusted === undefined ? {} : certificateVariables(certificates)),
    };
    const step = async (...command: readonly string[]) => {
      const result = await options.runStep({ command, environmentVariables, writableFolder: folder });
      if (result.exitCode !== 0) throw installationFailure(requirements, result);
      return result.stdout;
    };
    // A copy, since whoever installs may not be able to read where the original lies.
    if (trusted !== undefined) await writeFile(certificates, trusted, { mode: 0o644 });
    await step(executable, '-m', 'venv', folder);
    await step(python, ...pipInstall(['pytest', ...requirements]));
    await rm(certificates, { force: true });
    return parseInspection(await step(python, '-I', '-c', INSPECTION));
  }

  return {
    async prepare(request) {
      const requirements = normaliseRequirements(request.distributions);
      const interpreter = await options.interpreter();
      const id = environmentHash([interpreter.executable, interpreter.version, ...requirements]);
      const lock = `${options.folder}/${id}`;
      return (
        (await prepared(id)) ??
        once(id, () => withHostLock(lock, options.clock, () => install(id, requirements)))
      );
    },
    async folderOf({ id }) {
      if (!/^[0-9a-f]{16}$/.test(id) || (await prepared(id)) === undefined)
        throw new CodefaceError(
          'sandbox',
          `The environment ${JSON.stringify(id)} is not prepared on this machine: prepare it again.`,
        );
      return join(options.folder, id);
    },
  };
}

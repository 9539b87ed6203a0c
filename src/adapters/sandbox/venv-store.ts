import { access, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CodefaceError } from '../../domain/errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Environment, EnvironmentRequest, InterpreterWish, SandboxLimits } from '../../ports/sandbox.js';
import { folderUsage, freeBytesIn } from './installation/folder-usage.js';
import { indexesFor } from './installation/index-settings.js';
import type { IndexSettings } from './installation/index-settings.js';
import {
  ALWAYS_INSTALLED,
  INSTALLATION_LIMITS,
  environmentHash,
  normaliseRequirements,
  pipInstall,
  inspected,
} from './installation/install.js';
import { performInstallation } from './installation/installation.js';
import type { InstallerRequest, InstallerRun } from './installation/installation.js';
import type { Interpreter } from './interpreter.js';
import { whenUnlocked, withHostLock } from './lock.js';
import { createOnce } from './once.js';
import { ENVIRONMENTS_BYTES, surplusOf } from './installation/surplus.js';
import type { KeptEnvironment } from './installation/surplus.js';

/** An installer, and where it may write. */
export interface VenvInstallerRequest extends InstallerRequest {
  readonly interpreter: Interpreter;
  readonly writableFolder: string;
}

export interface VenvStoreOptions {
  /** Holds `<id>/`, a virtual environment, and `<id>.json`, which is there only when the former is complete. */
  readonly folder: string;
  readonly interpreter: (wish: InterpreterWish | undefined) => Promise<Interpreter>;
  readonly indexSettings: IndexSettings;
  readonly clock: Clock;
  /** Those of `INSTALLATION_LIMITS` when absent. */
  readonly installationLimits?: Partial<SandboxLimits>;
  /** What all environments may take. */
  readonly environmentsBytes?: number;
  /** Makes the empty folder of one environment, owned by whoever installs. */
  readonly makeFolder: (folder: string) => Promise<void>;
  readonly runInstaller: (request: VenvInstallerRequest) => Promise<InstallerRun>;
}

/** Where an environment lies, and the interpreter it was made with, which it cannot be without. */
export interface VenvPlace {
  readonly folder: string;
  readonly interpreter: Interpreter;
}

/** Virtual environments on disk, one for each set of requirements, the least recently used removed in time. */
export interface VenvStore {
  prepare(request: EnvironmentRequest): Promise<Environment>;
  /** Ends in a `CodefaceError` of code `sandbox` when it was not prepared here. */
  placeOf(environment: Environment): Promise<VenvPlace>;
}

/** What `environmentHash` gives. */
const ID = /^[0-9a-f]{16}$/;

const manifest = inspected.extend({
  base: z.object({ executable: z.string(), version: z.string(), prefix: z.string() }),
  bytes: z.number(),
});

export function createVenvStore(options: VenvStoreOptions): VenvStore {
  const { folder: store, clock } = options;
  const once = createOnce<Environment>();
  const manifestOf = (id: string) => join(store, `${id}.json`);
  const lockOf = (id: string) => `${store}/${id}`;

  async function read(id: string): Promise<z.infer<typeof manifest> | undefined> {
    try {
      return manifest.parse(JSON.parse(await readFile(manifestOf(id), 'utf8')));
    } catch {
      return undefined;
    }
  }

  /** Its manifest's time is when an environment was last used. */
  async function used(id: string): Promise<z.infer<typeof manifest> | undefined> {
    const found = await read(id);
    const now = clock.now() / 1000;
    if (found !== undefined) await utimes(manifestOf(id), now, now).catch(() => undefined);
    return found;
  }

  async function prepared(id: string): Promise<Environment | undefined> {
    const found = await used(id);
    return found && { id, digest: id, ...inspected.parse(found) };
  }

  async function install(
    id: string,
    base: Interpreter,
    requirements: readonly string[],
    request: EnvironmentRequest,
  ): Promise<Environment> {
    const done = await prepared(id);
    if (done !== undefined) return done;
    const folder = join(store, id);
    // Without its manifest a folder is what a crash left.
    await rm(folder, { recursive: true, force: true });
    try {
      await options.makeFolder(folder);
      const found = await fill(folder, base, requirements, request);
      const { bytes } = await folderUsage(folder, clock);
      await writeFile(`${manifestOf(id)}.new`, JSON.stringify({ ...found, base, bytes }));
      await rename(`${manifestOf(id)}.new`, manifestOf(id));
      return { id, digest: id, ...found };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  function fill(
    folder: string,
    interpreter: Interpreter,
    requirements: readonly string[],
    request: EnvironmentRequest,
  ) {
    const python = join(folder, 'bin', 'python');
    const allowsBuilds = request.allowsBuilds === true;
    const limits = { ...INSTALLATION_LIMITS, ...options.installationLimits };
    return performInstallation(
      {
        requirements,
        allowsBuilds,
        index: indexesFor(options.indexSettings, request.repository),
        settings: options.indexSettings,
        limits: { ...limits, wallTimeMs: request.wallTimeMs ?? limits.wallTimeMs },
        python,
        commands: [
          [interpreter.executable, '-m', 'venv', folder],
          [python, ...pipInstall([...ALWAYS_INSTALLED, ...requirements], allowsBuilds)],
        ],
        scratchFolder: join(folder, '.scratch'),
      },
      {
        run: asked => options.runInstaller({ ...asked, interpreter, writableFolder: folder }),
        usage: () => folderUsage(folder, clock),
        freeBytes: () => freeBytesIn(folder),
      },
    );
  }

  /** Removes what a process left that ended before its environment was complete; who makes one holds its lock. */
  async function removeUnfinished(id: string): Promise<void> {
    if (await exists(manifestOf(id))) return;
    await whenUnlocked(lockOf(id), async () => {
      if (await exists(manifestOf(id))) return;
      await rm(`${manifestOf(id)}.new`, { force: true });
      await rm(join(store, id), { recursive: true, force: true });
    });
  }

  async function removeSurplus(): Promise<void> {
    const names = await readdir(store);
    const kept: KeptEnvironment[] = [];
    for (const name of names.filter(each => each.endsWith('.json'))) {
      const id = name.slice(0, -'.json'.length);
      const found = await read(id);
      const { mtimeMs } = await stat(manifestOf(id));
      if (found !== undefined) kept.push({ id, bytes: found.bytes, lastUsedMs: mtimeMs });
    }
    for (const id of names.filter(name => ID.test(name))) await removeUnfinished(id);
    const limit = options.environmentsBytes ?? ENVIRONMENTS_BYTES;
    for (const id of surplusOf(kept, limit, clock.now()))
      await withHostLock(lockOf(id), clock, async () => {
        await rm(manifestOf(id), { force: true });
        await rm(join(store, id), { recursive: true, force: true });
      });
  }

  return {
    async prepare(request) {
      const requirements = normaliseRequirements(request.distributions);
      const base = await options.interpreter(request.interpreter);
      const { key } = indexesFor(options.indexSettings, request.repository);
      const builds = request.allowsBuilds === true ? ['builds'] : [];
      const id = environmentHash([base.executable, base.version, ...key, ...builds, '--', ...requirements]);
      const done = await prepared(id);
      if (done !== undefined) return done;
      return once(id, async () => {
        const made = await withHostLock(lockOf(id), clock, () => install(id, base, requirements, request));
        await removeSurplus().catch(() => undefined);
        return made;
      });
    },
    async placeOf({ id }) {
      const found = ID.test(id) ? await used(id) : undefined;
      if (found === undefined)
        throw new CodefaceError(
          'sandbox',
          `The environment ${JSON.stringify(id)} is not prepared on this machine: prepare it again.`,
        );
      return { folder: join(store, id), interpreter: found.base };
    },
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

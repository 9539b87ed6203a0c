import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';
import type { Environment, Sandbox, SandboxLimits, SandboxResult } from '../../src/ports/sandbox.js';

/** A driver as the contract drives it. */
export interface SandboxSubject {
  readonly sandbox: Sandbox;
  /** Names of containers, cgroups and folders of this driver that exist now. */
  readonly leftovers: () => Promise<readonly string[]>;
  /** Forgets a prepared environment, so that the next run of the contract prepares it again. */
  readonly discard?: (environment: Environment) => Promise<void>;
  /** The same driver with other indexes and, perhaps, less room for installations. */
  readonly withIndex?: (settings: IndexSettings, limits?: Partial<SandboxLimits>) => Sandbox;
}

export const MEBIBYTE = 1024 * 1024;
export const LIMITS: SandboxLimits = {
  wallTimeMs: 20_000,
  memoryBytes: 256 * MEBIBYTE,
  processes: 64,
  diskBytes: 32 * MEBIBYTE,
  outputBytes: 16 * 1024,
};
export const PREPARE_TIMEOUT_MS = 240_000;

export interface RunOptions {
  readonly environment?: Environment;
  /** The one that prepared the environment, where it is not the world's own. */
  readonly sandbox?: Sandbox;
  readonly limits?: Partial<SandboxLimits>;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly variables?: Readonly<Record<string, string>>;
}

/** One driver, an environment with pytest, and a host that has something to hide. */
export class SandboxWorld {
  /** Planted in a variable and a file of the host. */
  readonly secret = `planted-${randomUUID()}`;
  /** In the command line of every Python program of the contract, and so of whatever outlives it. */
  readonly marker = `#${randomUUID()}`;
  hostFolder = '';
  #subject: SandboxSubject | undefined;
  #environment: Environment | undefined;

  /** `isolates` is false for a driver that promises only what a plain child process can hold. */
  constructor(readonly isolates: boolean) {}

  async open(make: () => Promise<SandboxSubject>): Promise<void> {
    process.env.CODEFACE_PLANTED_SECRET = this.secret;
    this.hostFolder = await mkdtemp(join(tmpdir(), 'codeface-contract-'));
    await writeFile(join(this.hostFolder, 'secret'), this.secret, { mode: 0o644 });
    this.#subject = await make();
    this.#environment = await this.sandbox.prepare({ distributions: [] });
  }

  async close(): Promise<void> {
    delete process.env.CODEFACE_PLANTED_SECRET;
    await rm(this.hostFolder, { recursive: true, force: true });
  }

  get subject(): SandboxSubject {
    if (this.#subject === undefined) throw new Error('The driver could not be made.');
    return this.#subject;
  }

  get sandbox(): Sandbox {
    return this.subject.sandbox;
  }

  get environment(): Environment {
    if (this.#environment === undefined) throw new Error('The environment could not be prepared.');
    return this.#environment;
  }

  run(command: readonly string[], options: RunOptions = {}): Promise<SandboxResult> {
    const files = Object.entries(options.files ?? {}).map(
      ([path, content]) => [path, Buffer.from(content as Uint8Array)] as const,
    );
    return (options.sandbox ?? this.sandbox).run({
      environment: options.environment ?? this.environment,
      files: new Map(files),
      command,
      environmentVariables: options.variables ?? {},
      limits: { ...LIMITS, ...options.limits },
    });
  }

  python(program: string, options?: RunOptions): Promise<SandboxResult> {
    return this.run(['python', '-c', `${this.marker}\n${program}`], options);
  }
}

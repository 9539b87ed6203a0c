import type { FileTree } from '../domain/files.js';

export type SandboxDriver = 'docker' | 'bubblewrap' | 'process';

/** What an environment is made from; the same request gives the same cached environment. */
export interface EnvironmentRequest {
  /** PEP 508 requirements to install, with network, wheels preferred; pytest is always there. */
  readonly distributions: readonly string[];
}

/** A prepared interpreter with its distributions. */
export interface Environment {
  /** Stable name of what was prepared: image digest or environment hash. */
  readonly id: string;
  /** E.g. `3.11.2`. */
  readonly interpreter: string;
  /** `name==version`, sorted. */
  readonly distributions: readonly string[];
}

export interface SandboxLimits {
  readonly wallTimeMs: number;
  readonly memoryBytes: number;
  readonly processes: number;
  /** Writable space in the sandbox. */
  readonly diskBytes: number;
  /** Standard output and error each; the rest is thrown away. */
  readonly outputBytes: number;
}

export interface SandboxCommand {
  readonly environment: Environment;
  /** Put below the working folder before the command starts; the code under test may write there. */
  readonly files: FileTree;
  /**
   * The command; its first word `python` is the environment's interpreter. The working folder is where `files`
   * lie. No network, no secrets, standard input is empty.
   */
  readonly command: readonly string[];
  readonly environmentVariables: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
}

export type SandboxEnding = 'exited' | 'timed-out' | 'out-of-memory' | 'killed';

export interface SandboxResult {
  readonly ending: SandboxEnding;
  readonly exitCode: number | null;
  /** Head and tail within the limit, with a line between them saying how much was cut. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/**
 * Runs code nobody trusts. Both calls end in a `CodefaceError` of code `sandbox` when the driver itself failed
 * (engine stopped, installation failed), never for what the code did. Nothing is left behind in either case.
 */
export interface Sandbox {
  readonly driver: SandboxDriver;
  prepare(request: EnvironmentRequest): Promise<Environment>;
  run(command: SandboxCommand): Promise<SandboxResult>;
}

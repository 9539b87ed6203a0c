import type { FileTree } from '../domain/files.js';

export type SandboxDriver = 'docker' | 'bubblewrap' | 'process';

/** Which interpreter an environment is wanted with. */
export interface InterpreterWish {
  /** PEP 440 specifiers of `requires-python`; empty takes any. */
  readonly requires: string;
  /** Versions such as `3.12`, best first: the first that is here and satisfies `requires` is taken, else any that does. */
  readonly preferred: readonly string[];
}

/** What an environment is made from; the same request gives the same cached environment. */
export interface EnvironmentRequest {
  /** PEP 508 requirements to install, as wheels; pytest is always there. */
  readonly distributions: readonly string[];
  /** Any interpreter will do when absent. */
  readonly interpreter?: InterpreterWish;
  /** Source distributions may be built too, which runs their code while installing. */
  readonly allowsBuilds?: boolean;
  /** `owner/name`, for the credentials of package indexes that the installation scopes to it; none are used when absent. */
  readonly repository?: string;
  /** Longest time of the installation; 600,000 when absent. */
  readonly wallTimeMs?: number;
}

/** A prepared interpreter with its distributions. */
export interface Environment {
  /** Stable name of what was prepared: image digest or environment hash. */
  readonly id: string;
  /** Digest of the image, or hash of what determined the environment where there is none. */
  readonly digest: string;
  /** E.g. `3.11.2`. */
  readonly interpreter: string;
  /** `name==version`, sorted. */
  readonly distributions: readonly string[];
  /** What pytest loads of them by itself (`pytest11` entry points). */
  readonly plugins?: readonly PytestPlugin[];
}

export interface PytestPlugin {
  readonly distribution: string;
  readonly name: string;
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
  /**
   * The command is a supervisor of ours, which starts what nobody trusts. Where the driver can, it runs as root of the
   * sandbox with SETUID, SETGID, KILL and CHOWN and nothing more, so that its children are other users; elsewhere it is
   * the same unprivileged user as any command.
   */
  readonly supervised?: boolean;
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

import type { ErrorCode } from '../../src/domain/errors.js';
import type { ExecutionStatus } from '../../src/domain/execution.js';
import type { SandboxDriver, SandboxEnding, SandboxLimits } from '../../src/ports/sandbox.js';
import type { ToldLures } from './lures.js';
import type { Project } from './wheels.js';

export type Family =
  | 'network'
  | 'host-files'
  | 'writing'
  | 'links'
  | 'proc-sys'
  | 'privileges'
  | 'floods'
  | 'processes'
  | 'reports'
  | 'tests'
  | 'archives'
  | 'installation';

/** How an attack may end; each kind of attack can end in some of them. */
export type Outcome =
  /** A program tried at least one thing, was refused all, and exited with 0. */
  | 'refused'
  /** A program exited with 0 without having been refused anything. */
  | 'exited'
  | 'exited with an error'
  | Exclude<SandboxEnding, 'exited'>
  /** Codeface itself refused, with this code. */
  | ErrorCode
  /** A suite whose failing test is seen to fail. */
  | 'failed'
  /** A suite without its failing test: a comparison with the baseline says so. */
  | 'missing'
  | 'skipped'
  | 'nothing collected'
  | Exclude<ExecutionStatus, 'completed' | 'timed-out'>
  /** A suite whose failing test is seen by nobody: always an escape. */
  | 'green'
  /** A delivered tree that is not run, since it touches what it must not. */
  | 'refused tree'
  /** An environment was made. */
  | 'prepared';

/** Every way in which a suite with a failing test may end. */
export const NOT_GREEN: readonly Outcome[] = [
  'failed',
  'missing',
  'skipped',
  'nothing collected',
  'untrusted',
  'crashed',
  'timed-out',
  'out-of-memory',
];

export type Texts = Readonly<Record<string, string>>;

interface AttackOn<Against extends string> {
  readonly name: string;
  readonly family: Family;
  readonly against: Against;
  /** It must end in one of these. */
  readonly expected: readonly Outcome[];
}

/** A Python program run in a sandbox; it finds `attempts.py` beside it, which knows where the lures are. */
export interface RunAttack extends AttackOn<'run'> {
  readonly program: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly limits?: Partial<SandboxLimits>;
  /** Runs in another sandbox of the same driver at the same time, and holds the secret. */
  readonly beside?: string;
  /** Runs after it, in a sandbox of its own that must show nothing of the first. */
  readonly after?: string;
  /** The host tries to reach a listener of the program's. */
  readonly isProbed?: boolean;
  /** What it must have printed all the same. */
  readonly says?: RegExp;
}

/** A suite run by the harness; it holds a test called `test_ill` that fails when nothing interferes. */
export interface SuiteAttack extends AttackOn<'suite'> {
  readonly files: Texts;
  readonly limits?: Partial<SandboxLimits>;
  readonly testTimeoutMs?: number;
}

/** A tree that somebody delivered over a base; the base's tests fail on it unless somebody tampered with them. */
export interface TreeAttack extends AttackOn<'tree'> {
  readonly base: Texts;
  readonly delivered: Texts;
  readonly deleted?: readonly string[];
}

/** An installation from an index on this machine's loopback, which serves these projects. */
export interface PrepareAttack extends AttackOn<'prepare'> {
  readonly distributions: readonly string[];
  readonly projects: (told: ToldLures) => readonly Project[];
  readonly allowsBuilds?: boolean;
  /** Runs in the environment, if one was made. */
  readonly after?: string;
}

export type Attack = RunAttack | SuiteAttack | TreeAttack | PrepareAttack;

/** How an attack went on one driver. */
export interface AttackResult {
  readonly attack: Attack;
  readonly driver: SandboxDriver;
  readonly outcome: string;
  readonly wrongOutcome: boolean;
  /** What got out, one sentence each. */
  readonly escapes: readonly string[];
  readonly leftovers: readonly string[];
  /** What it said, for whoever looks into a failure. */
  readonly said: string;
  readonly durationMs: number;
}

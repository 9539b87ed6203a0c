import type {
  ActivationSet,
  Adaptation,
  Assessment,
  PastAttempt,
  UnsuccessfulAdaptation,
} from './adaptation.js';
import type { Integration } from './change-set.js';
import type { Diagnosis } from './diagnosis.js';
import type { Execution, TestCounts } from './execution.js';
import type { Finding } from './finding.js';
import type { Judgement } from './judgement.js';
import type { PullRequest } from './publication.js';
import type { Plan } from './requirement.js';

/** What was asked for, in the asker's words and place. */
export interface BuildRequest {
  /** `owner/name`, or the folder's name for a local build. */
  readonly repository: string;
  /** Issue or pull request number; absent for a local build. */
  readonly issue?: number;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly requestedBy: string;
}

/** b: when any of these is spent the run stops. Zero dollars and tokens mean no model may be called. */
export interface Budget {
  readonly rounds: number;
  readonly wallTimeMs: number;
  readonly tokens: number;
  readonly costUsd: number;
}

/** Who says whether a round is green: the suite in the sandbox, or the target's own CI alone. */
export type JudgeOfRounds = 'sandbox' | 'ci';

/** The suite on the untouched commit, run twice; or what the target's own CI says of it. */
export interface SuiteBaseline {
  /** Of the first run; with the lines that each test executed, where the second recorded them. */
  readonly execution: Execution;
  /** Node ids of tests whose outcome differs between identical runs. */
  readonly flaky: readonly string[];
  /** What the two runs say about themselves, not about the code. */
  readonly findings: readonly Finding[];
}

/** What a run is judged against. */
export interface Baseline extends SuiteBaseline {
  /** Node ids without parameters that must pass; frozen before round 1. */
  readonly requiredTests: readonly string[];
}

/** Everything one round did; saved before the next begins, and enough to go on from after a crash. */
export interface Round {
  /** 1-based. */
  readonly index: number;
  readonly plan: Plan;
  readonly assessments: readonly Assessment[];
  readonly activation: ActivationSet;
  readonly adaptations: readonly Adaptation[];
  /** Activated pairs whose resident had nothing (more) to offer. */
  readonly unsuccessful: readonly UnsuccessfulAdaptation[];
  /** Proposals that the harness rejected on the way. */
  readonly rejections: readonly PastAttempt[];
  readonly integration: Integration;
  readonly execution: Execution;
  readonly judgement: Judgement;
  readonly diagnosis: Diagnosis;
  readonly counts: TestCounts;
  /** Id of the commit that published it; absent when the round changed nothing. */
  readonly commit?: string;
  /** Spent on models. */
  readonly tokens: number;
  readonly costUsd: number;
  readonly durationMs: number;
}

/**
 * C_t: it only grows within a run. It is a fold over the rounds, so a run taken up again after a crash has the
 * same context.
 */
export interface ConstructionContext {
  readonly rounds: readonly Round[];
  /** What each resident tried so far, by requirement and primitive. */
  readonly attempts: readonly PastAttempt[];
  /** Diagnosis of the newest round. */
  readonly diagnosis?: Diagnosis;
}

/** Why a run ended. */
export type StopReason =
  | 'green'
  | 'rounds-spent'
  | 'no-progress'
  | 'timed-out-twice'
  | 'nothing-left-to-try'
  | 'stopped-by-request'
  | 'budget-spent'
  | 'environment-fault'
  | 'untrusted'
  | 'host-refused'
  | 'given-up'
  /** The target's own CI passes, and nothing in it failed before. */
  | 'nothing-shown'
  | 'nothing-to-build';

/** How a run ended; an expected ending is a value, never an exception. */
export interface RunOutcome {
  readonly runId: string;
  readonly outcome: 'green' | 'stopped-short' | 'nothing-to-build' | 'environment-fault';
  readonly reason: StopReason;
  /** One sentence for people. */
  readonly detail: string;
  readonly baseline?: Baseline;
  readonly rounds: readonly Round[];
  /** What planning had to tell the person who asked. */
  readonly notes: readonly string[];
  /** Index of the round that was delivered; absent when none was. */
  readonly deliveredRound?: number;
  readonly branch?: string;
  readonly commits: readonly string[];
  /** Address or path of the pull request. */
  readonly pullRequest?: string;
  readonly costUsd: number;
  readonly durationMs: number;
}

/** How far a run is, for whoever watches it: the status comment, the pull request's text, the terminal. */
export interface RunProgress {
  readonly runId: string;
  readonly request: BuildRequest;
  readonly branch: string;
  readonly phase: 'preparing' | 'planning' | 'executing' | 'finished';
  /** The sandbox when absent. */
  readonly judge?: JudgeOfRounds;
  readonly plan: Plan;
  /** What planning has to tell the person who asked. */
  readonly notes: readonly string[];
  readonly baseline?: Baseline;
  readonly rounds: readonly Round[];
  readonly pullRequest?: PullRequest;
  readonly outcome?: RunOutcome;
}

import { findingSentence } from '../domain/finding.js';
import type { Comment } from '../domain/publication.js';
import { moduleOfRequirement } from '../domain/requirement.js';
import type { Round, RunOutcome, RunProgress } from '../domain/run.js';
import { codeCell, codeSpan, prose } from './markdown.js';
import { comment } from './markers.js';
import { fill, type Templates } from './templates.js';
import { deliveredRound, requirementRows, roundRows } from './view.js';

/** Failures listed in a comment; the check run has the rest. */
const FAILURES_SHOWN = 12;

/** The sticky comment on the issue: where the run is, in a line and a table. */
export function renderStatus(templates: Templates, progress: RunProgress): Comment {
  const isNothing = progress.outcome?.outcome === 'nothing-to-build';
  return comment({ kind: 'status' }, marker =>
    fill(templates.status, {
      marker,
      headline: headline(progress),
      pullRequest: progress.pullRequest === undefined ? '' : pullRequestLine(progress),
      rounds: roundRows(progress),
      requirements: requirementRows(progress, deliveredRound(progress)),
      notes: progress.notes.map(note => prose(note)),
      help: isNothing ? templates.needsInterface : '',
      isRunning: progress.outcome === undefined,
    }),
  );
}

/** A red round, in a sentence that names the component, with the evidence folded. */
export function renderDiagnosis(templates: Templates, runId: string, round: Round): Comment {
  const { diagnosis } = round;
  return comment({ kind: 'diagnosis', runId, round: round.index }, marker =>
    fill(templates.diagnosis, {
      marker,
      index: round.index,
      summary: prose(diagnosis.summary),
      guidance: diagnosis.guidance.map(({ requirementId, objective }) => ({
        module: codeSpan(moduleOfRequirement(requirementId)),
        objective: prose(objective),
      })),
      failureCount: diagnosis.failures.length,
      failures: diagnosis.failures.slice(0, FAILURES_SHOWN).map(failure => ({
        subject: codeCell(failure.subject.replace(/^r:/, ''), 120),
        diagnosisClass: failure.diagnosisClass,
        evidence: codeCell(failure.evidence),
      })),
      findings: diagnosis.findings.slice(0, FAILURES_SHOWN).map(finding => ({
        kind: finding.kind,
        subject: codeSpan(finding.subject),
        message: prose(findingSentence(finding)),
      })),
    }),
  );
}

/** Why a run stopped before it was green, and what it leaves. */
export function renderConclusion(templates: Templates, outcome: RunOutcome): Comment {
  return comment({ kind: 'conclusion', runId: outcome.runId }, marker =>
    fill(templates.conclusion, {
      marker,
      detail: prose(outcome.detail, 1500),
      delivered: outcome.deliveredRound,
    }),
  );
}

type Phases = Readonly<Record<RunProgress['phase'], string>>;

const PHASES: Phases = {
  preparing: 'runs your suite as it is now, to know where it stands.',
  planning: 'plans and adapts.',
  executing: 'runs your suite on the change.',
  finished: 'is done.',
};

const PHASES_BY_CI: Phases = {
  ...PHASES,
  preparing: 'reads what your own CI, which judges this run alone, says of the code as it is now.',
  executing: 'waits for your own CI, which judges the change alone.',
};

function headline(progress: RunProgress): string {
  const { outcome } = progress;
  const isByCi = progress.judge === 'ci';
  if (outcome === undefined) {
    const phases = isByCi ? PHASES_BY_CI : PHASES;
    return `round ${progress.rounds.length + 1}: ${phases[progress.phase]}`;
  }
  switch (outcome.outcome) {
    case 'green':
      return isByCi
        ? 'is done: your own CI is green and the pull request is ready for your review.'
        : 'is done: the suite is green and the pull request is ready for your review.';
    case 'nothing-to-build':
      return `built nothing. ${prose(outcome.detail)}`;
    case 'environment-fault':
      return `stopped, and not because of your code. ${prose(outcome.detail)}`;
    case 'stopped-short':
      return `stopped short. ${prose(outcome.detail)}`;
  }
}

function pullRequestLine(progress: RunProgress): string {
  const number = progress.pullRequest?.number ?? 0;
  const isReady = progress.outcome?.outcome === 'green';
  return `Pull request #${number} (${isReady ? 'ready for review' : 'draft'}) on ${codeSpan(progress.branch)}`;
}

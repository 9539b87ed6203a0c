import type { Annotation, CheckRun } from '../domain/publication.js';
import type { JudgeOfRounds, Round } from '../domain/run.js';
import { prose } from './markdown.js';
import { describeCounts } from './view.js';

const NAME = 'Codeface suite';

/** The check run of a commit whose suite is about to run, in the sandbox or in the target's own CI. */
export function startedCheckRun(commit: string, judge: JudgeOfRounds = 'sandbox'): CheckRun {
  return {
    name: NAME,
    commit,
    status: 'in_progress',
    title: judge === 'ci' ? "Waiting for the repository's own CI" : 'Running the suite',
    summary: '',
    annotations: [],
  };
}

/** The check run of a round that ended; failures are annotated where their trace last touched a delivered file. */
export function finishedCheckRun(round: Round, commit: string): CheckRun {
  const isFault = round.execution.status === 'environment-fault';
  return {
    name: NAME,
    commit,
    status: 'completed',
    conclusion: round.judgement.green ? 'success' : isFault ? 'neutral' : 'failure',
    title:
      round.execution.status === 'untrusted' ? 'No verdict can be trusted' : describeCounts(round.counts),
    summary: prose(round.diagnosis.summary),
    annotations: round.judgement.green ? [] : annotationsOf(round),
  };
}

/** The check run of a commit that was left without a verdict. */
export function abandonedCheckRun(commit: string, why: string): CheckRun {
  return {
    ...startedCheckRun(commit),
    status: 'completed',
    conclusion: 'neutral',
    title: 'No verdict',
    summary: prose(why),
  };
}

function annotationsOf(round: Round): readonly Annotation[] {
  const delivered = new Set(round.integration.changeSet.writes.map(file => file.path));
  return round.execution.tests.flatMap(test => {
    if (test.outcome !== 'failed' && test.outcome !== 'error') return [];
    const frame = test.trace?.findLast(place => delivered.has(place.path)) ?? test.trace?.at(-1);
    if (frame === undefined || frame.path.startsWith('/') || frame.line < 1) return [];
    const message = `${test.id}: ${test.errorType ?? 'failed'}: ${test.message ?? ''}`.slice(0, 1000);
    return [{ path: frame.path, startLine: frame.line, endLine: frame.line, level: 'failure', message }];
  });
}

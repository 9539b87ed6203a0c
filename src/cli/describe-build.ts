import { adaptationNotes, carriedCounts } from '../domain/adaptation.js';
import { shortCommit } from '../domain/commit-name.js';
import { countTests } from '../domain/execution.js';
import { oneLine } from '../domain/one-line.js';
import { moduleOfRequirement } from '../domain/requirement.js';
import type { Round, RunOutcome } from '../domain/run.js';
import { table } from './output.js';

/** The object that `build --json` prints. */
export function buildAnswer(outcome: RunOutcome): object {
  const delivered = deliveredRound(outcome);
  return {
    outcome: outcome.outcome,
    reason: outcome.reason,
    detail: outcome.detail,
    notes: notesOf(outcome, delivered),
    rounds: outcome.rounds.map(round => ({
      index: round.index,
      passed: round.counts.passed,
      failed: round.counts.failed,
      errors: round.counts.errors,
      diagnosis: round.diagnosis.summary,
    })),
    requirements: outcome.rounds.at(-1)?.plan.requirements ?? [],
    activated: (delivered?.adaptations ?? []).map(adaptation => {
      const [kept, rewritten, dropped] = carriedCounts(adaptation);
      return {
        requirement: moduleOfRequirement(adaptation.requirementId),
        primitive: adaptation.primitiveId,
        repository: adaptation.provenance.repository,
        commit: adaptation.provenance.commit,
        licence: adaptation.provenance.licence,
        carriedTests: { kept, rewritten, dropped },
      };
    }),
    uncovered: delivered?.activation.uncovered ?? [],
    branch: outcome.branch ?? null,
    commits: outcome.commits,
    pullRequest: outcome.pullRequest ?? null,
    costUsd: outcome.costUsd,
    durationMs: outcome.durationMs,
  };
}

function notesOf(outcome: RunOutcome, delivered: Round | undefined): readonly string[] {
  return [...outcome.notes, ...adaptationNotes(delivered?.adaptations ?? [])];
}

/** The summary a person reads at the end of a build. */
export function describeBuild(outcome: RunOutcome): string {
  const delivered = deliveredRound(outcome);
  const parts = [`${outcome.outcome}: ${oneLine(outcome.detail)}`];
  const notes = notesOf(outcome, delivered);
  if (notes.length > 0) parts.push(notes.map(note => `note: ${oneLine(note)}`).join('\n'));
  if (delivered !== undefined) parts.push(provenanceTable(delivered));
  if (outcome.rounds.length > 0) parts.push(roundTable(outcome));
  if (outcome.branch !== undefined)
    parts.push(
      `branch        ${oneLine(outcome.branch)}\npull request  ${oneLine(outcome.pullRequest ?? 'none')}`,
    );
  parts.push(
    `${(outcome.durationMs / 1000).toFixed(1)} s, ${outcome.rounds.length} ${outcome.rounds.length === 1 ? 'round' : 'rounds'}, cost $${outcome.costUsd}`,
  );
  return parts.join('\n\n');
}

function deliveredRound(outcome: RunOutcome): Round | undefined {
  return outcome.rounds.find(round => round.index === outcome.deliveredRound);
}

function provenanceTable(round: Round): string {
  return table(
    ['Requirement', 'Primitive', 'Source', 'Licence', 'Carried tests'],
    round.plan.requirements.map(requirement => {
      const adaptation = round.adaptations.find(one => one.requirementId === requirement.id);
      if (adaptation === undefined) return [requirement.module, 'uncovered', '', '', ''];
      const [kept, rewritten, dropped] = carriedCounts(adaptation);
      const { repository, commit, licence } = adaptation.provenance;
      const source = `${repository}@${shortCommit(commit, 7)}`;
      const carried = `${kept} kept, ${rewritten} rewritten, ${dropped} dropped`;
      return [requirement.module, adaptation.primitiveId, source, licence, carried];
    }),
  );
}

function roundTable(outcome: RunOutcome): string {
  const row = (
    name: string,
    counts: ReturnType<typeof countTests>,
    required: string,
    commit: string,
    note: string,
  ) => [name, String(counts.passed), String(counts.failed), String(counts.errors), required, commit, note];
  const before = outcome.baseline;
  return table(
    ['Suite', 'Passed', 'Failed', 'Errors', 'Required', 'Commit', ''],
    [
      ...(before === undefined
        ? []
        : [row('before', countTests(before.execution), `0/${before.requiredTests.length}`, '', '')]),
      ...outcome.rounds.map(round => {
        const { requiredPassing, requiredFailing, green } = round.judgement;
        const required = `${requiredPassing.length}/${requiredPassing.length + requiredFailing.length}`;
        const note = green ? 'green' : `red: ${round.diagnosis.summary}`;
        return row(`round ${round.index}`, round.counts, required, round.commit?.slice(0, 7) ?? '', note);
      }),
    ],
  );
}

import { carriedCounts, type Adaptation } from '../domain/adaptation.js';
import { shortCommit } from '../domain/commit-name.js';
import { countTests, type TestCounts } from '../domain/execution.js';
import type { Round, RunProgress } from '../domain/run.js';
import { bestRound } from '../domain/stopping.js';
import { codeCell, codeSpan, prose } from './markdown.js';

/** One requirement as a reader sees it: what was asked for, and where what covers it came from. */
export interface RequirementRow {
  readonly module: string;
  readonly exports: string;
  readonly primitive: string;
  readonly source: string;
  readonly licence: string;
  readonly carried: string;
  readonly uncovered: string;
}

/** One round as a row of a table. */
export interface RoundRow {
  readonly index: number;
  readonly isGreen: boolean;
  readonly required: string;
  readonly suite: string;
  readonly commit: string;
  readonly summary: string;
}

/** The requirements of a round, or of the plan before any round. */
export function requirementRows(progress: RunProgress, round: Round | undefined): readonly RequirementRow[] {
  const plan = round?.plan ?? progress.plan;
  return plan.requirements.map(requirement => {
    const adaptation = round?.adaptations.find(one => one.requirementId === requirement.id);
    const open = round?.activation.uncovered.find(pair => pair.requirementId === requirement.id);
    return {
      module: codeCell(requirement.module),
      exports: requirement.exports.map(symbol => codeCell(symbol.name)).join(', '),
      primitive: adaptation === undefined ? '' : codeCell(adaptation.primitiveId),
      source: adaptation === undefined ? '' : sourceOf(adaptation),
      licence: adaptation === undefined ? '' : codeCell(adaptation.provenance.licence),
      carried: adaptation === undefined ? '' : carriedOf(adaptation),
      uncovered: open === undefined ? '' : prose(open.reason, 300),
    };
  });
}

export function roundRows(progress: RunProgress): readonly RoundRow[] {
  return progress.rounds.map(round => {
    const { requiredPassing, requiredFailing } = round.judgement;
    return {
      index: round.index,
      isGreen: round.judgement.green,
      required: `${requiredPassing.length} of ${requiredPassing.length + requiredFailing.length}`,
      suite: describeCounts(round.counts),
      commit: round.commit === undefined ? '' : round.commit.slice(0, 7),
      summary: prose(round.diagnosis.summary, 300),
    };
  });
}

export function describeCounts(counts: TestCounts): string {
  const parts = [`${counts.passed} passed`];
  if (counts.failed > 0) parts.push(`${counts.failed} failed`);
  if (counts.errors > 0) parts.push(`${counts.errors} errors`);
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`);
  return parts.join(', ');
}

/** The round that is, or would now be, delivered. */
export function deliveredRound(progress: RunProgress): Round | undefined {
  const index = progress.outcome?.deliveredRound;
  return index === undefined
    ? bestRound(progress.rounds)
    : progress.rounds.find(round => round.index === index);
}

/** The suite before anything was changed. */
export function baselineCounts(progress: RunProgress): string | undefined {
  return progress.baseline === undefined
    ? undefined
    : describeCounts(countTests(progress.baseline.execution));
}

/** Repository, commit and the files that most lines came from. */
function sourceOf({ provenance }: Adaptation): string {
  const commit = shortCommit(provenance.commit, 7);
  const lines = new Map<string, number>();
  for (const { path, startLine, endLine } of provenance.ranges) {
    lines.set(path, (lines.get(path) ?? 0) + endLine - startLine + 1);
  }
  const paths = [...lines].sort(([, a], [, b]) => b - a).map(([path]) => path);
  const shown = paths.slice(0, 2).map(path => codeCell(path));
  const more = paths.length > shown.length ? ` +${paths.length - shown.length}` : '';
  return `${codeSpan(`${provenance.repository}@${commit}`)} ${shown.join(', ')}${more}`;
}

function carriedOf(adaptation: Adaptation): string {
  const [kept, rewritten, dropped] = carriedCounts(adaptation);
  return `${kept} kept, ${rewritten} rewritten, ${dropped} dropped`;
}

import { adaptationNotes } from '../domain/adaptation.js';
import type { PullRequestText } from '../domain/publication.js';
import { moduleOfRequirement } from '../domain/requirement.js';
import type { RunProgress } from '../domain/run.js';
import { codeSpan, oneLine, prose } from './markdown.js';
import { fill, type Templates } from './templates.js';
import { baselineCounts, deliveredRound, describeCounts, requirementRows, roundRows } from './view.js';

/** Title and body of the pull request: what it brings, where every line came from, and what the suite said. */
export function renderPullRequest(templates: Templates, progress: RunProgress): PullRequestText {
  const { request, outcome } = progress;
  const delivered = deliveredRound(progress);
  const judgement = delivered?.judgement;
  const body = fill(templates.pullRequest, {
    summary: summaryOf(progress),
    requirements: requirementRows(progress, delivered),
    before: baselineCounts(progress) ?? 'not run yet',
    after: delivered === undefined ? 'not run yet' : describeCounts(delivered.counts),
    required:
      judgement === undefined
        ? 'not run yet'
        : `${judgement.requiredPassing.length} of ${judgement.requiredPassing.length + judgement.requiredFailing.length} pass`,
    rounds: roundRows(progress),
    notes: [...progress.notes, ...adaptationNotes(delivered?.adaptations ?? [])].map(note => prose(note)),
    closes: request.issue !== undefined && outcome?.outcome === 'green' ? `Closes #${request.issue}.` : '',
  });
  return { title: titleOf(progress), body };
}

function titleOf({ request, plan }: RunProgress): string {
  const asked = oneLine(request.title, 120);
  return asked === '' ? oneLine(`Build ${plan.requirements.map(one => one.module).join(', ')}`, 120) : asked;
}

function summaryOf(progress: RunProgress): string {
  const { outcome, plan, request } = progress;
  const delivered = deliveredRound(progress)?.adaptations.map(one => moduleOfRequirement(one.requirementId));
  const names = delivered ?? plan.requirements.map(requirement => requirement.module);
  const modules = names.map(name => codeSpan(name)).join(', ');
  const asked = request.issue === undefined ? '' : `, asked for in #${request.issue}`;
  const state =
    outcome === undefined
      ? 'Work in progress: a commit is added each round until the suite is green.'
      : `${outcome.outcome === 'green' ? '' : 'Stopped short. '}${prose(outcome.detail, 1500)}`;
  return `Brings ${modules}${asked}, adapted from code primitives.\n\n${state}`;
}

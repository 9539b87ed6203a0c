import type { ProposalReport } from '../../domain/mined.js';
import type { Consultation } from './consultation.js';
import type { Redrawn } from './redrawing.js';

/** What asking a model gave, in numbers and in one sentence. */
export function accountOf(
  { answers, remembered, failed, spent, whyStopped }: Consultation,
  { redrawings, proposals, ignored }: Redrawn,
  stood: number,
): ProposalReport {
  const tried = redrawings.length;
  const told = [
    answers.length === 0
      ? 'No model answered, so that components are as evidence drew them'
      : `A model answered ${counted(answers.length, 'question')} about components (${remembered} remembered) and made ${counted(proposals, 'proposal')}, of which ${ignored} did not fit`,
    ...(tried === 0
      ? []
      : [`of ${counted(tried, 'change')} to what evidence drew, ${stood} passed validation`]),
    ...(failed === 0 ? [] : [`${counted(failed, 'reply', 'replies')} could not be used`]),
    ...(spent.tokens === 0 ? [] : [`it cost ${spent.tokens} tokens, $${spent.costUsd.toFixed(4)}`]),
    ...(whyStopped === undefined ? [] : [`it was asked no more, since ${whyStopped}`]),
  ];
  return {
    summary: `${told.join('; ')}.`,
    answers: { total: answers.length, remembered },
    proposals,
    ignored,
    redrawn: { tried, stood },
    ...spent,
  };
}

function counted(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}

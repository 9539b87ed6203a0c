import { CodefaceError } from '../domain/errors.js';
import type { RunServices } from '../harness/remembered-runs.js';
import type { PlannedExports } from '../mine/plans.js';
import { Consultation } from '../mine/propose/consultation.js';
import type { Proposer } from '../mine/propose/proposer.js';
import { questionsAbout, type Question } from '../mine/propose/questions.js';
import { encodeReply, REPLIES_KIND, type PaidReply } from '../mine/propose/reply.js';
import type { Survey } from '../mine/survey.js';
import type { Clock } from '../ports/clock.js';
import type { Progress } from '../ports/progress.js';

/** What asking a model about components works with. */
export interface ConsultingServices extends Pick<RunServices, 'memory' | 'signal'> {
  /** Asked how components are better drawn and called; without one, evidence alone decides. */
  readonly proposer?: Proposer | undefined;
  readonly clock: Clock;
  readonly progress: Progress;
}

/**
 * Asks the model about what evidence drew, question after question; each reply is remembered before the next is asked
 * for. Whatever goes wrong with a model costs its proposals and nothing else. Undefined when there is none.
 */
export async function consultModel(
  { proposer, memory, clock, signal, progress }: ConsultingServices,
  surveyed: Survey,
  drawn: readonly PlannedExports[],
): Promise<Consultation | undefined> {
  if (proposer === undefined) return undefined;
  const questions = questionsAbout(surveyed, drawn, proposer);
  const known = await memory?.recall(
    REPLIES_KIND,
    questions.map(({ key }) => key),
  );
  const consultation = new Consultation(proposer.budget, clock.now());
  const step = progress.step('Asking a model about components', questions.length);
  for (const [index, question] of questions.entries()) {
    signal?.throwIfAborted();
    step.update(index);
    if (!consultation.mustAsk(question, known?.get(question.key), clock.now())) continue;
    const answer = await ask(proposer, question);
    consultation.hear(question, answer);
    if (!(answer instanceof CodefaceError))
      await memory?.keep(REPLIES_KIND, new Map([[question.key, encodeReply(answer)]]));
  }
  step.finish(`${consultation.answers.length} of ${questions.length} answered`);
  return consultation;
}

/** A paid reply, or what a model or its endpoint ended in; what is no fault of theirs is thrown. */
async function ask({ model }: Proposer, { request }: Question): Promise<PaidReply | CodefaceError> {
  try {
    const { value, inputTokens, outputTokens, costUsd } = await model.complete(request);
    return { reply: value, tokens: inputTokens + outputTokens, costUsd };
  } catch (error) {
    const isOfModel = error instanceof CodefaceError && /^(language-model|configuration)$/.test(error.code);
    if (isOfModel) return error;
    throw error;
  }
}

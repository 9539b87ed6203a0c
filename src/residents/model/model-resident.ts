import { CodefaceError } from '../../domain/errors.js';
import type { LanguageModel, ModelRequest } from '../../ports/language-model.js';
import type { Resident, ResidentInput } from '../resident.js';
import { findSecret } from './find-secret.js';
import { readAdaptation, unsuccessful } from './read-adaptation.js';
import { readAssessment, unsuitable } from './read-assessment.js';
import { renderInput, type ModelPrompts } from './render-input.js';
import { adaptationReply, assessmentReply } from './replies.js';

export interface ModelResidentOptions {
  readonly model: LanguageModel;
  readonly prompts: ModelPrompts;
}

const ASSESSMENT_TOKENS = 8_000;
/** A component's files and tests in full, and what a model thinks before it writes them. */
const ADAPTATION_TOKENS = 32_000;

/**
 * M as a language model (Code Primitives, appendix F.1). A reply that cannot be used is an `UNSUITABLE` assessment or
 * an `unsuccessful` proposal with the reason, and may be asked for again; so is a primitive that seems to hold a
 * secret, of which nothing is sent. Both calls end in a `CodefaceError`: a retryable one of code `language-model` when
 * no model could be reached, or one of code `configuration`.
 */
export function createModelResident({ model, prompts }: ModelResidentOptions): Resident {
  const ask = async <T>(
    input: ResidentInput,
    request: Omit<ModelRequest<T>, 'role' | 'user'>,
  ): Promise<{ readonly value: T } | { readonly reason: string }> => {
    const user = renderInput(prompts.input, input);
    const secret = findSecret(user);
    if (secret !== undefined)
      return { reason: `It holds what looks like ${secret}, so nothing of it is sent to a model.` };
    try {
      return await model.complete({ ...request, role: 'resident', user });
    } catch (error) {
      if (error instanceof CodefaceError && error.code === 'language-model' && !error.retryable)
        return { reason: error.message };
      throw error;
    }
  };
  return {
    name: 'model',
    async assess(input) {
      const reply = await ask(input, {
        system: prompts.assess,
        schemaName: 'assessment',
        schema: assessmentReply,
        maxOutputTokens: ASSESSMENT_TOKENS,
      });
      return 'value' in reply ? readAssessment(reply.value, input) : unsuitable(input, reply.reason);
    },
    async adapt(input) {
      const reply = await ask(input, {
        system: prompts.adapt,
        schemaName: 'adaptation',
        schema: adaptationReply,
        maxOutputTokens: ADAPTATION_TOKENS,
      });
      return 'value' in reply ? readAdaptation(reply.value, input) : unsuccessful(input, reply.reason);
    },
  };
}

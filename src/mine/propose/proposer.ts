import type { Config } from '../../config/config.js';
import type { Budget } from '../../domain/run.js';
import type { LanguageModel } from '../../ports/language-model.js';

/** Where the prompt lies, below templates/: a constant system text. */
export const PROPOSE_PROMPT_PATHS = { propose: 'prompts/propose.md' } as const;

/** A model that may propose how components are drawn and what they are called. */
export interface Proposer {
  readonly model: LanguageModel;
  /** What the endpoint calls it: replies of another model are not remembered as its own. */
  readonly modelName: string;
  readonly prompt: string;
  /** Of one mining; of amounts, 0 is no limit, as for a run. */
  readonly budget: Omit<Budget, 'rounds'>;
}

/** The model that plans proposes too, within the budget of one run; undefined when none is set. */
export function proposerOf(
  config: Pick<Config, 'model' | 'budget'>,
  model: LanguageModel | undefined,
  prompts: Readonly<Record<keyof typeof PROPOSE_PROMPT_PATHS, string>>,
): Proposer | undefined {
  const modelName = config.model?.models.backbone;
  if (model === undefined || modelName === undefined) return undefined;
  return { model, modelName, prompt: prompts.propose, budget: config.budget };
}

import type { LanguageModel } from '../../ports/language-model.js';

/** What was spent on models so far. */
export interface Spending {
  readonly tokens: number;
  readonly costUsd: number;
}

/** A language model that counts what its answers cost; a call that ends in an error counts nothing. */
export interface MeteredModel extends LanguageModel {
  spent(): Spending;
}

export function meterModel(model: LanguageModel): MeteredModel {
  let tokens = 0;
  let costUsd = 0;
  return {
    async complete(request) {
      const reply = await model.complete(request);
      tokens += reply.inputTokens + reply.outputTokens;
      costUsd += reply.costUsd;
      return reply;
    },
    spent: () => ({ tokens, costUsd }),
  };
}

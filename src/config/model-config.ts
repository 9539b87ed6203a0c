import { z } from 'zod';
import type { ModelRole } from '../ports/language-model.js';
import type { VariableProblem, VariableReading } from './variables.js';

/** US dollars for a million tokens. */
export interface TokenPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
}

export interface ModelConfig {
  /** Of an OpenAI-compatible endpoint. */
  readonly baseUrl: string;
  /** Absent for a server that asks for none. */
  readonly apiKey: string | undefined;
  /** A role that is absent has no model and is left to the program. */
  readonly models: Readonly<Partial<Record<ModelRole, string>>>;
  /** Has a price for every one of `models`. */
  readonly prices: Readonly<Record<string, TokenPrice>>;
}

const amount = z.coerce.number().nonnegative();
const prices = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.strictObject({ inputPerMillion: amount, outputPerMillion: amount })));

const addressRemedy =
  'Set the address of an OpenAI-compatible endpoint, for example https://api.openai.com/v1.';
const modelRemedy = 'Set the name of a model as the endpoint knows it.';
const pricesRemedy =
  'Set JSON such as {"name": {"inputPerMillion": 1.25, "outputPerMillion": 10}}, with zeros for a model that costs nothing.';

export const modelVariables = {
  CODEFACE_MODEL_BASE_URL: z.url({ protocol: /^https?$/ }).describe(addressRemedy),
  CODEFACE_MODEL_API_KEY: z.string().describe('Set the key of the endpoint.'),
  CODEFACE_MODEL_BACKBONE: z.string().describe(modelRemedy),
  CODEFACE_MODEL_RESIDENT: z.string().describe(modelRemedy),
  CODEFACE_MODEL_DIAGNOSIS: z.string().describe(modelRemedy),
  CODEFACE_BUDGET_USD: amount.describe('Set US dollars, 0 or more.'),
  CODEFACE_BUDGET_TOKENS: amount.int().describe('Set a whole number of tokens, 0 or more.'),
  CODEFACE_PRICES: prices.describe(pricesRemedy),
};

type ModelValues = VariableReading<typeof modelVariables>['values'];

/** The models as configured, or undefined when no role has one. */
export function modelConfigOf(values: ModelValues): ModelConfig | undefined {
  const roles: readonly (readonly [ModelRole, string | undefined])[] = [
    ['backbone', values.CODEFACE_MODEL_BACKBONE],
    ['resident', values.CODEFACE_MODEL_RESIDENT],
    ['diagnosis', values.CODEFACE_MODEL_DIAGNOSIS],
  ];
  const named = roles.filter(([, model]) => model !== undefined);
  if (named.length === 0) return undefined;
  return {
    baseUrl: values.CODEFACE_MODEL_BASE_URL ?? '',
    apiKey: values.CODEFACE_MODEL_API_KEY,
    models: Object.fromEntries(named),
    prices: values.CODEFACE_PRICES ?? {},
  };
}

/**
 * What a configured model lacks. A dollar budget holds only when the cost of a call is known, so a model without a
 * price is a problem, not a free one.
 */
export function modelProblems({ baseUrl, models, prices }: ModelConfig): readonly VariableProblem[] {
  const problems: VariableProblem[] = [];
  if (baseUrl === '')
    problems.push({
      variable: 'CODEFACE_MODEL_BASE_URL',
      wrong: 'Not set, though a model is',
      remedy: addressRemedy,
    });
  const unpriced = [...new Set(Object.values(models))].filter(model => !Object.hasOwn(prices, model));
  if (unpriced.length > 0)
    problems.push({
      variable: 'CODEFACE_PRICES',
      wrong: `No price for ${unpriced.join(', ')}`,
      remedy: pricesRemedy,
    });
  return problems;
}

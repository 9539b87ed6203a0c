import type { ZodType } from 'zod';

/** A model each; all three may be the same. */
export type ModelRole = 'backbone' | 'resident' | 'diagnosis';

export interface ModelRequest<T> {
  readonly role: ModelRole;
  readonly system: string;
  readonly user: string;
  /** Name and shape of the structured reply. */
  readonly schemaName: string;
  readonly schema: ZodType<T>;
  readonly maxOutputTokens: number;
}

export interface ModelReply<T> {
  readonly value: T;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/**
 * A language model behind structured output. It can end in a `CodefaceError` of code `language-model`: retryable
 * when the server was busy or unreachable, not when the reply does not fit the schema or the model refused.
 */
export interface LanguageModel {
  complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>>;
}

import type { ZodType } from 'zod';

/** A model each; all three may be the same. */
export type ModelRole = 'backbone' | 'resident' | 'diagnosis';

export interface ModelRequest<T> {
  readonly role: ModelRole;
  readonly system: string;
  readonly user: string;
  /** Names the shape of the structured reply: letters, digits, `-` and `_`, at most 64. */
  readonly schemaName: string;
  /** An object; every object in it is strict and no field is optional (it may be nullable). */
  readonly schema: ZodType<T>;
  /** Reasoning included. */
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
 * when the server was busy or unreachable, not when the reply does not fit the schema, was cut off, or the model
 * refused; and of code `configuration` when the role has no model or the server does not accept who asks.
 */
export interface LanguageModel {
  complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>>;
}

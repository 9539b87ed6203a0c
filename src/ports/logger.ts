/** A log line is a fixed sentence plus fields; a warning says what to do. Secrets are never fields. */
export interface Logger {
  info(sentence: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(sentence: string, fields?: Readonly<Record<string, unknown>>): void;
  error(sentence: string, fields?: Readonly<Record<string, unknown>>): void;
}

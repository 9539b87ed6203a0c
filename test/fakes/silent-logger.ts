import type { Logger } from '../../src/ports/logger.js';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly sentence: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Prints nothing and keeps every line, so that a test can ask what was said. */
export function createSilentLogger(): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']): Logger['info'] =>
    (sentence, fields = {}) =>
      void lines.push({ level, sentence, fields });
  return { lines, info: at('info'), warn: at('warn'), error: at('error') };
}

import { pino } from 'pino';
import type { DestinationStream } from 'pino';

import type { Logger } from '../../ports/logger.js';
import { redactFields, redactText } from './redact.js';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** JSON lines through pino; standard error unless told otherwise, since standard output is a command's answer. */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const lines = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const at =
    (severity: 'info' | 'warn' | 'error'): Logger['info'] =>
    (sentence, fields = {}) =>
      lines[severity](redactFields(fields), redactText(sentence));
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Warnings and errors as sentences on a terminal or in a pipe; what is only informative is left out. */
export function createPlainLogger(stream: { write(text: string): unknown }): Logger {
  const say = (sentence: string) => void stream.write(`codeface: ${redactText(sentence)}\n`);
  return { info: () => undefined, warn: say, error: say };
}

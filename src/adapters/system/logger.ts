import { pino } from 'pino';
import type { DestinationStream } from 'pino';

import type { Logger } from '../../ports/logger.js';
import { redactFields, redactText } from './redact.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

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

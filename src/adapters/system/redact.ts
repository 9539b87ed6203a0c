const SECRET_NAME =
  /(token|secret|passw(or)?d|api[-_]?key|private[-_]?key|authorization|credential|cookie)s?$/i;

/** Shapes that give a secret away wherever it stands: GitHub and API keys, PEM blocks, credentials in an address. */
const SECRET_TEXT =
  /\bgh[a-z]_[A-Za-z0-9_]{20,}|\bgithub_pat_\w{20,}|\bsk-[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)|(?<=:\/\/)[^\s/@]+@|\b(?:bearer|basic|token) +[\w.~+/=-]{16,}|\beyJ[\w-]+\.[\w-]+\.[\w-]+/gi;

const REPLACEMENT = '[redacted]';
const MAX_DEPTH = 6;

/** The text without anything that looks like a secret. */
export function redactText(text: string): string {
  return text.replace(SECRET_TEXT, REPLACEMENT);
}

/**
 * A copy of log fields without secrets, by name of the field and by shape of the text. It is the second line of
 * defence: secrets are never to be fields at all. Errors become plain objects; anything deeper than six levels is cut.
 */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return redactObject(fields, 0);
}

function redactObject(object: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      typeof value === 'string' && SECRET_NAME.test(name) ? REPLACEMENT : redactValue(value, depth + 1),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[cut]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map(item => redactValue(item, depth + 1));
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Map || value instanceof Set) return redactValue([...value], depth);
  return redactObject(value, depth);
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redactText(error.message),
    ...('code' in error ? { code: error.code } : {}),
    stack: redactText(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
}

import { createHash } from 'node:crypto';
import { parsePython } from '../../syntax/parse-python.js';

/** What is shorter, white space normalised, is in many projects: an empty `__init__.py`, a getter. */
const SHORTEST = 80;

const DEFINITIONS = new Set(['decorated_definition', 'function_definition', 'class_definition']);

/**
 * The hashes that a file can be known by: of its bytes; of its text with each run of ASCII white space made one space;
 * and the same of each of its top-level definitions, by which a slice of it is known too. None for what is trivial.
 */
export function contentMarks(path: string, bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes).toString('utf8');
  const whole = normalised(text);
  if (whole.length < SHORTEST) return [];
  const marks = [sha256(bytes), sha256(whole)];
  if (path.endsWith('.py'))
    for (const { type, start, end } of parsePython(text).root.children) {
      if (!DEFINITIONS.has(type)) continue;
      const own = normalised(text.slice(start, end));
      if (own.length >= SHORTEST) marks.push(sha256(own));
    }
  return [...new Set(marks)];
}

function normalised(text: string): string {
  return text.replace(/[ \t\n\r\v\f]+/g, ' ').trim();
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

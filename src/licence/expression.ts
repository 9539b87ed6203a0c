import parse from 'spdx-expression-parse';

/** One licence of an expression, its identifier in the current form: `GPL-2.0+` is `GPL-2.0-or-later`. */
export interface LicenceTerm {
  readonly id: string;
  /** After WITH. */
  readonly exception?: string;
}

/** An SPDX expression as a tree (SPDX specification 2.3, annex D). */
export type LicenceExpression =
  | LicenceTerm
  | {
      readonly conjunction: 'and' | 'or';
      readonly left: LicenceExpression;
      readonly right: LicenceExpression;
    };

/** The tree of an SPDX expression, or undefined when the text is none; nothing is guessed from near misses. */
export function parseExpression(text: string): LicenceExpression | undefined {
  try {
    return fromParsed(parse(text.trim()));
  } catch {
    return undefined;
  }
}

/** The expression as text, with identifiers in their current form. */
export function renderExpression(expression: LicenceExpression): string {
  if ('id' in expression)
    return expression.exception === undefined
      ? expression.id
      : `${expression.id} WITH ${expression.exception}`;
  const side = (part: LicenceExpression) =>
    'id' in part || part.conjunction === expression.conjunction
      ? renderExpression(part)
      : `(${renderExpression(part)})`;
  return `${side(expression.left)} ${expression.conjunction.toUpperCase()} ${side(expression.right)}`;
}

/** Every licence that the expression names, in order, repeats kept. */
export function termsOf(expression: LicenceExpression): readonly LicenceTerm[] {
  return 'id' in expression ? [expression] : [...termsOf(expression.left), ...termsOf(expression.right)];
}

/** The identifiers that the expression names, in order, once each. */
export function idsIn(expression: LicenceExpression): readonly string[] {
  return [...new Set(termsOf(expression).map(({ id }) => id))];
}

/** A licence without its version choice: `GPL-2.0` for `GPL-2.0-only` and `GPL-2.0-or-later`, which share one text. */
export function familyOf(id: string): string {
  return id.replace(/-(only|or-later)$/, '');
}

function fromParsed(parsed: parse.Info): LicenceExpression {
  if ('conjunction' in parsed)
    return {
      conjunction: parsed.conjunction,
      left: fromParsed(parsed.left),
      right: fromParsed(parsed.right),
    };
  const id = currentForm(parsed.license, parsed.plus === true);
  return parsed.exception === undefined ? { id } : { id, exception: parsed.exception };
}

/** SPDX deprecated the bare GNU identifiers and their `+`; a `+` on any other licence has a single version behind it. */
function currentForm(id: string, plus: boolean): string {
  if (!/^[AL]?GPL-\d\.\d$/.test(id)) return id;
  return plus ? `${id}-or-later` : `${id}-only`;
}

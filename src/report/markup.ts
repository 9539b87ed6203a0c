/** HTML or SVG that was put together by `markup`: everything foreign in it is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | number | Markup | readonly Markup[];

/**
 * HTML or SVG by a template: what is put in is escaped unless it is `Markup` itself, so that no name of a file can
 * become an element, an attribute or a script.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(strings.map((text, index) => text + textOf(values[index] ?? '')).join(''));
}

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(one => one.text).join('');
  return escapeMarkup(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What is no character of XML, lone halves of pairs too, and what would turn the direction of the text around it. */
const UNPRINTABLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]/gu;

function escapeMarkup(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd').replace(/[&<>"']/g, one => ESCAPES[one] ?? one);
}

/** A line that claims copyright, as against one of a licence that speaks of it and happens to be wrapped there. */
const CLAIMS = [
  /^SPDX-(?:File|Snippet)CopyrightText:/,
  /^(?:portions )?copyright\s*(?:\(c\)|©)/i,
  /^(?:portions )?copyright\b[^.]*\b(?:19|20)\d\d\b/i,
  /^(?:\(c\)|©)\s*.*\b(?:19|20)\d\d\b/i,
  /^(?:Portions )?Copyright:? (?:by )?(?:[Tt]he )?(?!Notice|Holder|Owner|Licen[sc]e|Act|Law|Statement)[A-Z<[{]/,
];

/** Of a template: the name is yet to be filled in. */
const PLACEHOLDER =
  /[<[{]\s*(?:yyyy|year|name|author|owner|copyright (?:holders?|owner)|name of [\w ]+)\s*[>\]}]/i;

/** True when the line claims copyright, filled in or not. */
export function claimsCopyright(line: string): boolean {
  const bare = bareLine(line);
  return CLAIMS.some(claim => claim.test(bare));
}

/** The copyright lines of a text, in order, once each, white space normalised; placeholders are left out. */
export function copyrightLines(text: string): readonly string[] {
  const lines = text
    .split(/\r?\n/)
    .filter(line => claimsCopyright(line) && !PLACEHOLDER.test(line))
    .map(line => bareLine(line).replace(/\s+/g, ' '));
  return [...new Set(lines)];
}

/** What two ways of writing the same claim have in common: no addresses, no punctuation. */
export function claimKey(line: string): string {
  return line
    .toLowerCase()
    .replace(/<[^>]*>|https?:\S+/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The line without white space and comment marks around it. */
function bareLine(line: string): string {
  return line.trim().replace(/^[\s#*/;-]+/, '');
}

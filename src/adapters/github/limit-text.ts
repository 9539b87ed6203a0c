/** GitHub's limit for the body of an issue, a comment or a pull request, in characters. */
const longestBody = 65_536;
/** For a check run's summary, which is one less. */
export const longestSummary = 65_535;
/** For titles. */
const longestTitle = 256;

const note = '\n\n*The rest is left out: GitHub takes no more.*';

/**
 * A body that GitHub takes: one that is too long ends at a line and says so, with an open code fence closed. The
 * marker that finds it again is kept even where it stood in the part that is left out.
 */
export function limitBody(body: string, marker = '', longest = longestBody): string {
  if (body.length <= longest) return body;
  const suffix = `${note}\n${marker}`;
  const room = longest - suffix.length - 10;
  const lineEnd = body.lastIndexOf('\n', room);
  const kept = wholeCharacters(body, lineEnd > room / 2 ? lineEnd : room);
  return `${kept}${closingFence(kept)}${kept.includes(marker) ? note : suffix}`;
}

/** A title that GitHub takes. */
export function limitTitle(title: string): string {
  return title.length <= longestTitle ? title : `${wholeCharacters(title, longestTitle - 1)}…`;
}

/** The first `length` UTF-16 units, one fewer where that would halve a character. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** What ends a code fence that the text opens and does not close. */
function closingFence(text: string): string {
  let open: string | undefined;
  for (const [, fence = '', rest = ''] of text.matchAll(/^ {0,3}(`{3,8}|~{3,8})(.*)$/gm)) {
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && rest.trim() === '') open = undefined;
  }
  return open === undefined ? '' : `\n${open}`;
}

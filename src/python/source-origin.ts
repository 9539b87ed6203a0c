/** Why a file's code is not the repository's own work: a tool wrote it, or it was copied from elsewhere. */
export type SourceOrigin = 'generated' | 'vendored';

/** Folders that hold other people's code, by the names in use. */
const VENDORED = /(^|\/)(_?vendor(ed|ored)?|third[-_]?party|_?extern)\//i;

/** What generators call their files: protocol buffers, gRPC. */
const GENERATED_NAME = /_pb2(_grpc)?\.py$/;

/** In a comment. */
const GENERATED_MARK =
  /@generated\b|\bauto-?generated\b|\b(is|was|been) (automatically |auto-?)?generated\b|\bgenerated (automatically |by (the )?\S)|\bdo not (edit|modify|change)\b/i;
/** In a docstring, which may speak of what its code generates, or ask to leave alone what somebody wrote. */
const PLAIN_MARK =
  /@generated\b|\b(is|was|been) (automatically |auto-?)generated\b|\bgenerated\b.*\bdo not (edit|modify)\b/i;

const TOP_LINES = 30;
const LONGEST_LINE = 400;

/**
 * What kind of foreign code a file is by its path and its first lines, or undefined for the repository's own. It is
 * parsed like any other, but capabilities are found in what the repository itself wrote.
 */
export function originOf(path: string, text: string): SourceOrigin | undefined {
  if (VENDORED.test(path)) return 'vendored';
  return GENERATED_NAME.test(path) || saysGenerated(text) ? 'generated' : undefined;
}

/** The outermost vendored folder that a path lies in, or undefined. */
export function vendoredFolderOf(path: string): string | undefined {
  const match = VENDORED.exec(path);
  return match === null ? undefined : path.slice(0, match.index + match[0].length - 1);
}

/** Whether the comments or the docstring at the top of a file say that a tool wrote it. */
function saysGenerated(text: string): boolean {
  let isInDocstring = false;
  for (const line of text.slice(0, TOP_LINES * LONGEST_LINE).split('\n', TOP_LINES)) {
    const words = line.slice(0, LONGEST_LINE).trim();
    if (!isInDocstring && words.startsWith('#')) {
      if (GENERATED_MARK.test(words)) return true;
      continue;
    }
    const quotes = words.split('"""').length + words.split("'''").length - 2;
    if (!isInDocstring && words !== '' && quotes === 0) return false;
    if (PLAIN_MARK.test(words)) return true;
    if (quotes % 2 === 1) isInDocstring = !isInDocstring;
  }
  return false;
}

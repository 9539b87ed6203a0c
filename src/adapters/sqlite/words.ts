const IDENTIFIER = /[\p{L}\p{N}\p{M}_]+/gu;
/** `parseHTTPDate2` gives parse, HTTP, Date, 2; scripts without case stay whole. */
const PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+/gu;

/** A question of more words than this is cut: nobody asks one, and each costs a scan of the index. */
const MAX_QUERY_WORDS = 64;

/**
 * Words to index or to look for, lower case: identifiers are split at underscores and capitals, and a compound
 * stands joined beside its parts, so that `parseConfig`, `parse_config` and `parseconfig` find each other.
 */
export function wordsOf(text: string): readonly string[] {
  return (text.match(IDENTIFIER) ?? []).flatMap(identifier => {
    const parts = (identifier.match(PART) ?? []).map(part => part.toLowerCase());
    return parts.length > 1 ? [...parts, parts.join('')] : parts;
  });
}

/** An FTS5 query for any of the words, each quoted; undefined when there is no word in the text. */
export function matchExpression(text: string): string | undefined {
  const words = [...new Set(wordsOf(text))].slice(0, MAX_QUERY_WORDS);
  return words.length === 0 ? undefined : words.map(word => `"${word}"`).join(' OR ');
}

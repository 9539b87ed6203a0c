/**
 * Text of others as a fenced code block: whatever it says, it ends only where we end it, since the fence is longer
 * than any run of backticks in it (CommonMark 0.31, section 4.5).
 */
export function fence(text: string, language: 'json' | 'python' | 'text'): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${marks}`;
}

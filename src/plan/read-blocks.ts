/** A part of a Markdown text, as far as a request needs it. */
export type Block =
  | { readonly kind: 'heading' | 'prose'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string; readonly line: number };

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)/;
const HEADING = /^ {0,3}#{1,6}(?=\s|$)/;
/** Longer requests are read up to here: GitHub takes no longer comment or issue. */
const LONGEST = 65_536;

/**
 * The headings, paragraphs and fenced code of a Markdown text (CommonMark, sections 4.2 and 4.5), line by line: time
 * is linear whatever the text, where a full parser's is not. A fence that nothing closes ends with the text. Each
 * code block knows the 1-based line of its first line.
 */
export function readBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let prose: string[] = [];
  const endProse = () => {
    if (prose.length > 0) blocks.push({ kind: 'prose', text: prose.join('\n') });
    prose = [];
  };
  const lines = markdown.slice(0, LONGEST).split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const [, fence, language = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      endProse();
      const first = index + 1;
      while (index + 1 < lines.length && !closes(lines[index + 1] ?? '', fence)) index += 1;
      const text = lines.slice(first, index + 1).join('\n');
      blocks.push({ kind: 'code', language, text, line: first + 1 });
      index += 1;
    } else if (HEADING.test(line)) {
      endProse();
      blocks.push({ kind: 'heading', text: line.replace(HEADING, '').trim() });
    } else if (line.trim() === '') endProse();
    else prose.push(line.trim());
  }
  endProse();
  return blocks;
}

function closes(line: string, fence: string): boolean {
  const [, run] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
  return run !== undefined && run[0] === fence[0] && run.length >= fence.length;
}

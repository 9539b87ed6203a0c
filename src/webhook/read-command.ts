import { fromMarkdown } from 'mdast-util-from-markdown';

export const commands = ['build', 'mine', 'stop'] as const;

export type Command = (typeof commands)[number];

/** What a comment asks for; `unknown` is the word it gave instead of a command, at most 40 characters. */
export type CommandReading = { readonly command: Command } | { readonly unknown: string } | undefined;

const commandLine = /^[ \t]*\/codeface(?=\s|$)[ \t]*(\S*)/gim;

/** Parsing takes time with the square of the depth, and nobody writes this to be read. */
const absurdNesting = /^[ \t]*(?:(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])[ \t]*){50}/m;

/** Only blocks and inline code decide; without the rest, every line keeps its text and parsing stays fast. */
const inlineConstructs = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

/**
 * The first command of a comment: a line of a top-level paragraph that begins with `/codeface`. In code, quotes,
 * lists and HTML it is talked about, not given.
 */
export function readCommand(body: string): CommandReading {
  if (body.search(commandLine) < 0 || absurdNesting.test(body)) return undefined;
  const root = fromMarkdown(body, { extensions: [{ disable: { null: inlineConstructs } }] });
  for (const block of root.children) {
    // A line of text above `---` is a heading; one behind `#` does not begin with the command.
    if (block.type !== 'paragraph' && block.type !== 'heading') continue;
    const code = block.children.filter(({ type }) => type === 'inlineCode').map(extentOf);
    const [start, end] = extentOf(block);
    for (const match of body.slice(start, end).matchAll(commandLine)) {
      const at = start + match.index;
      if (code.some(([from, to]) => from <= at && at < to)) continue;
      const word = (match[1] ?? '').toLowerCase();
      const command = commands.find(name => name === word);
      return command === undefined ? { unknown: word.slice(0, 40) } : { command };
    }
  }
  return undefined;
}

type Positioned = ReturnType<typeof fromMarkdown>['children'][number];

function extentOf({ position }: Pick<Positioned, 'position'>): readonly [number, number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0];
}

import { decodeUtf8, type FileTree } from '../../domain/files.js';

/** Code that a document shows. */
export interface CodeBlock {
  /** Path and line of the document, for a reader. */
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly form: 'script' | 'doctest';
}

/** What the documents of a repository say, by the Python names that they mention. */
export interface Documented {
  readonly sentences: ReadonlyMap<string, readonly string[]>;
  readonly code: ReadonlyMap<string, readonly CodeBlock[]>;
}

const PLACE = /^[^/]*\.(md|rst)$|^(docs?|documentation)\/(.*\/)?[^/]*\.(md|rst|txt)$|(^|\/)readme[^/]*$/i;
/** What tells of the past or of terms, not of use. */
const ELSEWHERE =
  /(^|\/)(change|history|news|release|licen[cs]e|copying|contribut|authors|code_of_conduct|security)[^/]*$/i;
const LARGEST_BYTES = 512 * 1024;
const MOST_DOCUMENTS = 300;
const MOST_MENTIONS = 12;
/** A longer line is data. */
const LONGEST_LINE = 1000;
const LONGEST_SENTENCE = 240;
const LONGEST_CODE_LINES = 80;

/** Reads READMEs and the pages of `docs/`, the README first: its code blocks, and sentences with a name in code style. */
export function documentedIn(files: FileTree): Documented {
  const sentences = new Map<string, string[]>();
  const code = new Map<string, CodeBlock[]>();
  const paths = [...files.keys()]
    .filter(path => PLACE.test(path) && !ELSEWHERE.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, MOST_DOCUMENTS);
  for (const path of paths) {
    const bytes = files.get(path);
    const text = bytes === undefined || bytes.byteLength > LARGEST_BYTES ? undefined : decodeUtf8(bytes);
    if (text === undefined) continue;
    const lines = text.split(/\r?\n/).map(line => (line.length > LONGEST_LINE ? '' : line));
    const { blocks, prose } = readDocument(path, lines);
    for (const block of blocks) for (const name of namesIn(block.text)) add(code, name, block);
    for (const sentence of sentencesOf(prose))
      for (const name of quotedNames(sentence)) add(sentences, name, plainSentence(sentence));
  }
  return { sentences, code };
}

function add<T>(index: Map<string, T[]>, name: string, value: T): void {
  const known = index.get(name) ?? [];
  if (known.length < MOST_MENTIONS) known.push(value);
  index.set(name, known);
}

/** Divides a document into code blocks and paragraphs: fences, indented blocks after `::`, and `>>>` anywhere. */
function readDocument(path: string, lines: readonly string[]) {
  const blocks: CodeBlock[] = [];
  const prose: string[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const fence = /^\s*(`{3,}|~{3,})\s*\{?\.?(\w*)/.exec(line);
    const directive =
      /^(\s*)(?:\.\. (?:code-block|code|sourcecode|testcode|doctest|ipython)::\s*(\w*).*|.*[^:]::|::)$/.exec(
        line,
      );
    let end = index + 1;
    let body: readonly string[] = [];
    let isPython = false;
    if (fence !== null) {
      while (end < lines.length && !(lines[end] ?? '').trim().startsWith(fence[1] ?? '```')) end += 1;
      body = lines.slice(index + 1, end);
      isPython = /^(py|python3?|pycon|doctest|)$/i.test(fence[2] ?? '');
      end += 1;
    } else if (/^\s*>>> /.test(line)) {
      while (end < lines.length && (lines[end] ?? '').trim() !== '') end += 1;
      body = lines.slice(index, end);
      isPython = true;
    } else if (directive !== null) {
      const depth = (directive[1] ?? '').length;
      while (end < lines.length && ((lines[end] ?? '').trim() === '' || depthOf(lines[end] ?? '') > depth))
        end += 1;
      body = lines.slice(index + 1, end).filter((one, at) => !(at < 6 && /^\s+:\w[\w-]*:/.test(one)));
      isPython = /^(py|python3?|pycon|)$/i.test(directive[2] ?? '');
      if (!line.trim().startsWith('..')) prose.push(line);
    } else prose.push(line);
    if (isPython) blocks.push(...blockOf(path, index + 1, body));
    index = end;
  }
  return { blocks, prose };
}

function blockOf(path: string, line: number, body: readonly string[]): readonly CodeBlock[] {
  const text = dedent(body).join('\n').trim();
  if (text === '' || body.length > LONGEST_CODE_LINES) return [];
  return [{ path, line, text: `${text}\n`, form: /^>>> /m.test(text) ? 'doctest' : 'script' }];
}

function namesIn(code: string): ReadonlySet<string> {
  return new Set(code.match(/[A-Za-z_]\w*/g) ?? []);
}

/** Paragraphs cut at full stops; nothing longer than a reader takes in. */
function sentencesOf(prose: readonly string[]): readonly string[] {
  const paragraphs = prose.join('\n').split(/\n\s*\n/);
  return paragraphs
    .filter(paragraph => !/^\s*([=~^"#*+-]{4,}|\.\. )/.test(paragraph))
    .flatMap(paragraph => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?]) /))
    .map(sentence => sentence.replace(/^[#*>\s-]+/, '').trim())
    .filter(sentence => sentence.length <= LONGEST_SENTENCE && /\w \w/.test(sentence));
}

/** Names in code style: between backquotes, with or without a role, a dotted path or brackets. */
function quotedNames(sentence: string): ReadonlySet<string> {
  const quoted = [
    ...sentence.matchAll(/`{1,2}[~!]?((?:[A-Za-z_]\w*\.){0,8})([A-Za-z_]\w*)(?:\([^`]{0,60}\))?`{1,2}/g),
  ];
  return new Set(quoted.flatMap(match => match[2] ?? []));
}

/** A sentence without the roles of reStructuredText and the targets of Markdown's links. */
function plainSentence(sentence: string): string {
  return sentence.replace(/:[\w:]{1,20}:(?=`)/g, '').replace(/\[([^\]]{1,80})\]\([^)]{1,200}\)/g, '$1');
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

function dedent(lines: readonly string[]): readonly string[] {
  const depth = Math.min(...lines.filter(line => line.trim() !== '').map(depthOf), 200);
  return lines.map(line => line.slice(depth).trimEnd());
}

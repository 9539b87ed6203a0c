import { fileBytes, type FileTree, type StoredFile } from '../../domain/files.js';
import { oneLine } from '../../domain/one-line.js';
import { SECRET_SHAPES } from './secret-shapes.js';

/** Where a secret stands and what it is. Never the secret itself. */
export interface SecretFinding {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** With its article: "a GitHub token". */
  readonly kind: string;
}

/** A file of more characters is searched as far as this: data, and no code. */
const LONGEST_SEARCHED = 4_000_000;

/** One is enough to exclude; more would only cost time. */
const MOST_TOLD = 50;

/**
 * The secrets in a text, by place: private keys, tokens of services by their shapes, JSON Web Tokens, and what is
 * assigned to a name such as `password` and looks random. Examples and placeholders are none. Linear in the text.
 */
export function secretsIn(path: string, text: string): readonly SecretFinding[] {
  const searched = text.slice(0, LONGEST_SEARCHED);
  const apart: { readonly at: number; readonly end: number; readonly kind: string }[] = [];
  for (const { kind, pattern, isReal } of SECRET_SHAPES)
    for (const match of searched.matchAll(pattern)) {
      const [at, end] = [match.index, match.index + match[0].length];
      // What a less exact shape finds around or inside of what another did is the same secret.
      const isKnown = apart.some(one => one.at < end && at < one.end);
      if (!isKnown && apart.length < MOST_TOLD && (isReal?.(match[0], match) ?? true))
        apart.push({ at, end, kind });
    }
  return apart
    .sort((a, b) => a.at - b.at)
    .map(({ at, kind }) => ({ path: safePath(path), line: lineAt(searched, at), kind }));
}

/**
 * The first secret in some files of a component, or undefined. Slices have lines of their own: the line told is that
 * of the file in the repository, where it stands there as it is.
 */
export function secretOf(files: readonly StoredFile[], repository: FileTree): SecretFinding | undefined {
  for (const file of files) {
    const text = textOf(file);
    const [first] = secretsIn(file.path, text);
    if (first === undefined) continue;
    const original = repository.get(file.path);
    const line = text.split('\n', first.line)[first.line - 1] ?? '';
    const at = original === undefined ? -1 : Buffer.from(original).toString('utf8').split('\n').indexOf(line);
    return at < 0 ? first : { ...first, line: at + 1 };
  }
  return undefined;
}

/** Why the component is excluded, and what to do; says where the secret is and not what it is. */
export function reasonOfSecret({ path, line, kind }: SecretFinding): string {
  return `${oneLine(path)}, line ${line}, holds ${kind}; revoke it, read it from the environment instead, and mine again`;
}

/** Whether a text may be kept beside a component, such as an example of its use. */
export function isFreeOfSecrets(text: string): boolean {
  return secretsIn('', text).length === 0;
}

function textOf(file: StoredFile): string {
  return file.encoding === 'utf8' ? file.content : Buffer.from(fileBytes(file)).toString('latin1');
}

/** A path may hold a secret too. */
function safePath(path: string): string {
  const holds = SECRET_SHAPES.some(({ pattern }) =>
    new RegExp(pattern.source, pattern.flags.replace('g', '')).test(path),
  );
  return holds ? 'a file whose name holds one too' : path;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** A file as it is stored, sent and compared: text stays text, anything else is base64. */
export interface StoredFile {
  /** POSIX path, relative, confined: no `..`, no leading `/`. */
  readonly path: string;
  readonly encoding: 'utf8' | 'base64';
  readonly content: string;
}

/** A tree of files by confined relative POSIX path; bytes are never reinterpreted. */
export type FileTree = ReadonlyMap<string, Uint8Array>;

/** The bytes a stored file stands for. */
export function fileBytes(file: StoredFile): Uint8Array {
  return Buffer.from(file.content, file.encoding === 'base64' ? 'base64' : 'utf8');
}

/** Stores bytes as text when they are valid UTF-8 (a byte-order mark is kept), else as base64. */
export function storeFile(path: string, bytes: Uint8Array): StoredFile {
  const text = decodeUtf8(bytes);
  return text === undefined
    ? { path, encoding: 'base64', content: Buffer.from(bytes).toString('base64') }
    : { path, encoding: 'utf8', content: text };
}

/** The text of UTF-8 bytes with any byte-order mark kept, or undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Builds a tree; a later file of the same path wins. */
export function treeOf(files: Iterable<StoredFile>): FileTree {
  return new Map([...files].map(file => [file.path, fileBytes(file)]));
}

/**
 * Normalises a path that came from a model, an archive or a repository, or returns undefined when it would
 * leave the tree (`..`, absolute, drive letter, NUL) or name the version-control folder.
 */
export function confinePath(path: string): string | undefined {
  if (path.includes('\0') || path.includes('\\') || path.startsWith('/')) return undefined;
  const parts = path.split('/').filter(part => part !== '' && part !== '.');
  const [first] = parts;
  // The first part that is left counts: `./C:` leads to a drive as `C:` does.
  if (first === undefined || /^[a-zA-Z]:/.test(first)) return undefined;
  if (parts.some(part => part === '..' || part.toLowerCase() === '.git')) return undefined;
  return parts.join('/');
}

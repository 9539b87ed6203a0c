import { confinePath, type FileTree } from '../../domain/files.js';
import type { Exclusion } from '../../domain/mined.js';
import { CodefaceError } from '../../domain/errors.js';

/** How much is taken out of one archive. */
export interface ArchiveLimits {
  /** Of the archive itself. */
  readonly packedBytes: number;
  /** Of all its files together. */
  readonly totalBytes: number;
  /** A larger file is left out. */
  readonly fileBytes: number;
  /** Entries of any kind. */
  readonly entries: number;
}

export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  packedBytes: 128 * 1024 ** 2,
  totalBytes: 512 * 1024 ** 2,
  fileBytes: 5 * 1024 ** 2,
  entries: 50_000,
};

/** What was taken out of an archive, and what was not, with the reason. */
export interface ArchiveFiles {
  readonly files: FileTree;
  readonly notRead: readonly Exclusion[];
}

/**
 * Collects the entries of an archive in memory. Nothing leaves the tree: an entry with another path, a link, a device
 * and a second file of the same name are left out and told. Ends in a `CodefaceError` of code `bad-input` when there is
 * more than the limits allow.
 */
export class ArchiveTree {
  private readonly files = new Map<string, Uint8Array>();
  private readonly notRead: Exclusion[] = [];
  private entries = 0;
  private bytes = 0;

  constructor(
    private readonly name: string,
    private readonly limits: ArchiveLimits,
  ) {}

  /**
   * Whether an entry's content is wanted. `size` is what the archive says of it; what comes is counted by `take`.
   */
  wants(path: string, kind: 'file' | 'folder' | 'other', size: number): boolean {
    this.entries += 1;
    if (this.entries > this.limits.entries) throw this.tooMuch(`more than ${this.limits.entries} entries`);
    if (kind === 'folder') return false;
    const reason = this.whyNot(path, kind, size);
    if (reason !== undefined) this.notRead.push({ name: path.slice(0, LONGEST_NAME), reason });
    return reason === undefined;
  }

  /** Counts content as it comes, whatever the archive said of it before. */
  count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.limits.totalBytes)
      throw this.tooMuch(`more than ${Math.round(this.limits.totalBytes / 1024 ** 2)} MiB of files`);
  }

  put(path: string, content: Uint8Array): void {
    this.files.set(confinePath(path) ?? path, content);
  }

  /** The files below the one folder that a source distribution holds, or as they are when there are several. */
  finish(): ArchiveFiles {
    const tops = new Set([...this.files.keys()].map(path => path.split('/', 1)[0] ?? ''));
    const [top] = tops;
    const isWrapped = tops.size === 1 && top !== undefined && !this.files.has(top);
    const shorten = (path: string) =>
      isWrapped && path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path;
    const paths = [...this.files.keys()].sort();
    return {
      files: new Map(paths.map(path => [shorten(path), this.files.get(path) ?? new Uint8Array()])),
      notRead: this.notRead.map(one => ({ ...one, name: shorten(one.name) })),
    };
  }

  private whyNot(path: string, kind: 'file' | 'other', size: number): string | undefined {
    const confined = confinePath(path);
    if (confined === undefined || path.includes('\ufffd'))
      return 'its path leaves the archive, or is no text';
    if (kind === 'other') return 'it is a link or a device; archives give plain files only';
    if (size > this.limits.fileBytes)
      return `it is larger than ${Math.round(this.limits.fileBytes / 1024 ** 2)} MiB`;
    return this.files.has(confined) ? 'the archive holds another file of that name' : undefined;
  }

  private tooMuch(what: string): CodefaceError {
    return new CodefaceError(
      'bad-input',
      `${this.name} holds ${what}, which is more than Codeface unpacks. Mine its repository instead.`,
    );
  }
}

const LONGEST_NAME = 300;

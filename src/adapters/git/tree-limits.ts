import { CodefaceError } from '../../domain/errors.js';

export interface TreeLimits {
  /** A larger file is left out. */
  readonly fileBytes: number;
  /** A larger tree is refused. */
  readonly totalBytes: number;
  readonly files: number;
}

export const DEFAULT_TREE_LIMITS: TreeLimits = {
  fileBytes: 5 * 1024 ** 2,
  totalBytes: 512 * 1024 ** 2,
  files: 50_000,
};

/** Counts files as they are found. Ends in a `CodefaceError` of code `bad-input` when there is too much of them. */
export function treeMeter(place: string, limits: TreeLimits): (bytes: number) => void {
  let files = 0;
  let total = 0;
  return bytes => {
    files += 1;
    total += bytes;
    if (files > limits.files || total > limits.totalBytes)
      throw new CodefaceError(
        'bad-input',
        `${place} is larger than Codeface reads: more than ${limits.files} files or ${Math.round(limits.totalBytes / 1024 ** 2)} MiB. Name a smaller folder in it.`,
      );
  };
}

import { CodefaceError } from '../../domain/errors.js';
import { confinePath } from '../../domain/files.js';

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

/** What stands for bytes that are no UTF-8 in a name: names that differ only there would be one. */
const UNDECODABLE = '\ufffd';

/** Why a file cannot be read under its name, or undefined when it can. */
export function whyUnusableName(path: string): string | undefined {
  if (path.includes(UNDECODABLE)) return 'its name is not UTF-8; rename it';
  return confinePath(path) === path ? undefined : 'its path leads out of the repository or into .git';
}

/** Why a file is left out for its size. */
export function tooLarge(limits: TreeLimits): string {
  const size =
    limits.fileBytes < 1024 ** 2
      ? `${limits.fileBytes} bytes`
      : `${Math.round(limits.fileBytes / 1024 ** 2)} MiB`;
  return `it is larger than ${size}; keep data apart from the code that reads it`;
}

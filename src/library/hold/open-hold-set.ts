import { parseHoldSet } from '../../config/hold-set-file.js';
import { CodefaceError } from '../../domain/errors.js';
import type { HoldSet } from '../../domain/hold-set.js';
import { createHoldSet } from './hold-set.js';

/**
 * The hold set of a file, or one that holds nothing where none is named. Ends in a `CodefaceError` of code
 * `configuration` when the file cannot be read or has mistakes: all of them are listed.
 */
export function openHoldSet(path: string | undefined, readFile: (path: string) => string): HoldSet {
  return createHoldSet(path === undefined ? [] : parseHoldSet(contentOf(path, readFile), path));
}

function contentOf(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path);
  } catch (cause) {
    throw new CodefaceError(
      'configuration',
      `The hold set ${path} cannot be read: give CODEFACE_HOLD_SET the path of a YAML or JSON file.`,
      { cause },
    );
  }
}

import { CodefaceError } from '../../domain/errors.js';

/** What SQLite's result codes (https://sqlite.org/rescode.html) mean to a person, and what to do. */
const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  SQLITE_NOTADB: path => `${path} is not a SQLite database. Name another file, or move this one away.`,
  SQLITE_CORRUPT: path =>
    `The database ${path} is damaged. Restore it from a backup, or move it away and mine again.`,
  SQLITE_FULL: path => `There is no space left for the database ${path}. Free some and try again.`,
  SQLITE_IOERR: path =>
    `The disk failed while reading or writing the database ${path}. Check its space and health.`,
  SQLITE_READONLY: path =>
    `The database ${path} cannot be written. Check the permissions of the file and its folder.`,
  SQLITE_CANTOPEN: path =>
    `The database ${path} cannot be opened. Check that its folder exists and can be written.`,
  SQLITE_PERM: path => `The database ${path} may not be opened by this user. Check its permissions.`,
  SQLITE_BUSY: path =>
    `Another process kept the database ${path} locked for too long. Try again when it has finished.`,
};

/** True of a lock held by another connection: the same work may succeed a moment later. */
export function isLocked(error: unknown): boolean {
  return ['SQLITE_BUSY', 'SQLITE_LOCKED'].includes(sqliteCode(error) ?? '');
}

/** A foreign error as one of code `store`; our own pass through. */
export function asStoreError(error: unknown, path: string): CodefaceError {
  if (error instanceof CodefaceError) return error;
  const sentence = SENTENCES[sqliteCode(error) ?? '']?.(path);
  const message = error instanceof Error ? error.message : String(error);
  return new CodefaceError(
    'store',
    sentence ?? `The database ${path} refused what was asked of it: ${message}`,
    {
      cause: error,
      retryable: isLocked(error),
    },
  );
}

function sqliteCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

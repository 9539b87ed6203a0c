import { testBaseId, type Execution } from '../../domain/execution.js';

/** One thing that went wrong in a run. */
export interface Trouble {
  /** The test without its parameters, or the file that could not be imported. */
  readonly id: string;
  readonly errorType: string;
  readonly message: string;
  /** The file whose code met it, innermost. */
  readonly path: string | undefined;
}

/** What pytest itself imports of a component cannot be judged by it. */
export const IMPORTED_BY_RUNNER = 'ImportedByRunner';
/** Of a test whose turn did not come: it says nothing about it. */
const NOT_RUN = 'NotRun';

/** Everything that failed or could not be imported. */
export function troublesOf({
  tests,
  collectionErrors,
}: Pick<Execution, 'tests' | 'collectionErrors'>): readonly Trouble[] {
  return [
    ...collectionErrors.map(({ path, errorType, message, trace }) => ({
      id: path,
      errorType,
      message,
      path: trace.at(-1)?.path ?? path,
    })),
    ...tests
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'error')
      .map(({ id, errorType = 'Failed', message = '', trace }) => ({
        id: testBaseId(id),
        errorType,
        message,
        path: trace?.at(-1)?.path,
      })),
  ].filter(({ errorType }) => errorType !== NOT_RUN);
}

/** What it said, in one line. */
export function said({ errorType, message }: Pick<Trouble, 'errorType' | 'message'>): string {
  return message === '' ? errorType : `${errorType}: ${message}`;
}

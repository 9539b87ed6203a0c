import { CodefaceError } from '../../domain/errors.js';

/** Does a driver's own work; what fails in it ends in a `CodefaceError` of code `sandbox`, ours kept as they are. */
export async function asDriver<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof CodefaceError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CodefaceError('sandbox', `The sandbox failed while ${doing}: ${message}.`, { cause });
  }
}

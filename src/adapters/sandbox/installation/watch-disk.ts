/** What was written so far. */
export interface DiskUsage {
  readonly bytes: number;
  readonly files: number;
}

/** Nothing that is installed has so many; an empty file takes no bytes, but one of the disk's inodes. */
export const INSTALLED_FILES = 400_000;
const PAUSE_MS = 1_500;

/**
 * Looks now and then at what is being written; its signal goes off when that is too much. Between two looks more can
 * be written, so that `last` looks once more when all is written. A look that fails is followed by the next.
 */
export function watchDisk(
  usage: () => Promise<DiskUsage>,
  limitBytes: number,
): { readonly signal: AbortSignal; readonly last: () => Promise<boolean>; readonly stop: () => void } {
  const excess = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const isTooMuch = ({ bytes, files }: DiskUsage) => bytes > limitBytes || files > INSTALLED_FILES;
  const look = async () => {
    const seen = await usage().catch(() => undefined);
    if (stopped) return;
    if (seen !== undefined && isTooMuch(seen)) excess.abort();
    else wait();
  };
  const wait = () => {
    timer = setTimeout(() => void look(), PAUSE_MS);
  };
  wait();
  return {
    signal: excess.signal,
    last: async () => excess.signal.aborted || isTooMuch(await usage()),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

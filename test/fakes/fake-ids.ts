import type { Ids } from '../../src/ports/ids.js';

/** `id-0001`, `id-0002`, …: the same in every run of a test. */
export function createCountingIds(prefix = 'id'): Ids {
  let made = 0;
  return { next: () => `${prefix}-${String(++made).padStart(4, '0')}` };
}

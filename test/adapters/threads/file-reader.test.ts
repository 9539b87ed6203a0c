import { describe, expect, it } from '@jest/globals';
import { createFileReader } from '../../../src/adapters/threads/file-reader.js';
import { readOne } from '../../../src/python/outline/read-one.js';
import type { UnreadFile } from '../../../src/ports/file-reader.js';

const file = (path: string, text: string): UnreadFile => ({ path, bytes: Buffer.from(text) });

/** More files than one batch holds. */
const FILES = Array.from({ length: 70 }, (_, index) =>
  file(`pkg/m${index}.py`, `def f${index}(): return ${index}\n`),
);

describe('a reader of files', () => {
  it('reads in threads what it reads without', async () => {
    const files = [
      ...FILES,
      file('broken.py', 'def (:\n'),
      file('long.py', `x = 1\n${'# …\n'.repeat(20_000)}`),
    ];
    const inThreads = await createFileReader({ threads: 2, alonePastBytes: 0 }).read(files);
    expect(inThreads.map(plain)).toEqual(files.map(readOne).map(plain));
    expect(inThreads[70]).toEqual({ reason: 'line 1: not valid Python 3', isLasting: true });
  });

  it('skips a file that takes too long, with what to do, and reads the others', async () => {
    const slow = file('slow.py', 'x = 1\n'.repeat(100_000));
    const files = [...FILES.slice(0, 3), slow, ...FILES.slice(3, 6)];
    const limits = { timeMs: 1, timeMsPerMebibyte: 0, memoryBytes: 2 ** 30 };
    const readings = await createFileReader({ threads: 1, alonePastBytes: 0, limits }).read(files);
    expect(readings[3]).toEqual({
      reason: 'reading it takes longer than 1 s; split it, or leave it out of mining',
      isLasting: false,
    });
    expect(readings.filter(reading => 'outline' in reading)).toHaveLength(6);
  });

  it('needs no thread for little', async () => {
    const readings = await createFileReader({ threads: 0 }).read(FILES);
    expect(readings.every(reading => 'outline' in reading)).toBe(true);
  });
});

function plain(reading: ReturnType<typeof readOne>) {
  return 'outline' in reading ? Buffer.from(reading.outline).toString('base64') : reading;
}

import { RUN_LIMITS } from './against-run.js';
import type { Outcome, RunAttack } from './attack.js';
import { attempting, program, text } from './programs.js';

const GIBIBYTE = 1024 ** 3;

const flooding = (
  name: string,
  expected: readonly Outcome[],
  lines: string,
  more: Partial<RunAttack> = {},
): RunAttack => ({ name, family: 'floods', against: 'run', expected, program: lines, ...more });

const SHORT = { limits: { wallTimeMs: 2_000 } };

/** Too much of everything: each ends in its name, and the host does not feel it. */
export const FLOODS: readonly RunAttack[] = [
  flooding(
    'a fork bomb',
    ['timed-out'],
    text('import os', 'while True:', '    try: os.fork()', '    except OSError: pass'),
    SHORT,
  ),
  flooding('a thread bomb', ['refused'], program('threads'), { limits: { wallTimeMs: 8_000 } }),
  flooding('memory', ['out-of-memory'], text('hoard = []', 'while True: hoard.append(b"x" * 2 ** 24)')),
  flooding(
    'memory in many children',
    ['out-of-memory', 'timed-out'],
    text(
      'import os, time',
      'for _ in range(20): os.fork() or exec("hoard = b\'x\' * 2 ** 26; time.sleep(9)")',
      'time.sleep(9)',
    ),
    { limits: { wallTimeMs: 2_000 } },
  ),
  ...['.', '/tmp', '/dev/shm'].map(folder =>
    flooding(
      `a filled disk at ${folder}`,
      ['refused'],
      text(`FOLDER = ${JSON.stringify(folder)}`, `LIMIT = ${RUN_LIMITS.diskBytes}`) + program('fill'),
      { limits: { memoryBytes: GIBIBYTE } },
    ),
  ),
  flooding('a file with a hole as large as the disk of the host', ['refused', 'exited'], program('hole')),
  flooding('empty files without end', ['refused', 'out-of-memory', 'timed-out'], program('inodes'), {
    limits: { wallTimeMs: 2_500 },
  }),
  flooding(
    'folders without end, each in the last',
    ['exited', 'out-of-memory', 'timed-out'],
    text('import os', 'for _ in range(30_000):', '    os.mkdir("d"); os.chdir("d")'),
    { limits: { wallTimeMs: 4_000 } },
  ),
  flooding(
    'memory that no process maps',
    ['out-of-memory', 'refused'],
    attempting(
      'kept = []',
      'def fill():',
      '    while len(kept) < 64:',
      '        kept.append(os.memfd_create("hoard"))',
      '        for _ in range(16): os.write(kept[-1], b"x" * 2 ** 20)',
      'attempt("memfd", fill)',
    ),
  ),
  flooding(
    'a gigabyte of standard output',
    ['exited', 'timed-out'],
    text(
      'import os',
      'os.write(1, b"first\\n")',
      'for _ in range(16 * 1024): os.write(1, b"x" * 65536)',
      'os.write(1, b"\\nlast\\n")',
    ),
    { says: /^first\n/ },
  ),
  flooding(
    'a flood of standard error',
    ['exited', 'timed-out'],
    text('import os', 'os.write(2, b"first\\n")', 'for _ in range(4 * 1024): os.write(2, b"x" * 65536)'),
    { says: /first\n/ },
  ),
  flooding(
    'one line of ten megabytes, without an end',
    ['exited'],
    text('import os', 'left = b"y" * 10_000_000', 'while left: left = left[os.write(1, left):]'),
    { says: /^y+\n\[\d+ bytes cut here\]\ny+$/ },
  ),
  flooding(
    'bytes that are no text, and what terminals obey',
    ['exited'],
    text('import os', 'for _ in range(100): os.write(1, bytes(range(256)) + b"\\x1b]0;spoilt\\x07\\x1b[2J")'),
  ),
  flooding(
    'open files without end',
    ['refused', 'out-of-memory', 'timed-out'],
    attempting('def fill():', '    while True: os.open("/dev/null", os.O_RDONLY)', 'attempt("files", fill)'),
    { limits: { wallTimeMs: 4_000 } },
  ),
  flooding('pipes that are full', ['refused', 'out-of-memory', 'timed-out'], program('pipes'), {
    limits: { wallTimeMs: 4_000 },
  }),
  flooding('sockets that are full', ['refused', 'out-of-memory', 'timed-out'], program('sockets'), {
    limits: { wallTimeMs: 4_000 },
  }),
  flooding(
    'every processor busy',
    ['timed-out'],
    text('import os', 'for _ in range(5): os.fork()', 'while True: pass'),
    SHORT,
  ),
];

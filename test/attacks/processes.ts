import type { Outcome, RunAttack } from './attack.js';
import { program, text } from './programs.js';

const lingering = (
  name: string,
  expected: readonly Outcome[],
  lines: string,
  more: Partial<RunAttack> = {},
): RunAttack => ({ name, family: 'processes', against: 'run', expected, program: lines, ...more });

const SHORT = { limits: { wallTimeMs: 1_500 } };

/** What does not end, and what does not want to be ended. */
export const PROCESSES: readonly RunAttack[] = [
  lingering('sleep for ever', ['timed-out'], text('import time', 'print("begun")', 'time.sleep(3600)'), {
    ...SHORT,
    says: /begun/,
  }),
  lingering(
    'every signal ignored',
    ['timed-out'],
    text(
      'import signal, time',
      'for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:',
      '    try: signal.signal(number, signal.SIG_IGN)',
      '    except OSError: pass',
      'while True: time.sleep(1)',
    ),
    SHORT,
  ),
  lingering(
    'a daemon by a double fork',
    ['exited'],
    text(
      'import os, time',
      'if os.fork() == 0:',
      '    os.setsid()',
      '    if os.fork() == 0:',
      '        for number in (0, 1, 2): os.close(number)',
      '        time.sleep(60)',
      '    os._exit(0)',
      'os.wait()',
      'print("left a daemon")',
    ),
    { says: /left a daemon/ },
  ),
  lingering(
    'a daemon that holds the output open and goes on printing',
    ['exited'],
    text(
      'import os, time',
      'if os.fork() == 0:',
      '    os.setsid()',
      '    while True: os.write(1, b"still here\\n"); time.sleep(0.05)',
      'time.sleep(0.2)',
      'os._exit(0)',
    ),
    { limits: { wallTimeMs: 5_000 } },
  ),
  lingering(
    'a process that stops itself and its children',
    ['timed-out'],
    text('import os, signal', 'os.fork()', 'os.kill(os.getpid(), signal.SIGSTOP)'),
    SHORT,
  ),
  lingering(
    'a process that is a new one each moment',
    ['exited'],
    text('import os', 'first = os.getpid()', 'while os.fork() == 0: os.setsid()', 'os._exit(0)'),
  ),
  lingering(
    'children that are never waited for',
    ['exited'],
    text('import os', 'for _ in range(40):', '    if os.fork() == 0: os._exit(0)', 'print("done")'),
    { says: /done/ },
  ),
  lingering('a working folder that is gone', ['exited', 'refused'], program('no_folder'), { says: /gone/ }),
  lingering(
    'a forged ending on every descriptor',
    ['exited with an error'],
    text(
      'import os',
      'forged = b\'{"exit-code": 0}\\n{"exit-code":0}\\n\'',
      'for number in range(1, 256):',
      '    try: os.write(number, forged)',
      '    except OSError: pass',
      'os._exit(7)',
    ),
  ),
  lingering(
    'a traced child that cannot be killed by halves',
    ['timed-out'],
    text(
      'import ctypes, os, time',
      'libc = ctypes.CDLL(None)',
      'child = os.fork()',
      'if child == 0:',
      '    libc.ptrace(0, 0, None, None)',
      '    os.kill(os.getpid(), 19)',
      'os.waitpid(child, 2)',
      'while True: time.sleep(1)',
    ),
    SHORT,
  ),
  lingering(
    'a crash with a core to dump',
    ['exited with an error'],
    text(
      'import ctypes, resource',
      'try: resource.setrlimit(resource.RLIMIT_CORE, (-1, -1))',
      'except (OSError, ValueError): pass',
      'ctypes.string_at(0)',
    ),
  ),
];

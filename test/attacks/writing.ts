import type { RunAttack } from './attack.js';
import { attempting, program, text } from './programs.js';

const writing = (name: string, lines: string, more: Partial<RunAttack> = {}): RunAttack => ({
  name,
  family: 'writing',
  against: 'run',
  expected: ['refused'],
  program: lines,
  ...more,
});

/** Nothing but the working folder and two scratch folders can be written, and they end with the run. */
export const WRITING: readonly RunAttack[] = [
  writing(
    'files in the folders of the system',
    attempting(
      'for place in lures["places"]:',
      '    if place not in ("/tmp", "/dev/shm", "/var/tmp") or not os.access(place, os.W_OK):',
      '        attempt(place, write_to, os.path.join(place, marker))',
    ),
  ),
  writing(
    'a file of the host that every user may write',
    attempting(
      'attempt("precious", write_to, os.path.join(lures["folder"], "precious"))',
      'attempt("new", write_to, os.path.join(lures["folder"], marker))',
    ),
  ),
  writing(
    'system files changed in place',
    attempting(
      'import sys',
      'for path in ("/etc/passwd", "/etc/hosts", "/etc/group", sys.executable, os.__file__, "/bin/sh", "/proc/self/exe"):',
      '    attempt(path, open_for_writing, path)',
      '    attempt("mode of " + path, os.chmod, path, 0o777)',
      '    attempt("owner of " + path, os.chown, path, os.getuid(), -1)',
      '    attempt("time of " + path, os.utime, path)',
    ),
  ),
  writing('code planted in the environment for the next run', program('plant'), {
    after: text(
      'import os, sys',
      'print("ESCAPED: the next run is infected" if os.environ.get("PLANTED") else "refused again")',
    ),
  }),
  writing(
    'files left for the next run',
    attempting(
      'for place in (".", "/tmp", "/dev/shm", "/var/tmp"):',
      '    try: write_to(os.path.join(place, "left-over"), marker)',
      '    except OSError: pass',
    ),
    {
      after: attempting(
        'for place in (".", "/tmp", "/dev/shm", "/var/tmp"):',
        '    attempt(place, read_start, os.path.join(place, "left-over"))',
      ),
    },
  ),
  writing('shared memory and queues left for the next run', program('shared_memory'), {
    expected: ['exited', 'refused'],
    after: program('shared_memory_after'),
  }),
  writing(
    'the file systems mounted read-only, mounted again to be written',
    attempting(
      'MS_REMOUNT, MS_BIND, MS_RDONLY = 32, 4096, 1',
      'for place in (b"/", b"/usr", b"/etc", b"/proc", b"/sys", b"/dev"):',
      '    attempt(place, call, "mount", None, place, None, MS_REMOUNT, None)',
      '    attempt(place, call, "mount", None, place, None, MS_REMOUNT | MS_BIND, None)',
    ),
  ),
  writing(
    'the names of the machine and its clock',
    attempting(
      'import socket, time',
      'attempt("host name", socket.sethostname, "spoilt")',
      'attempt("clock", lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()))',
      'attempt("domain", call, "setdomainname", b"spoilt", 6)',
    ),
  ),
];

import type { RunAttack } from './attack.js';
import { attempting, program } from './programs.js';

const climbing = (name: string, lines: string, more: Partial<RunAttack> = {}): RunAttack => ({
  name,
  family: 'privileges',
  against: 'run',
  expected: ['refused'],
  program: lines,
  ...more,
});

/** Another user, a capability, a namespace, somebody else's process. */
export const PRIVILEGES: readonly RunAttack[] = [
  climbing(
    'to become root',
    attempting(
      'for change in (os.setuid, os.setgid, os.seteuid, os.setegid):',
      '    attempt(change.__name__, change, 0)',
      'attempt("setresuid", os.setresuid, 0, 0, 0)',
      'attempt("groups", os.setgroups, [0])',
      'attempt("another user", os.setuid, 1000)',
    ),
  ),
  climbing('a set-user-id program of its own', program('set_uid')),
  climbing('the set-user-id programs of the system', program('switch_user')),
  climbing('a user namespace, with root in it', program('user_namespace')),
  climbing(
    'other namespaces',
    attempting(
      'KINDS = {"mount": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000, "pid": 0x20000000, "network": 0x40000000}',
      'for kind, flag in KINDS.items():',
      '    attempt(kind, call, "unshare", flag)',
    ),
  ),
  climbing(
    'the namespaces of the first process',
    attempting(
      'for name in ("user", "mnt", "net", "pid", "ipc", "uts", "cgroup"):',
      '    for pid in ("1", str(os.getppid())):',
      '        attempt(name, lambda: call("setns", os.open("/proc/%s/ns/%s" % (pid, name), os.O_RDONLY), 0))',
    ),
  ),
  climbing(
    'mounts',
    attempting(
      'os.mkdir("there")',
      'for kind in (b"tmpfs", b"proc", b"sysfs", b"overlay", b"debugfs"):',
      '    attempt(kind, call, "mount", b"none", b"there", kind, 0, None)',
      'attempt("bind", call, "mount", b"/", b"there", None, 4096, None)',
      'for place in (b"/proc", b"/etc/hosts", b"/sys", b"/tmp"): attempt(place, call, "umount2", place, 2)',
      'attempt("pivot", call, "pivot_root", b".", b"there")',
      'attempt("open_tree", call, "open_tree", -100, b"/proc", 1)',
      'attempt("fsopen", call, "fsopen", b"proc", 0)',
    ),
  ),
  climbing(
    'another root',
    attempting('attempt("chroot", os.chroot, "/tmp")', 'attempt("chroot up", os.chroot, "..")'),
  ),
  climbing('to trace the processes around it', program('trace'), { expected: ['refused', 'exited'] }),
  climbing(
    'capabilities',
    attempting(
      'header = (ctypes.c_uint32 * 2)(0x20080522, 0)',
      'everything = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)',
      'attempt("capset", call, "capset", header, everything)',
      'for capability in (0, 1, 6, 7, 12, 21): attempt(capability, call, "prctl", 47, 2, capability, 0, 0)',
      'attempt("privileges again", call, "prctl", 38, 0, 0, 0, 0)',
      'attempt("secure bits", call, "prctl", 28, 0, 0, 0, 0)',
    ),
  ),
  climbing(
    'what only root may tell the kernel',
    attempting(
      'attempt("module", call, "init_module", b"", 0, b"")',
      'attempt("swap", call, "swapoff", b"/nonexistent")',
      'attempt("accounting", call, "acct", b"/tmp/accounts")',
      'attempt("quota", call, "quotactl", 0x800001 << 8, b"/dev/vda", 0, None)',
      'attempt("ports", call, "iopl", 3) if hasattr(libc, "iopl") else None',
      'attempt("handles", call, "vhangup")',
    ),
  ),
  climbing(
    'parts of the kernel with a history: bpf, perf, io_uring, userfaultfd',
    program('kernel_surface'),
    {
      expected: ['refused', 'exited'],
    },
  ),
  climbing(
    'to kill everything that it can see',
    attempting(
      'import glob, signal',
      'signal.signal(signal.SIGTERM, signal.SIG_IGN)',
      'say("begun")',
      'for path in glob.glob("/proc/[0-9]*"):',
      '    pid = int(os.path.basename(path))',
      '    if pid != os.getpid():',
      '        try: os.kill(pid, 9)',
      '        except OSError: pass',
      'os.kill(-1, 9)',
    ),
    { expected: ['exited', 'exited with an error', 'killed'], says: /begun/ },
  ),
  climbing(
    'a higher priority',
    attempting(
      'attempt("nice", os.setpriority, os.PRIO_PROCESS, 0, -20)',
      'attempt("real time", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(10))',
      'for pid in (1, os.getppid()): attempt("nice of %d" % pid, os.setpriority, os.PRIO_PROCESS, pid, -20)',
    ),
  ),
  climbing(
    'higher limits than it was given',
    attempting(
      'import resource',
      'kinds = [kind for kind in range(16) if resource.getrlimit(kind)[1] != resource.RLIM_INFINITY]',
      'assert kinds',
      'for kind in kinds:',
      '    try: attempt(kind, resource.setrlimit, kind, (resource.getrlimit(kind)[1] + 1,) * 2)',
      '    except ValueError as error: refused(kind, error)',
    ),
  ),
];

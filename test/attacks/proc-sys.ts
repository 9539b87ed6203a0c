import type { RunAttack } from './attack.js';
import { attempting, program } from './programs.js';

const poking = (name: string, lines: string, more: Partial<RunAttack> = {}): RunAttack => ({
  name,
  family: 'proc-sys',
  against: 'run',
  expected: ['refused'],
  program: lines,
  ...more,
});

/** The kernel's own files. Nothing is ever written to them: that they open for writing is escape enough. */
export const PROC_SYS: readonly RunAttack[] = [
  poking('the magic key', attempting('attempt("sysrq", open_for_writing, "/proc/sysrq-trigger")')),
  poking(
    'a program that the host would run for a core dump, a hot plug or a module',
    attempting(
      'for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/sys/kernel/uevent_helper",',
      '        "/proc/sys/kernel/hotplug", "/proc/sys/fs/binfmt_misc/register"):',
      '    attempt(path, open_for_writing, path)',
    ),
  ),
  poking('a cgroup’s release agent', program('release_agent')),
  poking(
    'its own limits in the cgroup’s files',
    attempting(
      'import glob',
      'for name in ("memory.limit_in_bytes", "memory.max", "pids.max", "cgroup.procs", "tasks", "devices.allow"):',
      '    paths = glob.glob("/sys/fs/cgroup/" + name) + glob.glob("/sys/fs/cgroup/*/" + name) or ["/sys/fs/cgroup/" + name]',
      '    for path in paths: attempt(path, open_for_writing, path)',
    ),
  ),
  poking('settings of the kernel', program('settings'), { limits: { outputBytes: 1024 ** 2 } }),
  poking(
    'power, firmware and debugging',
    attempting(
      'for path in ("/sys/power/state", "/sys/kernel/debug/tracing/trace", "/sys/firmware/efi/vars", "/proc/acpi/wakeup",',
      '        "/sys/kernel/mm/transparent_hugepage/enabled", "/proc/irq/0/smp_affinity"):',
      '    attempt(path, open_for_writing, path)',
    ),
  ),
  poking(
    'a lower chance than others to be killed for memory',
    attempting(
      'for pid in ("self", "1", str(os.getppid())):',
      '    attempt(pid, write_to, "/proc/%s/oom_score_adj" % pid, "-1000")',
    ),
  ),
  poking(
    'the identity map of its user namespace',
    attempting(
      'for name in ("uid_map", "gid_map", "projid_map"):',
      '    attempt(name, write_to, "/proc/self/" + name, "0 0 1")',
      'attempt("setgroups", write_to, "/proc/self/setgroups", "allow")',
    ),
  ),
  poking(
    'devices of the host',
    attempting(
      'for path in ("/dev/mem", "/dev/kmem", "/dev/kmsg", "/dev/port", "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/dev/console",',
      '        "/dev/loop-control", "/dev/loop0", "/dev/vda", "/dev/sda", "/dev/tty1", "/dev/vhost-net", "/dev/uinput"):',
      '    if not os.path.isfile(path): attempt(path, open_for_writing, path)',
    ),
  ),
  poking('the mouth of a terminal', program('terminal'), { expected: ['refused', 'exited'] }),
];

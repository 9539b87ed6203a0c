import type { RunAttack } from './attack.js';
import { attempting, program, text } from './programs.js';

const reading = (name: string, lines: string, more: Partial<RunAttack> = {}): RunAttack => ({
  name,
  family: 'host-files',
  against: 'run',
  expected: ['refused'],
  program: lines,
  ...more,
});

/** Holds the secret wherever a program can, for as long as the attack beside it needs. */
const VICTIM = text(
  'import os, subprocess, sys, time',
  'secret = open("secret").read()',
  'for folder in ("/tmp", "/dev/shm", "."):',
  '    with open(os.path.join(folder, "victim"), "w") as file: file.write(secret)',
  'child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(2.5)", secret], env={"S": secret})',
  'child.wait()',
);

/** What must not be read: the host's, the engine's, and other runs'. */
export const HOST_FILES: readonly RunAttack[] = [
  reading(
    'a file that every user of the host may read',
    attempting('attempt("file", read_start, lures["secretFile"])'),
  ),
  reading(
    'password hashes and keys',
    attempting(
      'for path in ("/etc/shadow", "/etc/gshadow", "/etc/ssh/ssh_host_rsa_key", "/root/.ssh/id_rsa", "/root/.bashrc"):',
      '    attempt(path, read_start, path)',
    ),
  ),
  reading(
    'homes, and the folders of Codeface',
    attempting(
      'for path in ("/root", os.path.dirname(lures["folder"]), "/var/lib/docker", "/run/user", "/var/spool/cron"):',
      '    attempt(path, os.listdir, path)',
    ),
  ),
  reading(
    'the environment and command line of every process',
    text(
      'import glob',
      'for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):',
      '    try: print(open(path, "rb").read())',
      '    except OSError as error: print(error)',
    ),
    { expected: ['exited'], says: /program\.py/ },
  ),
  reading(
    'the socket of the container engine',
    attempting(
      'import socket',
      'def ask(path):',
      '    with socket.socket(socket.AF_UNIX) as engine:',
      '        engine.connect(path)',
      '        engine.send(b"GET /version HTTP/1.0\\r\\n\\r\\n")',
      '        return engine.recv(100)',
      'for path in ("/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock", "/run/podman/podman.sock"):',
      '    attempt(path, ask, path)',
    ),
  ),
  reading('the files and processes of another run', program('other_run'), {
    beside: VICTIM,
    expected: ['exited'],
    says: /looked everywhere/,
  }),
  reading('what is left in the launcher’s standard input', program('standard_input'), {
    expected: ['exited'],
  }),
  reading('the memory of the processes around it', program('memory'), {
    expected: ['exited'],
    says: /regions/,
  }),
  reading('keys in the kernel’s keyrings', program('keyrings'), { expected: ['exited', 'refused'] }),
  reading(
    'the kernel’s memory, log and addresses',
    attempting(
      'for path in ("/proc/kcore", "/proc/kmsg", "/dev/kmsg", "/dev/mem", "/dev/port", "/sys/kernel/debug/x"):',
      '    attempt(path, read_start, path)',
      'try: symbols = open("/proc/kallsyms").read(1000).split()[::3]',
      'except OSError: symbols = []',
      'if any(int(symbol, 16) for symbol in symbols if len(symbol) == 16): escaped("kernel addresses")',
    ),
  ),
  reading(
    'disks, by devices that it makes or finds',
    attempting(
      'import glob, stat',
      'for path in glob.glob("/dev/sd*") + glob.glob("/dev/vd*") + glob.glob("/dev/nvme*"):',
      '    attempt(path, read_start, path)',
      'for kind, major in ((stat.S_IFBLK, 254), (stat.S_IFBLK, 8), (stat.S_IFCHR, 1)):',
      '    for folder in (".", "/tmp", "/dev", "/dev/shm"):',
      '        path = "%s/node-%d" % (folder, major)',
      '        attempt(path, lambda: (os.mknod(path, kind | 0o666, os.makedev(major, 1)), read_start(path)))',
    ),
  ),
];

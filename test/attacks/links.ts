import type { RunAttack } from './attack.js';
import { attempting, program } from './programs.js';

const linking = (name: string, lines: string, more: Partial<RunAttack> = {}): RunAttack => ({
  name,
  family: 'links',
  against: 'run',
  expected: ['refused'],
  program: lines,
  ...more,
});

/** Links and other names for what lies outside. */
export const LINKS: readonly RunAttack[] = [
  linking(
    'a symbolic link to a file of the host',
    attempting(
      'os.symlink(lures["secretFile"], "link")',
      'attempt("read", read_start, "link")',
      'attempt("write", write_to, "link")',
      'os.symlink(lures["folder"], "folder")',
      'attempt("list", os.listdir, "folder")',
      'attempt("write below", write_to, "folder/" + marker)',
    ),
  ),
  linking(
    'a symbolic link to a file of the system, written through',
    attempting(
      'for path in ("/etc/passwd", "/etc/hosts", "/usr/bin/env"):',
      '    os.symlink(path, os.path.basename(path))',
      '    attempt(path, open_for_writing, os.path.basename(path))',
    ),
  ),
  linking(
    'a hard link to a file of the system, written through',
    attempting(
      'for path in ("/etc/passwd", "/etc/hosts", "/usr/bin/env", "/proc/self/exe", lures["secretFile"]):',
      '    for folder in (".", "/tmp", "/dev/shm"):',
      '        attempt(path, os.link, path, os.path.join(folder, "hard"))',
    ),
  ),
  linking('a link that changes while it is followed', program('race'), { limits: { wallTimeMs: 8_000 } }),
  linking(
    'the root of each process',
    attempting(
      'import glob',
      'for root in glob.glob("/proc/[0-9]*/root") + ["/proc/self/root", "/proc/thread-self/root", "/proc/1/task/1/root"]:',
      '    attempt(root, read_start, root + lures["secretFile"])',
      '    attempt(root, write_to, os.path.join(root, marker))',
    ),
  ),
  linking(
    'out of the working folder by its parents',
    attempting(
      'up = "/".join([".."] * 60)',
      'for base in (".", "/proc/self/cwd", "/proc/1/cwd", "/proc/%d/cwd" % os.getppid()):',
      '    attempt(base, read_start, "%s/%s%s" % (base, up, lures["secretFile"]))',
      'root = os.open("/", os.O_RDONLY)',
      'attempt("from the root", lambda: os.open(up + lures["secretFile"], os.O_RDONLY, dir_fd=root))',
      'os.chdir(up)',
      'attempt("above the root", write_to, marker)',
    ),
  ),
  linking(
    'open folders of other processes',
    attempting(
      'import glob',
      'attempt("own listing", os.listdir, "/proc/self/fd/99")',
      'for path in glob.glob("/proc/[0-9]*/fd/*") + glob.glob("/proc/[0-9]*/map_files/*"):',
      '    if os.path.isdir(path):',
      '        attempt(path, read_start, path + "/../.." * 20 + lures["secretFile"])',
    ),
  ),
  linking(
    'file handles instead of names',
    attempting(
      'class Handle(ctypes.Structure):',
      '    _fields_ = [("bytes", ctypes.c_uint), ("type", ctypes.c_int), ("data", ctypes.c_ubyte * 128)]',
      'for inode in (2, 128, 256):',
      '    handle = Handle(8, 1)',
      '    handle.data[0] = inode % 256; handle.data[1] = inode // 256',
      '    root = os.open("/", os.O_RDONLY)',
      '    attempt(inode, call, "open_by_handle_at", root, ctypes.byref(handle), os.O_RDONLY)',
    ),
  ),
];

import { lstatSync, readlinkSync } from 'node:fs';

/** Files lie here, and the command starts here, as in a container. */
export const WORKING_FOLDER = '/work';
export const SCRATCH_FOLDER = '/tmp';
/** Where bwrap reports how the command ended; only the command's own exit is told there, never bwrap's. */
export const REPORT_DESCRIPTOR = 3;

/** What one sandbox can see and do. */
export interface Confinement {
  readonly diskBytes: number;
  /** Read-only folders beside `/usr`, at their own paths: the environment, the interpreter's. */
  readonly readable: readonly string[];
  /** Folders of the host that may be written to, at their own paths. */
  readonly writable: readonly string[];
  /** A folder with `passwd`, `group`, `hosts` and `nsswitch.conf` that tell nothing of the host. */
  readonly etcFolder: string;
  /** bwrap 0.8 and later can take away the making of further user namespaces. */
  readonly disableUserNamespaces: boolean;
}

const SYSTEM_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const LINKER_FILES = ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'];
const SHARED_MEMORY_BYTES = 64 * 1024 * 1024;

/** The options of bwrap(1) up to the command. What is mounted later covers what was mounted before. */
export function bwrapArguments(confinement: Confinement): readonly string[] {
  const { diskBytes, etcFolder } = confinement;
  const tmpfs = (folder: string, bytes = diskBytes) => ['--size', String(bytes), '--tmpfs', folder];
  const readOnly = (path: string) => ['--ro-bind', path, path];
  const readOnlyIfThere = (path: string) => ['--ro-bind-try', path, path];
  return [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--clearenv'],
    ...['--cap-drop', 'ALL', '--hostname', 'sandbox', '--json-status-fd', String(REPORT_DESCRIPTOR)],
    ...(confinement.disableUserNamespaces ? ['--disable-userns'] : []),
    ...readOnly('/usr'),
    ...SYSTEM_FOLDERS.flatMap(systemFolder),
    ...LINKER_FILES.flatMap(readOnlyIfThere),
    ...['passwd', 'group', 'hosts', 'nsswitch.conf'].flatMap(name => [
      '--ro-bind',
      `${etcFolder}/${name}`,
      `/etc/${name}`,
    ]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...tmpfs('/dev/shm', Math.min(SHARED_MEMORY_BYTES, diskBytes)),
    ...tmpfs(SCRATCH_FOLDER),
    ...tmpfs(WORKING_FOLDER),
    ...confinement.readable.filter(path => !path.startsWith('/usr/') && path !== '/usr').flatMap(readOnly),
    ...confinement.writable.flatMap(path => ['--bind', path, path]),
    // Without these the user could write to the memory file systems that bwrap builds its root and /dev on.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', WORKING_FOLDER],
  ];
}

/** On most systems today these are links into `/usr`; on older ones folders. */
function systemFolder(path: string): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

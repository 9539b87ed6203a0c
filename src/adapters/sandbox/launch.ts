import { confinePath } from '../../domain/files.js';
import type { FileTree } from '../../domain/files.js';
import { CodefaceError } from '../../domain/errors.js';

/** What the launcher is told before it becomes the command. */
export interface Launch {
  readonly command: readonly string[];
  /** The command's whole environment; but `PATH`, when absent, starts with the interpreter's folder. */
  readonly environmentVariables: Readonly<Record<string, string>>;
  readonly files: FileTree;
  /** Limits the launcher puts on itself where no cgroup can: address space in bytes, and processes of the user. */
  readonly selfLimits?: { readonly addressSpaceBytes: number; readonly processes: number };
  /** The command gets the rest of standard input instead of an empty one; it must speak before anything is sent. */
  readonly keepsInput?: boolean;
}

/**
 * First program in every sandbox, `python -I -S -c` of it: reads one JSON line and the files' bytes from standard
 * input, writes the files below the working folder, and becomes the command with exactly the given environment,
 * an empty standard input (unless it is to keep it) and no other open file. One process, no archive format, no way back for what it has read.
 */
export const LAUNCHER = `
import json, os, sys
from signal import SIG_DFL, SIGPIPE, signal
source = sys.stdin.buffer
launch = json.loads(source.readline())
for path, size in launch["files"]:
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(path, "wb") as file:
        file.write(source.read(size))
if not launch["keepsInput"]:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
for number in map(int, os.listdir("/dev/fd")):
    if number > 2:
        try:
            os.close(number)
        except OSError:
            pass  # The listing's own.
signal(SIGPIPE, SIG_DFL)
environment = launch["environment"]
environment.setdefault("PATH", os.path.dirname(sys.executable) + ":/usr/local/bin:/usr/bin:/bin")
command = launch["command"]
program = sys.executable if command[0] == "python" else command[0]
if launch["limits"]:
    import resource
    memory, processes = launch["limits"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
try:
    os.execvpe(program, [program] + command[1:], environment)
except OSError as error:
    os.write(2, f"{command[0]}: {error.strerror}\\n".encode())
    os._exit(127)
`;

/** Words that start the launcher with an interpreter: isolated, and without `site`, whose hooks belong to others. */
export function launcherCommand(interpreter: string): readonly string[] {
  return [interpreter, '-I', '-S', '-c', LAUNCHER];
}

/** What every command finds beside the variables it was given: a place to write, UTF-8, and a name for its user. */
export function sandboxVariables(scratchFolder: string): Readonly<Record<string, string>> {
  return { HOME: scratchFolder, TMPDIR: scratchFolder, LANG: 'C.UTF-8', USER: 'codeface' };
}

const PAGE_BYTES = 4096;
/** What every file system of a sandbox takes; no honest repository comes near the second. */
const LONGEST_NAME_BYTES = 255;
const LONGEST_PATH_BYTES = 1024;

/**
 * The bytes for the launcher's standard input. Ends in a `CodefaceError`: `bad-input` for a path that leaves the
 * working folder, is too long, or cannot lie beside the others; `sandbox` when the files do not fit in `diskBytes` or
 * there is no command.
 */
export function encodeLaunch(launch: Launch, diskBytes: number): readonly Uint8Array[] {
  if (launch.command.length === 0) throw new CodefaceError('sandbox', 'There is no command to run.');
  const files = [...launch.files].map(([path, bytes]) => ({ path: confined(path), bytes }));
  refuseCollisions(files.map(({ path }) => path));
  const needed = files.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / PAGE_BYTES) * PAGE_BYTES, 0);
  if (needed > diskBytes)
    throw new CodefaceError(
      'sandbox',
      `The ${files.length} files need ${needed} bytes of disk and the sandbox has ${diskBytes}: raise its disk limit.`,
    );
  const limits = launch.selfLimits ?? null;
  const header = JSON.stringify({
    command: launch.command,
    environment: launch.environmentVariables,
    files: files.map(({ path, bytes }) => [path, bytes.length]),
    keepsInput: launch.keepsInput ?? false,
    limits: limits && [limits.addressSpaceBytes, limits.processes],
  });
  return [Buffer.from(`${header}\n`), ...files.map(({ bytes }) => bytes)];
}

function confined(path: string): string {
  const inside = confinePath(path);
  if (inside === undefined) throw badPath(path, "would lie outside the sandbox's working folder");
  const isLong = Buffer.byteLength(inside) > LONGEST_PATH_BYTES;
  if (isLong || inside.split('/').some(name => Buffer.byteLength(name) > LONGEST_NAME_BYTES))
    throw badPath(path, 'has a longer path than a file system takes');
  return inside;
}

/** No path twice, and none through another file: what is written last would decide. */
function refuseCollisions(paths: readonly string[]): void {
  const files = new Set<string>();
  for (const path of paths) {
    if (files.has(path)) throw badPath(path, 'is given twice');
    files.add(path);
  }
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (files.has(path.slice(0, end))) throw badPath(path, 'would lie in another file');
}

function badPath(path: string, why: string): CodefaceError {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return new CodefaceError('bad-input', `The file ${JSON.stringify(shown)} ${why}.`);
}

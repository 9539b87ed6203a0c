import { z } from 'zod';
import { CodefaceError } from '../../domain/errors.js';
import { locate } from './locate.js';

/** Tried in this order after what the person named. */
export const USUAL_INTERPRETERS: readonly string[] = [
  'python3.12',
  'python3.11',
  'python3',
  '/usr/bin/python3',
  '/usr/local/bin/python3',
];

export interface Interpreter {
  /** The interpreter itself, behind any shim or virtual environment. */
  readonly executable: string;
  /** E.g. `3.11.2`. */
  readonly version: string;
  /** The folder that holds its standard library. */
  readonly prefix: string;
}

/** Tells an interpreter's place and version, and fails without the modules that virtual environments need. */
const PROBE = `
import ensurepip, json, platform, sys, venv
print(json.dumps({
    "executable": getattr(sys, "_base_executable", None) or sys.executable,
    "version": platform.python_version(),
    "prefix": sys.base_prefix,
    "recent": sys.version_info >= (3, 9),
}))
`;

const probed = z.object({
  executable: z.string(),
  version: z.string(),
  prefix: z.string(),
  recent: z.boolean(),
});

/** Runs a command the way the driver will run the interpreter: as its user, with its reach. */
export type TryRun = (
  command: readonly string[],
) => Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>;

/**
 * The first candidate, a path or a name looked up in every folder of `searchPath`, that runs, is 3.9 or later and
 * can make virtual environments. Ends in a `CodefaceError` of code `sandbox` that gives each one's reason.
 */
export async function findInterpreter(
  candidates: readonly string[],
  searchPath: string,
  tryRun: TryRun,
): Promise<Interpreter> {
  const reasons: string[] = [];
  for (const path of new Set(candidates.flatMap(name => locate(name, searchPath)))) {
    const result = await tryRun([path, '-I', '-c', PROBE]).catch((error: Error) => ({
      exitCode: 127,
      stdout: '',
      stderr: error.message,
    }));
    const probe = result.exitCode === 0 ? probed.safeParse(parseJson(result.stdout)) : undefined;
    if (probe?.success && probe.data.recent) return probe.data;
    if (probe?.success) reasons.push(`${path}: is ${probe.data.version}, 3.9 or later is needed`);
    else reasons.push(`${path}: ${result.stderr.trim().split('\n').at(-1) || `exit ${result.exitCode}`}`);
  }
  throw new CodefaceError(
    'sandbox',
    `No usable Python was found (${reasons.join('; ') || `none of ${candidates.join(', ')} exists`}). ` +
      'Install python3 with its venv module where every user can run it, or name one in CODEFACE_PYTHON.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

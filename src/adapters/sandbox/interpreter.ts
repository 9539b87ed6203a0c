import { z } from 'zod';
import { CodefaceError } from '../../domain/errors.js';
import type { InterpreterWish } from '../../ports/sandbox.js';
import { chooseInterpreter, wrongInterpreter } from './choose-interpreter.js';
import { locate } from './locate.js';
import { createMemo } from './memo.js';

/** Tried in this order after what the person named. */
export const USUAL_INTERPRETERS: readonly string[] = [
  'python3.12',
  'python3.11',
  'python3.13',
  'python3.10',
  'python3.14',
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

/** The interpreters of a machine, each looked for when it is first needed. */
export interface Interpreters {
  /** The first that will do. Ends in a `CodefaceError` of code `sandbox` that gives each candidate's reason. */
  first(): Promise<Interpreter>;
  /** All that will do, one of each version, the first one first. */
  all(): Promise<readonly Interpreter[]>;
  /** The one that a wish means. Ends as `first`, or with the fault `wrong-interpreter`. */
  wanted(wish: InterpreterWish | undefined): Promise<Interpreter>;
}

/**
 * Candidates are paths, or names looked up in every folder of `searchPath`; one will do when it runs, is 3.9 or later
 * and can make virtual environments.
 */
export function findInterpreters(
  candidates: readonly string[],
  searchPath: string,
  tryRun: TryRun,
): Interpreters {
  const paths = [...new Set(candidates.flatMap(name => locate(name, searchPath)))];
  const first = createMemo(async () => {
    const reasons: string[] = [];
    for (const path of paths) {
      const tried = await tryInterpreter(path, tryRun);
      if (typeof tried !== 'string') return tried;
      reasons.push(`${path}: ${tried}`);
    }
    throw new CodefaceError(
      'sandbox',
      `No usable Python was found (${reasons.join('; ') || `none of ${candidates.join(', ')} exists`}). ` +
        'Install python3 with its venv module where every user can run it, or name one in CODEFACE_PYTHON.',
    );
  });
  const all = createMemo(async () => {
    const tried = await Promise.all(paths.map(path => tryInterpreter(path, tryRun)));
    const found = tried.filter(interpreter => typeof interpreter !== 'string');
    return found.filter(
      ({ version }, index) => found.findIndex(other => other.version === version) === index,
    );
  });
  return {
    first,
    all,
    async wanted(wish) {
      if (wish === undefined) return first();
      const found = await all();
      const versions = found.map(({ version }) => version);
      const chosen = chooseInterpreter(versions, wish);
      const interpreter = found.find(({ version }) => version === chosen);
      if (interpreter !== undefined) return interpreter;
      throw wrongInterpreter(
        wish,
        versions,
        `Install ${suggested(wish)} with its venv module where every user can run it, and on the search path.`,
      );
    },
  };
}

function suggested(wish: InterpreterWish): string {
  const usual = ['3.12', '3.13', '3.11', '3.14', '3.10'];
  const minor = usual.find(each => chooseInterpreter([`${each}.99`], wish) !== undefined);
  return minor === undefined ? 'one that satisfies it' : `python${minor}`;
}

/** The interpreter, or why it will not do. */
async function tryInterpreter(path: string, tryRun: TryRun): Promise<Interpreter | string> {
  const result = await tryRun([path, '-I', '-c', PROBE]).catch((error: Error) => ({
    exitCode: 127,
    stdout: '',
    stderr: error.message,
  }));
  const probe = result.exitCode === 0 ? probed.safeParse(parseJson(result.stdout)) : undefined;
  if (probe?.success && probe.data.recent) {
    const { executable, version, prefix } = probe.data;
    return { executable, version, prefix };
  }
  if (probe?.success) return `is ${probe.data.version}, 3.9 or later is needed`;
  return result.stderr.trim().split('\n').at(-1) || `exit ${result.exitCode}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

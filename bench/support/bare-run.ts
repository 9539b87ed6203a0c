import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BENCH_CACHE } from './source-distribution.js';

const run = promisify(execFile);

/** How many tests ended how, as pytest counts them. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
}

/** A virtual environment with a project installed in it as a person would do it. */
export interface BareProject {
  /** Runs its suite in a fresh copy of its folder; milliseconds from start to finish. */
  run(): Promise<{ readonly counts: Counts; readonly durationMs: number; readonly output: string }>;
}

/** Makes (once) a clean virtual environment of this interpreter with pytest, these distributions and the project. */
export async function bareProject(
  folder: string,
  {
    name,
    python,
    distributions,
    targets,
  }: {
    readonly name: string;
    readonly python: string;
    readonly distributions: readonly string[];
    readonly targets: readonly string[];
  },
): Promise<BareProject> {
  const environment = join(BENCH_CACHE, 'bare', name.replaceAll(' ', '-'));
  const interpreter = join(environment, 'bin', 'python');
  const isThere = await stat(join(environment, 'complete')).catch(() => undefined);
  if (isThere === undefined) {
    await rm(environment, { recursive: true, force: true });
    await mkdir(environment, { recursive: true });
    await run(await interpreterNamed(python), ['-m', 'venv', environment]);
    // Of a copy, since a build leaves its own files beside the sources.
    const copy = join(environment, 'source');
    await cp(folder, copy, { recursive: true });
    const install = ['-m', 'pip', 'install', '--quiet', 'pytest', ...distributions, copy];
    await run(interpreter, install, { maxBuffer: 2 ** 26 });
    await rm(copy, { recursive: true });
    await mkdir(join(environment, 'complete'));
  }
  return {
    async run() {
      const copy = await mkdtemp(join(tmpdir(), 'codeface-bare-'));
      try {
        await cp(folder, join(copy, 'tree'), { recursive: true });
        const words = ['-m', 'pytest', '-p', 'no:cacheprovider', '--color=no', ...targets];
        const started = performance.now();
        const { stdout } = await run(interpreter, words, {
          cwd: join(copy, 'tree'),
          env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONHASHSEED: '0' },
          maxBuffer: 2 ** 26,
        }).catch((error: unknown) => ({ stdout: String((error as { stdout?: string }).stdout) }));
        const durationMs = performance.now() - started;
        return { counts: countsOf(stdout), durationMs, output: stdout };
      } finally {
        await rm(copy, { recursive: true, force: true });
      }
    },
  };
}

/** The first of the interpreter's usual places that runs. */
async function interpreterNamed(name: string): Promise<string> {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const kept = (await readdir(versions).catch(() => [])).map(version => join(versions, version, 'bin', name));
  for (const candidate of [`/usr/bin/${name}`, `/usr/local/bin/${name}`, ...kept]) {
    const works = await run(candidate, ['-c', 'import ensurepip, venv']).then(
      () => true,
      () => false,
    );
    if (works) return candidate;
  }
  throw new Error(`There is no ${name} with venv here to run the suite bare on.`);
}

/** Reads pytest's last line; an expected failure is among the skipped, and subtests are no tests of their own. */
function countsOf(output: string): Counts {
  const [last = ''] =
    /^.*\b(?:passed|failed|errors?|skipped)\b.* in [\d.]+s.*$/m.exec(
      output.split('\n').reverse().join('\n'),
    ) ?? [];
  const of = (word: string) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(last)?.[1] ?? 0);
  return {
    passed: of('passed') + of('xpassed'),
    failed: of('failed'),
    errors: of('errors?'),
    skipped: of('skipped') + of('xfailed'),
  };
}

import type { SandboxProbe } from '../sandbox/probe.js';
import { groundOf } from './bubblewrap-sandbox.js';
import type { BubblewrapSandboxOptions } from './options.js';

const LIMITS = {
  wallTimeMs: 10_000,
  memoryBytes: 512 * 1024 * 1024,
  processes: 16,
  diskBytes: 1024 * 1024,
  outputBytes: 4096,
};

/** Available when an interpreter runs inside a sandbox here. */
export async function probeBubblewrap(options: BubblewrapSandboxOptions): Promise<SandboxProbe> {
  const probe = (available: boolean, reason: string) =>
    ({ driver: 'bubblewrap', available, reason }) as const;
  try {
    const { confiner, interpreters } = await groundOf(options)();
    const interpreter = await interpreters.first();
    const { exitCode, stderr } = await confiner.run({
      python: interpreter.executable,
      launch: { command: ['python', '-c', 'pass'], environmentVariables: {}, files: new Map() },
      limits: LIMITS,
      readable: [interpreter.prefix],
      writable: [],
    });
    if (exitCode !== 0) return probe(false, `a trial run failed: ${stderr.trim().split('\n').at(-1)}`);
    const { programs, cgroups } = confiner;
    const limits = cgroups === undefined ? 'limits by process only' : `cgroups version ${cgroups.version}`;
    const reason = `bubblewrap ${programs.version}, user ${programs.userId}, ${limits}, ${interpreter.executable} ${interpreter.version}`;
    const all = async () => (await interpreters.all()).map(({ version }) => version);
    return { ...probe(true, reason), interpreters: all };
  } catch (error) {
    return probe(false, error instanceof Error ? error.message : String(error));
  }
}

import { connect } from 'node:net';
import type { FileTree } from '../../src/domain/files.js';
import type { SandboxLimits, SandboxResult } from '../../src/ports/sandbox.js';
import type { Outcome, RunAttack } from './attack.js';
import type { Lures } from './lures.js';
import { accomplices } from './programs.js';
import type { AttackWorld } from './world.js';

const MEBIBYTE = 1024 ** 2;
export const RUN_LIMITS: SandboxLimits = {
  wallTimeMs: 10_000,
  memoryBytes: 256 * MEBIBYTE,
  processes: 64,
  diskBytes: 32 * MEBIBYTE,
  outputBytes: 16 * 1024,
};
/** Beyond its limit a run may take this long to be ended and tidied up after. */
const GRACE_MS = 5_000;
/** The line that says how much of the output was cut. */
const SEAM_LENGTH = 100;
const PROBE_PAUSE_MS = 100;

/** How an attack ended, as seen from outside. */
export interface Ending {
  readonly outcome: Outcome;
  /** All that came out of it. */
  readonly said: string;
  /** Promises of the driver that were not kept, one sentence each. */
  readonly broken: readonly string[];
}

export async function attackRun(attack: RunAttack, world: AttackWorld, lures: Lures): Promise<Ending> {
  const limits = { ...RUN_LIMITS, ...attack.limits };
  const run = (program: string, files?: RunAttack['files']) => runIn(world, lures, program, limits, files);
  const beside = attack.beside === undefined ? undefined : run(attack.beside, { secret: lures.secret });
  const probing = attack.isProbed === true ? probeListener(lures.told.port) : undefined;
  const startedAt = performance.now();
  const first = await run(attack.program, attack.files).finally(() => probing?.stop());
  const tookMs = performance.now() - startedAt;
  const second = attack.after === undefined ? undefined : await run(attack.after);
  await beside;
  const wanted = attack.says?.test(first.stdout + first.stderr) ?? true;
  return {
    outcome: second === undefined ? outcomeOf(first) : outcomeOf(second),
    said: [first, ...(second === undefined ? [] : [second])].map(r => r.stdout + r.stderr).join('\n'),
    broken: [
      ...(tookMs > limits.wallTimeMs + GRACE_MS ? [`took ${Math.round(tookMs)} ms`] : []),
      ...(outputLength(first) > limits.outputBytes + SEAM_LENGTH ? ['kept too much output'] : []),
      ...(wanted ? [] : [`did not say ${attack.says}`]),
      ...(probing?.reached() ? ['ESCAPED: its listener was reached from the host'] : []),
    ],
  };
}

function runIn(
  { sandbox, environment }: Pick<AttackWorld, 'sandbox' | 'environment'>,
  { told }: Lures,
  program: string,
  limits: SandboxLimits = RUN_LIMITS,
  more: RunAttack['files'] = {},
): Promise<SandboxResult> {
  return sandbox.run({
    environment,
    files: fileTree({ ...accomplices(told), ...more, 'program.py': program }),
    command: ['python', '-u', 'program.py', told.marker],
    environmentVariables: {},
    limits,
  });
}

/** A program, run for what it says. */
export async function runProgram(
  program: string,
  world: Pick<AttackWorld, 'sandbox' | 'environment'>,
  lures: Lures,
): Promise<Ending> {
  const result = await runIn(world, lures, program);
  return { outcome: outcomeOf(result), said: result.stdout + result.stderr, broken: [] };
}

function outcomeOf({ ending, exitCode, stdout }: SandboxResult): Outcome {
  if (ending !== 'exited') return ending;
  if (exitCode !== 0) return 'exited with an error';
  return /^refused /m.test(stdout) ? 'refused' : 'exited';
}

/** In characters: a byte that is no text becomes one. */
function outputLength({ stdout, stderr }: SandboxResult): number {
  return Math.max(stdout.length, stderr.length);
}

export function fileTree(files: Readonly<Record<string, string | Uint8Array>>): FileTree {
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
}

/** Keeps trying to connect to a port of this machine's loopback. */
function probeListener(port: number) {
  let reached = false;
  const timer = setInterval(() => {
    const socket = connect(port, '127.0.0.1', () => (reached = true));
    socket.on('error', () => undefined).on('connect', () => socket.destroy());
  }, PROBE_PAUSE_MS);
  return { stop: () => clearInterval(timer), reached: () => reached };
}

import { z } from 'zod';
import type { FileTree } from '../../../domain/files.js';
import type { SandboxLimits } from '../../../ports/sandbox.js';
import type { Dialogue } from './dialogue.js';
import { createIndexProxy } from './index-proxy.js';
import { readCertificates } from './index-settings.js';
import type { IndexChoice, IndexSettings } from './index-settings.js';
import { inspectionOf, parseInspection } from './install.js';
import type { Inspection } from './install.js';
import { installationFailure } from './installation-failure.js';
import { INSTALLER } from './installer-program.js';
import type { Launch } from '../launch.js';
import { createRelay } from './relay.js';
import { watchDisk } from './watch-disk.js';
import type { DiskUsage } from './watch-disk.js';

const CERTIFICATES = 'certificates.pem';

/** One installation, the same for every driver. */
export interface Installation {
  readonly requirements: readonly string[];
  readonly allowsBuilds: boolean;
  readonly index: IndexChoice;
  readonly settings: IndexSettings;
  readonly limits: SandboxLimits;
  /** The interpreter that is inspected afterwards, as the sandbox names it. */
  readonly python: string;
  /** Run one after the other, until one fails. */
  readonly commands: readonly (readonly string[])[];
  /** A folder in the sandbox for temporary files, on a disk; made and removed. */
  readonly scratchFolder: string;
}

/** An installer as the driver is to run it: without any network. */
export interface InstallerRequest {
  readonly launch: Launch;
  readonly dialogue: Dialogue;
  /** Kills it. */
  readonly signal: AbortSignal;
  readonly limits: SandboxLimits;
}

/** What the driver saw of it. */
export interface InstallerRun {
  readonly timedOut: boolean;
  readonly outOfMemory: boolean;
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** How a driver confines an installation. */
export interface InstallerGround {
  readonly run: (request: InstallerRequest) => Promise<InstallerRun>;
  /** What the installation has written so far. */
  readonly usage: () => Promise<DiskUsage>;
  /** Room on the disk that it writes to, where that can be told. */
  readonly freeBytes?: () => Promise<number>;
}

const reported = z.object({
  code: z.number(),
  inspection: z.string(),
  sdists: z.array(z.string()),
  denied: z.boolean(),
  unanswered: z.boolean().default(false),
});

/**
 * Runs the commands with the indexes in reach and nothing else, inspects the interpreter, and tells what it found.
 * Ends in a `CodefaceError` of code `sandbox` with a fault, or `configuration` for certificates that cannot be read.
 */
export async function performInstallation(
  installation: Installation,
  ground: InstallerGround,
): Promise<Inspection> {
  const { index, settings, limits, requirements, allowsBuilds, python } = installation;
  const trusted = await readCertificates(settings);
  const files: FileTree = new Map(trusted === undefined ? [] : [[CERTIFICATES, trusted]]);
  const task = {
    commands: installation.commands,
    inspection: inspectionOf(python),
    scratch: installation.scratchFolder,
    certificates: trusted === undefined ? null : CERTIFICATES,
  };
  const proxy = createIndexProxy(index.allowed, settings.proxies ?? {});
  const relay = createRelay(connection => proxy.accept(connection));
  const disk = watchDisk(ground.usage, limits.diskBytes);
  try {
    const run = await ground.run({
      launch: {
        command: ['python', '-I', '-S', '-c', INSTALLER, JSON.stringify(task)],
        environmentVariables: { PIP_CONFIG_FILE: '/dev/null', PIP_NO_INPUT: '1', ...index.variables },
        files,
        keepsInput: true,
      },
      dialogue: relay,
      signal: disk.signal,
      limits,
    });
    const result = resultOf(relay.result());
    const diskExceeded = await disk.last();
    if (run.exitCode === 0 && result?.code === 0 && !diskExceeded) return parseInspection(result.inspection);
    throw installationFailure({
      ...run,
      requirements,
      allowsBuilds,
      limits,
      diskExceeded,
      sdists: result?.sdists ?? [],
      denied: result?.denied ?? false,
      unanswered: result?.unanswered ?? false,
      refused: proxy.refused(),
      indexes: index.allowed.map(({ host }) => host),
      freeBytes: await ground.freeBytes?.().catch(() => undefined),
    });
  } finally {
    disk.stop();
    relay.close();
  }
}

function resultOf(text: string | undefined): z.infer<typeof reported> | undefined {
  try {
    return text === undefined ? undefined : reported.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

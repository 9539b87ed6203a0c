import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CodefaceError } from '../../../domain/errors.js';
import type { Environment, SandboxLimits } from '../../../ports/sandbox.js';

/** Limits of one installation; `diskBytes` is of what it installs and what it needs meanwhile. */
export const INSTALLATION_LIMITS: SandboxLimits = {
  wallTimeMs: 600_000,
  memoryBytes: 4 * 1024 ** 3,
  processes: 512,
  diskBytes: 8 * 1024 ** 3,
  outputBytes: 16 * 1024,
};

/** The part of an installation's disk that lies in memory: its working folder and `/tmp`, each. */
export const MEMORY_DISK_BYTES = 1024 ** 3;

/** What every environment has, whatever was asked for: what runs suites and what sees which lines they run. */
export const ALWAYS_INSTALLED: readonly string[] = ['coverage', 'pytest'];

/** A name, perhaps extras, then a version or a marker (PEP 508); options of pip and paths are none of these. */
const REQUIREMENT = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\s*(\[[^\]]*\])?\s*([(<>=!~;].*)?$/;

/**
 * Sorted, each once. Ends in a `CodefaceError` of code `bad-input` for what is no requirement, or names an address or a
 * local file: those would be fetched from wherever a stranger wrote.
 */
export function normaliseRequirements(distributions: readonly string[]): readonly string[] {
  const requirements = distributions.map(text => text.trim());
  for (const requirement of requirements) {
    const isAddress = /^[A-Za-z0-9._-]+\s*(\[[^\]]*\])?\s*@/.test(requirement);
    if (!isAddress && REQUIREMENT.test(requirement) && !/[\r\n\0]/.test(requirement)) continue;
    const advice = isAddress
      ? 'an address is not installed from, only the package indexes are. Name a version instead.'
      : 'use a PEP 508 name and version.';
    throw new CodefaceError(
      'bad-input',
      `${JSON.stringify(requirement)} is not a requirement that can be installed: ${advice}`,
    );
  }
  return [...new Set(requirements)].sort();
}

/** Words after the interpreter. Without `allowsBuilds` nothing is built, so no code of a distribution runs. */
export function pipInstall(requirements: readonly string[], allowsBuilds: boolean): readonly string[] {
  const options = [
    ...'--no-input --no-cache-dir --disable-pip-version-check --progress-bar off'.split(' '),
    ...(allowsBuilds ? ['--prefer-binary'] : ['--only-binary', ':all:']),
    '--root-user-action=ignore',
  ];
  return ['-m', 'pip', 'install', ...options, '--', ...requirements];
}

/** The same parts give the same name: 16 hex digits. */
export function environmentHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/**
 * Program that prints what an interpreter is and has, as one line of JSON. It is run without `site`, so that no `.pth`
 * file or `sitecustomize` of what was installed can speak in its place.
 */
export const INSPECTION = `
import importlib.metadata, json, os, platform, sys, sysconfig
prefix = os.path.dirname(os.path.dirname(sys.executable))
if os.path.exists(os.path.join(prefix, "pyvenv.cfg")):
    variables = {"base": prefix, "platbase": prefix}
    scheme = "venv" if "venv" in sysconfig.get_scheme_names() else "posix_prefix"
    folders = [sysconfig.get_path(name, scheme, variables) for name in ("purelib", "platlib")]
else:
    folders = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), "/usr/lib/python3/dist-packages"]
folders = list(dict.fromkeys(os.path.realpath(folder) for folder in folders))
found = {(d.metadata["Name"], d.version) for d in importlib.metadata.distributions(path=folders)}
names = sorted(f"{name}=={version}" for name, version in found if name)
plugins = sorted({(d.metadata["Name"], e.name) for d in importlib.metadata.distributions(path=folders)
                  for e in d.entry_points if e.group == "pytest11"})
print(json.dumps({"interpreter": platform.python_version(), "distributions": names,
                  "plugins": [{"distribution": name, "name": entry} for name, entry in plugins]}))
`;

/** Words that inspect an interpreter. */
export function inspectionOf(python: string): readonly string[] {
  return [python, '-I', '-S', '-c', INSPECTION];
}

/** What an inspection is, wherever it is kept. */
export const inspected = z.object({
  interpreter: z.string(),
  distributions: z.array(z.string()),
  // Environments that were inspected before plug-ins were asked for keep what they said.
  plugins: z.array(z.object({ distribution: z.string(), name: z.string() })).exactOptional(),
});

/** What was found in a prepared interpreter. */
export type Inspection = Pick<Environment, 'interpreter' | 'distributions' | 'plugins'>;

/** Reads the last line of what `INSPECTION` printed. Ends in a `CodefaceError` of code `sandbox`. */
export function parseInspection(stdout: string): Inspection {
  try {
    return inspected.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  } catch (cause) {
    throw new CodefaceError('sandbox', 'The prepared interpreter could not be inspected.', { cause });
  }
}

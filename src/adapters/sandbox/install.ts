import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CodefaceError } from '../../domain/errors.js';
import type { Environment, SandboxLimits } from '../../ports/sandbox.js';

/** Limits of one installation; generous, since wheels may have to be built. */
export const INSTALLATION_LIMITS: SandboxLimits = {
  wallTimeMs: 600_000,
  memoryBytes: 4 * 1024 ** 3,
  processes: 512,
  diskBytes: 1024 ** 3,
  outputBytes: 16 * 1024,
};

/** What pip needs to reach its index from here: never given to code under test. */
export interface IndexSettings {
  readonly variables: Readonly<Record<string, string>>;
  /** PEM file of the authorities to trust. */
  readonly certificateFile?: string;
}

const PASSED_ON = /^(PIP_TRUSTED_HOST|PIP_DEFAULT_TIMEOUT|PIP_RETRIES|(https?|no)_proxy|(HTTPS?|NO)_PROXY)$/;

/** Picks the settings out of an environment; an index in a folder of the host cannot be reached and is left out. */
export function indexSettings(environment: Readonly<Record<string, string | undefined>>): IndexSettings {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value && PASSED_ON.test(name)) variables[name] = value;
    if (value && (name === 'PIP_INDEX_URL' || name === 'PIP_EXTRA_INDEX_URL')) {
      const urls = value.split(/\s+/).filter(url => /^https?:\/\//.test(url));
      if (urls.length > 0) variables[name] = urls.join(' ');
    }
  }
  const certificateFile = environment.PIP_CERT || environment.SSL_CERT_FILE || environment.REQUESTS_CA_BUNDLE;
  return certificateFile ? { variables, certificateFile } : { variables };
}

/** The authorities to trust. Ends in a `CodefaceError` of code `configuration` when the file cannot be read. */
export async function readCertificates({ certificateFile }: IndexSettings): Promise<Uint8Array | undefined> {
  if (certificateFile === undefined) return undefined;
  try {
    return await readFile(certificateFile);
  } catch (cause) {
    throw new CodefaceError(
      'configuration',
      `The certificate file ${certificateFile} cannot be read: set PIP_CERT or SSL_CERT_FILE to one that can.`,
      { cause },
    );
  }
}

/** Variables that make pip, git and Python's own clients trust a certificate file at this path in the sandbox. */
export function certificateVariables(path: string): Readonly<Record<string, string>> {
  const names = ['PIP_CERT', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO'];
  return Object.fromEntries(names.map(name => [name, path]));
}

/** A name, perhaps extras, then a version, a marker or a URL (PEP 508); options of pip and paths are none of these. */
const REQUIREMENT = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?\s*(\[[^\]]*\])?\s*([(<>=!~;@].*)?$/;

/** Sorted, each once. Ends in a `CodefaceError` of code `bad-input` for what is no requirement or names a local file. */
export function normaliseRequirements(distributions: readonly string[]): readonly string[] {
  const requirements = distributions.map(text => text.trim());
  for (const requirement of requirements)
    if (
      !REQUIREMENT.test(requirement) ||
      /[\r\n\0]/.test(requirement) ||
      /@\s*(\w+\+)?file:/i.test(requirement)
    )
      throw new CodefaceError(
        'bad-input',
        `${JSON.stringify(requirement)} is not a requirement that can be installed: use a PEP 508 name and version.`,
      );
  return [...new Set(requirements)].sort();
}

/** Words after the interpreter. */
export function pipInstall(requirements: readonly string[]): readonly string[] {
  const options = '--prefer-binary --no-input --no-cache-dir --disable-pip-version-check --progress-bar off';
  return ['-m', 'pip', 'install', ...options.split(' '), '--root-user-action=ignore', '--', ...requirements];
}

/** The same parts give the same name: 16 hex digits. */
export function environmentHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** Program that prints what an interpreter is and has, as one line of JSON. */
export const INSPECTION = `
import importlib.metadata, json, platform
found = {(d.metadata["Name"], d.version) for d in importlib.metadata.distributions()}
names = sorted(f"{name}=={version}" for name, version in found if name)
print(json.dumps({"interpreter": platform.python_version(), "distributions": names}))
`;

const inspected = z.object({ interpreter: z.string(), distributions: z.array(z.string()) });

/** Reads the last line of what `INSPECTION` printed. Ends in a `CodefaceError` of code `sandbox`. */
export function parseInspection(stdout: string): Omit<Environment, 'id' | 'digest'> {
  try {
    return inspected.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  } catch (cause) {
    throw new CodefaceError('sandbox', 'The prepared interpreter could not be inspected.', { cause });
  }
}

/** The error for an installation that failed: what was asked for, and the last lines of what the tool said. */
export function installationFailure(
  requirements: readonly string[],
  result: { readonly timedOut: boolean; readonly stdout: string; readonly stderr: string },
): CodefaceError {
  const said = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-15).join('\n');
  const what = requirements.length === 0 ? 'pytest' : requirements.join(', ');
  const how = result.timedOut
    ? `took longer than ${INSTALLATION_LIMITS.wallTimeMs / 1000} s`
    : 'did not succeed';
  const redacted = said.replace(/\/\/[^/\s@]+@/g, '//***@');
  return new CodefaceError('sandbox', `Installing ${what} ${how}. Last lines:\n${redacted}`, {
    retryable: result.timedOut,
  });
}

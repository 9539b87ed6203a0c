import { satisfies } from '@renovatebot/pep440';
import { CodefaceError } from '../../../domain/errors.js';
import type { EnvironmentFault } from '../../../domain/errors.js';
import type { SandboxLimits } from '../../../ports/sandbox.js';

/** What was seen of an installation that did not succeed. */
export interface FailedInstallation {
  readonly requirements: readonly string[];
  readonly allowsBuilds: boolean;
  readonly limits: SandboxLimits;
  readonly timedOut: boolean;
  readonly outOfMemory: boolean;
  /** It was ended because it wrote more than it may. */
  readonly diskExceeded: boolean;
  readonly stderr: string;
  /** File names of source distributions of what was not found. */
  readonly sdists: readonly string[];
  /** An index answered 401 or 403. */
  readonly denied: boolean;
  /** An index was skipped because it could not be asked, or answered 5xx. */
  readonly unanswered: boolean;
  /** Places that were asked for and refused, as `host:port`. */
  readonly refused: readonly string[];
  /** Hosts of the indexes. */
  readonly indexes: readonly string[];
  /** Room on the disk when it had failed; undefined when nobody knows. */
  readonly freeBytes?: number | undefined;
}

const NOT_FOUND = /No matching distribution found for (.+?)(?: \(from .*)?$/m;
const DENIED =
  /\b40[13] (?:Client )?Error\b|HTTP error 40[13]\b|\b40[13] (?:Unauthorized|Forbidden)\b|Credentials not correct|^User for /m;
/** Nothing was found at all, or nothing came of it, while an index was in trouble: what pip says of each. */
const UNANSWERED =
  /Max retries exceeded|Read timed out|Connection aborted|IncompleteRead|ProtocolError|\bin parse_links\b|\b5\d\d Server Error\b|HTTP error 5\d\d\b/;
const RETRIED = /^.*Retrying \(.*$/gm;
const TROUBLE = /after connection broken by|Skipping page .* got Content-Type/;
const NOTHING_FOUND = /\(from versions: none\)/;
const MEBIBYTE = 1024 ** 2;
/** With less room than this not even pip fits, and not everything that fails then says why. */
const LEAST_FREE_BYTES = 64 * MEBIBYTE;

/** The error for an installation that failed: what was asked for, why, what to do, and what the tool said last. */
export function installationFailure(failed: FailedInstallation): CodefaceError {
  const what = failed.requirements.join(', ');
  const { fault, sentence, retryable = failed.timedOut } = reasonOf(failed);
  const said = failed.stderr.trim().split('\n').slice(-15).join('\n');
  const redacted = redact(`Installing ${what} ${sentence}${said === '' ? '' : ` Last lines:\n${said}`}`);
  return new CodefaceError('sandbox', redacted, { retryable, fault });
}

/** Takes user and password out of every address in a text. */
export function redact(text: string): string {
  return text.replace(/\/\/[^/\s@]+@/g, '//***@');
}

interface Reason {
  readonly fault: EnvironmentFault;
  readonly sentence: string;
  readonly retryable?: boolean;
}

function reasonOf(failed: FailedInstallation): Reason {
  const { limits, stderr } = failed;
  const because = (fault: EnvironmentFault, sentence: string): Reason => ({ fault, sentence });
  if (failed.timedOut)
    return because(
      'installation',
      `took longer than ${limits.wallTimeMs / 1000} s. Allow it more time, or ask for less.`,
    );
  if (failed.diskExceeded)
    return because(
      'disk-full',
      `wrote more than ${Math.round(limits.diskBytes / MEBIBYTE)} MiB, or too many files, and was ended. Ask for less.`,
    );
  if (failed.outOfMemory)
    return because(
      'installation',
      `needed more than ${Math.round(limits.memoryBytes / MEBIBYTE)} MiB of memory. Ask for wheels instead of builds, or for less.`,
    );
  const isFull = failed.freeBytes !== undefined && failed.freeBytes < LEAST_FREE_BYTES;
  if (isFull || /No space left on device|Disk quota exceeded/.test(stderr))
    return because('disk-full', 'found no space left on the disk. Free some and try again.');
  const missing = NOT_FOUND.exec(stderr)?.[1];
  if (missing !== undefined && !failed.allowsBuilds && hasSource(missing, failed.sdists))
    return because(
      'no-wheel',
      `did not succeed: ${missing} has no wheel for this interpreter, and building it would run its code. If you trust it, \`builds: true\` in .codeface.yml allows that.`,
    );
  if (failed.refused.length > 0)
    return because(
      'installation',
      `did not succeed, and asked for places that are no package index: ${failed.refused.join(', ')}. If an index keeps its files there, add them to CODEFACE_INDEX_HOSTS.`,
    );
  if (failed.denied || DENIED.test(stderr))
    return because(
      'private-index',
      'was denied by the package index. Scope its credentials to this repository in CODEFACE_INDEX_CREDENTIALS.',
    );
  if (isUnanswered(failed))
    return {
      fault: 'installation',
      sentence: `did not succeed, because the package index (${failed.indexes.join(', ')}) did not answer properly. Check that it is up and that its address is right, and try again.`,
      retryable: true,
    };
  return because('installation', 'did not succeed.');
}

function isUnanswered({ stderr, unanswered }: FailedInstallation): boolean {
  // What was tried again may have gone well then.
  return (
    unanswered ||
    UNANSWERED.test(stderr.replace(RETRIED, '')) ||
    (TROUBLE.test(stderr) && NOTHING_FOUND.test(stderr))
  );
}

/** Whether a source distribution of a version that the requirement allows was passed over. */
function hasSource(requirement: string, sdists: readonly string[]): boolean {
  const match = /^\s*([A-Za-z0-9._-]*[A-Za-z0-9])\s*(?:\[[^\]]*\])?\s*\(?([^;)]*)\)?/.exec(requirement);
  const name = plain(match?.[1] ?? '');
  const specifier = (match?.[2] ?? '').trim();
  return sdists.some(file => {
    const stem = file.replace(/\.(tar\.(gz|bz2|xz)|tgz|zip)$/i, '');
    const at = stem.lastIndexOf('-');
    if (plain(stem.slice(0, at)) !== name) return false;
    return specifier === '' || satisfies(stem.slice(at + 1), specifier);
  });
}

/** PEP 503. */
function plain(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}

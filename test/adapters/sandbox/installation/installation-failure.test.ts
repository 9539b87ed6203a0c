import { describe, expect, it } from '@jest/globals';
import { INSTALLATION_LIMITS } from '../../../../src/adapters/sandbox/installation/install.js';
import { installationFailure } from '../../../../src/adapters/sandbox/installation/installation-failure.js';

const failed = {
  requirements: ['left-pad==1'],
  allowsBuilds: false,
  limits: INSTALLATION_LIMITS,
  timedOut: false,
  outOfMemory: false,
  diskExceeded: false,
  stderr: 'ERROR: https://user:token@index.example/simple said no',
  sdists: [],
  denied: false,
  unanswered: false,
  refused: [],
  indexes: ['index.example'],
};
const missing = (requirement: string) =>
  `ERROR: Could not find a version that satisfies the requirement ${requirement} (from versions: none)\nERROR: No matching distribution found for ${requirement}\n`;

describe('an installation that failed', () => {
  it('names what was asked for and what pip said last, without credentials', () => {
    const error = installationFailure(failed);
    expect(error).toMatchObject({ code: 'sandbox', retryable: false, fault: 'installation' });
    expect(error.message).toContain('left-pad==1');
    expect(error.message).toContain('said no');
    expect(error.message).not.toContain('token');
  });

  it('may be tried again when it took too long', () => {
    expect(installationFailure({ ...failed, timedOut: true })).toMatchObject({
      retryable: true,
      message: expect.stringContaining('longer than 600 s'),
    });
  });

  it('is for want of room when hardly any is left, whatever was said', () => {
    const stderr = 'Error: Command ensurepip returned non-zero exit status 1.';
    expect(installationFailure({ ...failed, stderr, freeBytes: 1024 }).fault).toBe('disk-full');
    expect(installationFailure({ ...failed, stderr, freeBytes: 1024 ** 3 }).fault).toBe('installation');
  });

  it.each([
    "ERROR: Could not install packages due to an OSError: HTTPConnectionPool(host='index.example', port=80): Max retries exceeded with url: /x",
    'ERROR: HTTP error 503 while getting http://index.example/x.whl',
    `WARNING: Retrying (Retry(total=0)) after connection broken by 'RemoteDisconnected': /simple/\n${missing('left-pad')}`,
    `WARNING: Skipping page http://index.example/simple/left-pad/ because the GET request got Content-Type: text/plain.\n${missing('left-pad')}`,
    "urllib3.exceptions.ProtocolError: ('Connection aborted.', BadStatusLine('nonsense'))",
  ])('may be tried again when the index did not answer properly: %s', stderr => {
    expect(installationFailure({ ...failed, stderr })).toMatchObject({
      fault: 'installation',
      retryable: true,
      message: expect.stringContaining('the package index (index.example) did not answer properly'),
    });
  });

  it('may be tried again when an index was skipped, which only the log tells', () => {
    const stderr = missing('left-pad');
    expect(installationFailure({ ...failed, stderr, unanswered: true }).retryable).toBe(true);
    expect(installationFailure({ ...failed, stderr }).retryable).toBe(false);
  });

  it('is not the fault of an index that only stumbled', () => {
    const stderr =
      "WARNING: Retrying (Retry(total=4)) after connection broken by 'ProtocolError('Connection aborted.')': /simple/\nERROR: Could not find a version that satisfies the requirement left-pad==9 (from versions: 1.0)\nERROR: No matching distribution found for left-pad==9";
    expect(installationFailure({ ...failed, stderr })).toMatchObject({
      fault: 'installation',
      retryable: false,
    });
  });

  it.each([
    [{ diskExceeded: true }, 'disk-full', /more than 8192 MiB/],
    [{ stderr: "OSError: [Errno 28] No space left on device: '/x'" }, 'disk-full', /no space left/],
    [{ outOfMemory: true }, 'installation', /4096 MiB of memory/],
    [{ stderr: 'WARNING: 401 Error, Credentials not correct for https://x' }, 'private-index', /denied/],
    [{ stderr: 'ERROR: HTTP error 403 while getting https://x' }, 'private-index', /CODEFACE_INDEX_CREDEN/],
    [{ denied: true }, 'private-index', /denied/],
    [{ refused: ['cdn.example:443'] }, 'installation', /cdn\.example:443.*CODEFACE_INDEX_HOSTS/],
  ] as const)('of %j is %s', (seen, fault, message) => {
    const error = installationFailure({ ...failed, ...seen });
    expect(error).toMatchObject({ fault });
    expect(error.message).toMatch(message);
  });

  it.each([
    ['docopt', ['docopt-0.6.2.tar.gz'], true],
    ['Left.Pad==1.0', ['left_pad-1.0.zip'], true],
    ['left-pad[x]<2', ['left-pad-1.0.tar.gz'], true],
    ['left-pad>=2', ['left-pad-1.0.tar.gz'], false],
    ['left-pad', ['left-pad-more-1.0.tar.gz'], false],
    ['left-pad', [], false],
  ])('for want of %s, where %j were passed over, lacks a wheel: %s', (requirement, sdists, lacks) => {
    const stderr = missing(requirement);
    const error = installationFailure({ ...failed, stderr, sdists });
    expect(error.fault).toBe(lacks ? 'no-wheel' : 'installation');
    expect(error.message.includes('builds: true')).toBe(lacks);
    expect(installationFailure({ ...failed, stderr, sdists, allowsBuilds: true }).fault).toBe('installation');
  });
});

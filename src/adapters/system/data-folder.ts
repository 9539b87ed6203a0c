import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where everything is kept unless CODEFACE_HOME says otherwise: the XDG data folder, and for root /var/lib, since
 * root's own folder is closed to the user that runs code in bubblewrap.
 */
export function dataFolder(environment: Readonly<Record<string, string | undefined>>): string {
  if (process.getuid?.() === 0) return '/var/lib/codeface';
  return join(environment['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'codeface');
}

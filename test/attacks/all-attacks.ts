import { ARCHIVES } from './archives.js';
import type { Attack } from './attack.js';
import { FLOODS } from './floods.js';
import { HOST_FILES } from './host-files.js';
import { INSTALLATION } from './installation.js';
import { LINKS } from './links.js';
import { NETWORK } from './network.js';
import { PRIVILEGES } from './privileges.js';
import { PROCESSES } from './processes.js';
import { PROC_SYS } from './proc-sys.js';
import { REPORTS } from './reports.js';
import { TAMPERING } from './tampering.js';
import { TESTS } from './tests.js';
import { WRITING } from './writing.js';

/** Every attack, by family; names are unique. */
export const ATTACKS: readonly Attack[] = [
  ...NETWORK,
  ...HOST_FILES,
  ...WRITING,
  ...LINKS,
  ...PROC_SYS,
  ...PRIVILEGES,
  ...FLOODS,
  ...PROCESSES,
  ...REPORTS,
  ...TESTS,
  ...TAMPERING,
  ...ARCHIVES,
  ...INSTALLATION,
];

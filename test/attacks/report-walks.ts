import type { SuiteAttack } from './attack.js';
import { besideProgram, suiteAttack } from './suites.js';

const walking = (name: string, program: string, more: Partial<SuiteAttack> = {}) =>
  suiteAttack('reports', name, besideProgram(program), more);

/** From what a test can reach to the reporter in its own process, and to the processes around it. */
export const WALKS: readonly SuiteAttack[] = [
  walking('the key of the report, found by the garbage collector', 'walk_objects'),
  walking('the reporter, found in the frames below', 'walk_frames'),
  walking('the reporter’s hooks, found in the plug-in manager', 'walk_plugins'),
  walking('the key of the report, found in its own memory', 'walk_memory'),
  walking('the supervisor’s memory, environment and descriptors', 'supervisor_memory'),
  walking('the supervisor and the processes beside it, traced', 'supervisor_trace'),
  walking('the supervisor and everything else, killed', 'supervisor_kill'),
  walking('the word around the results, wherever it may lie', 'nonce'),
  walking('every file of the harness, overwritten', 'harness_files'),
  walking('the clock, limits and signals of the supervisor', 'supervisor_limits'),
];

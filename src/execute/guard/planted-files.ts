import { posix } from 'node:path';
import { decodeUtf8 } from '../../domain/files.js';
import type { GuardedChange } from './guarded-change.js';
import { plantsPlugin } from './plugin-entry-points.js';
import { hasOddLineEnds } from './python-lines.js';
import { shadowingOf } from './shadowing.js';

/**
 * Tells why a new or changed file may be in no tree that is judged, as a clause after "it was left out:", or undefined:
 * it would take effect without anybody naming it, or stand in for a module of the standard library, of an installed
 * distribution or of the target's own tests.
 */
export function refusalsOf(change: GuardedChange): (path: string) => string | undefined {
  const { base, changed } = change;
  const isPlugin = plantsPlugin(base, changed);
  let shadowing: ((path: string) => string | undefined) | undefined;
  return path => {
    const name = posix.basename(path);
    if (path.split('/').some(part => /^(site|user)customize(\.|$)/.test(part)))
      return 'Python runs it before anything else';
    if (name.endsWith('.pth')) return 'Python runs what stands in it at its start';
    if (name === 'conftest.py' && !base.has(path)) return 'pytest loads it without being asked';
    if (isPlugin(path)) return 'it would make pytest load a plug-in';
    if (base.has(path)) return undefined;
    if (name === 'setup.cfg' && hasOddLineEnds(decodeUtf8(changed.get(path) ?? new Uint8Array()) ?? ''))
      return 'what ends its lines ends none to other readers, so that it can hide settings of pytest';
    shadowing ??= shadowingOf(change);
    return shadowing(path);
  };
}

import { posix } from 'node:path';
import type { FileTree } from '../../domain/files.js';
import type { Finding } from '../../domain/finding.js';
import type { Surroundings } from './guarded-change.js';
import { refusalsOf } from './planted-files.js';
import { protectionOf, type Protection } from './protected-paths.js';
import { restoreSettings } from './restore-settings.js';
import { readTestSettings } from './test-settings.js';

/** A changed tree as it may be judged. */
export interface GuardedTree {
  readonly tree: FileTree;
  /** `restored` for what was put back or left out, `refused` for what makes the verdict untrusted. */
  readonly findings: readonly Finding[];
  readonly refused: boolean;
}

/** Findings about single files; beyond that, one for each kind of file. */
const MOST_SINGLE = 5;
const PATHS_NAMED = 5;

/**
 * The tamper guard. The target's own tests with what lies beside them, every `conftest.py`, the settings of tests and
 * coverage, and the files of its CI are those of the base commit, whatever the change did to them; what else it did
 * stays, byte for byte, other settings in the same files too. New tests are fine. A file that would take effect without
 * being named, or stand in for a module of somebody else's, is left out, and then the verdict is not to be trusted.
 * Guarding twice is guarding once, and an untouched tree stays what it is.
 */
export function guardTree(base: FileTree, changed: FileTree, surroundings: Surroundings): GuardedTree {
  const settings = readTestSettings(base);
  const whyRefused = refusalsOf({ base, changed, settings, ...surroundings });
  const restored: Restored[] = [];
  const refusals: Finding[] = [];
  const tree = new Map(changed);
  const putBack = (path: string, bytes: Uint8Array | undefined) => {
    if (bytes === undefined) tree.delete(path);
    else setFile(tree, path, bytes);
  };

  for (const path of new Set([...base.keys(), ...changed.keys()])) {
    const [was, is] = [base.get(path), changed.get(path)];
    if (was !== undefined && is !== undefined && Buffer.compare(was, is) === 0) continue;
    const reason = is && whyRefused(path);
    if (reason !== undefined) {
      refusals.push(refusal(path, reason));
      putBack(path, was);
      continue;
    }
    const protection = protectionOf(path, settings);
    if (protection === undefined || (was === undefined && !protection.alsoNew)) continue;
    const kept = protection.sections === undefined ? was : restoreSettings(protection.sections, was, is);
    if (kept === undefined ? is === undefined : is && Buffer.compare(kept, is) === 0) continue;
    restored.push({ path, protection });
    putBack(path, kept);
  }
  return {
    tree,
    findings: [...refusals, ...describe(restored)],
    refused: refusals.length > 0,
  };
}

interface Restored {
  readonly path: string;
  readonly protection: Protection;
}

/** Puts a file where the change may have made a folder of it, or a file of one of its folders. */
function setFile(tree: Map<string, Uint8Array>, path: string, bytes: Uint8Array): void {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) tree.delete(folder);
  for (const other of tree.keys()) if (other.startsWith(`${path}/`)) tree.delete(other);
  tree.set(path, bytes);
}

function refusal(path: string, reason: string): Finding {
  return {
    kind: 'refused',
    subject: path,
    message: `\`${path}\` was left out: ${reason}.`,
    remedy: 'Take it out of the change: nothing that the suite says beside it is believed.',
  };
}

function describe(restored: readonly Restored[]): readonly Finding[] {
  return [...new Set(restored.map(({ protection }) => protection.what))].flatMap(what => {
    const group = restored.filter(({ protection }) => protection.what === what);
    const paths = group.map(({ path }) => path).sort();
    if (paths.length <= MOST_SINGLE) return paths.map(path => putBackFinding(path, `\`${path}\``, what));
    const named = paths.slice(0, PATHS_NAMED).map(path => `\`${path}\``);
    const rest = paths.length - named.length;
    return [putBackFinding(what, `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`, what)];
  });
}

function putBackFinding(subject: string, named: string, what: string): Finding {
  return {
    kind: 'restored',
    subject,
    message: `The suite ran with ${what} of the base commit, as in ${named}: they judge a change and are no part of it.`,
    remedy: 'Change them apart from this, and judge them by themselves.',
  };
}

import { posix } from 'node:path';
import { confinePath, type FileTree } from '../../../domain/files.js';
import { textAt } from '../repository-text.js';
import { combineWanted, leftOut, shown, wantedRequirement, wanting, type Wanted } from '../wanted.js';

/** Where install words and lines stand. */
export interface InstallPlace {
  readonly files: FileTree;
  /** `-r` and `-c` are relative to it; empty is the root. */
  readonly folder: string;
  /** What a note calls the place. */
  readonly from: string;
  /** Requirements files being read already, so that a circle of `-r` ends. */
  readonly seen: Set<string>;
}

/** Requirements files that one place leads to. */
const MOST_FILES = 30;
/** pip's options that take the next word when no `=` gives the value, besides those read here. */
const TAKES_VALUE =
  /^(?:--(?:find-links|trusted-host|no-binary|only-binary|target|prefix|root|cache-dir|proxy|timeout|retries|python|python-version|platform|abi|implementation|progress-bar|config-settings|log|src|cert|client-cert|group|resolution|prerelease|index-strategy|upgrade-package)|-[ftCPp])$/;
const SELF = /^(?:file:)?\.\/?(?:\[([A-Za-z0-9._,\s-]*)\])?$/;

/** The place at the root of a repository. */
export function atRoot(files: FileTree, from: string): InstallPlace {
  return { files, folder: '', from, seen: new Set() };
}

/**
 * A requirements file of pip (its format is pip's own reference page): requirements, `-r` and `-c` inside the tree,
 * and indexes; other options, addresses and paths are left out with a note. Absent files want nothing.
 */
export function requirementsFile(files: FileTree, path: string, seen = new Set<string>()): Wanted {
  if (seen.has(path) || seen.size >= MOST_FILES) return wanting({});
  seen.add(path);
  const folder = posix.dirname(path);
  const place = { files, folder: folder === '.' ? '' : folder, from: path, seen };
  const lines = textAt(files, path)
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/);
  return combineWanted(lines.map(line => installLine(line, place)));
}

/** One line of a requirements file or of tox's `deps`. */
export function installLine(line: string, place: InstallPlace): Wanted {
  const text = line.replace(/(^|\s)#.*$/, '').trim();
  if (text === '') return wanting({});
  if (text.startsWith('-')) return installWords(optionWords(text), place);
  // A requirement may be followed by options of its own, such as `--hash=…`.
  return requirementOrSelf(text.replace(/\s--?[a-z].*$/, ''), place);
}

/** The words after `pip install`. */
export function installWords(words: readonly string[], place: InstallPlace): Wanted {
  const found: Wanted[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const { name, value } = splitOption(word);
    if (name === undefined) {
      found.push(requirementOrSelf(word, place));
      continue;
    }
    const given = (): string => {
      if (value !== undefined) return value;
      index += 1;
      return words[index] ?? '';
    };
    if (name === '-r' || name === '--requirement') found.push(included(given(), place));
    else if (name === '-c' || name === '--constraint') found.push(asConstraints(included(given(), place)));
    else if (name === '-e' || name === '--editable') found.push(requirementOrSelf(given(), place));
    else if (name === '-i' || /^--(?:extra-|default-)?index(?:-url)?$/.test(name))
      found.push(wanting({ indexes: [given()] }));
    else if (TAKES_VALUE.test(name) && value === undefined) index += 1;
  }
  return combineWanted(found);
}

function requirementOrSelf(text: string, place: InstallPlace): Wanted {
  const self = SELF.exec(text);
  if (self === null) return wantedRequirement(text, place.from);
  return wanting({ extras: (self[1] ?? '').split(',').filter(extra => extra.trim() !== '') });
}

function included(path: string, place: InstallPlace): Wanted {
  const joined = posix.join(place.folder, path.replace(/^\{(?:toxinidir|tox_root)\}\/?/, ''));
  const confined = path.startsWith('/') ? undefined : confinePath(joined);
  if (confined === undefined || !place.files.has(confined)) {
    const notes = [
      `${place.from}: the requirements file \`${shown(path)}\` was left out, since it is not in the tree.`,
    ];
    return wanting({ notes: path.includes('://') ? [leftOut(path, place.from)] : notes });
  }
  return requirementsFile(place.files, confined, place.seen);
}

function asConstraints({ requirements, constraints, notes }: Wanted): Wanted {
  return wanting({ constraints: [...requirements, ...constraints], notes });
}

/** `-rfile`, `-r file`, `--requirement=file`; other words are no option. */
function splitOption(word: string): { readonly name?: string; readonly value?: string } {
  if (!word.startsWith('-')) return {};
  if (!word.startsWith('--'))
    return word.length > 2 ? { name: word.slice(0, 2), value: word.slice(2) } : { name: word };
  const equals = word.indexOf('=');
  return equals < 0 ? { name: word } : { name: word.slice(0, equals), value: word.slice(equals + 1) };
}

/** `-e .[test, docs]` is an option and one value, whatever spaces the value holds. */
function optionWords(text: string): readonly string[] {
  const space = text.search(/\s/);
  return space < 0 ? [text] : [text.slice(0, space), text.slice(space).trim()];
}

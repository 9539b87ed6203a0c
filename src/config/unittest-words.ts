import { confinePath } from '../domain/files.js';
import type { Reading, TestCommand } from './test-command.js';

/** They say how a person is told or when to stop. */
const DROPPED = /^(?:-[vqbcf]+|--verbose|--quiet|--buffer|--catch|--failfast|--locals|--durations=\d+)$/;
const DEFAULT_PATTERN = 'test*.py';

/**
 * The words after `python -m unittest` (https://docs.python.org/3/library/unittest.html#command-line-interface), for
 * pytest: `discover` with its start folder and pattern, files, and dotted names. pytest collects by files named
 * `test*.py` then, as unittest does.
 */
export function readUnittestWords(words: readonly string[]): Reading<TestCommand> {
  const discovers = words[0] === 'discover' || words.every(word => word.startsWith('-'));
  const rest = words[0] === 'discover' ? words.slice(1) : words;
  const named: string[] = [];
  const given = new Map<string, string>();
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? '';
    const [option = '', inline] = /^(?:--start-directory|--pattern|--top-level-directory)=/.test(word)
      ? [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]
      : [word];
    const name = OPTIONS.get(option);
    if (name !== undefined) {
      given.set(name, inline ?? rest[(index += 1)] ?? '');
    } else if (word.startsWith('-')) {
      if (!DROPPED.test(word))
        return { problem: `has ${word.slice(0, 40)}, which cannot be said to pytest.` };
    } else named.push(word);
  }
  if (discovers) return discovery(given, named);
  if (given.size > 0) return { problem: 'has an option of discovery without "discover".' };
  const wrong = named.find(word => !/^[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*$/.test(word) && !isFile(word));
  if (wrong !== undefined)
    return { problem: `names "${wrong.slice(0, 80)}", which is no file and no dotted name.` };
  return {
    value: {
      arguments: [],
      targets: named.filter(isFile).flatMap(path => confinePath(path) ?? []),
      modules: named.filter(word => !isFile(word)),
    },
  };
}

const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['-s', 'start'],
  ['--start-directory', 'start'],
  ['-p', 'pattern'],
  ['--pattern', 'pattern'],
  ['-t', 'top'],
  ['--top-level-directory', 'top'],
]);

/** Positional words after `discover` are the start folder, the pattern and the top folder, in this order. */
function discovery(given: ReadonlyMap<string, string>, named: readonly string[]): Reading<TestCommand> {
  const start = given.get('start') ?? named[0] ?? '.';
  const pattern = given.get('pattern') ?? named[1] ?? DEFAULT_PATTERN;
  if (!/^[\w.*?[\]-]{1,100}$/.test(pattern)) return { problem: 'has a pattern that is no file name.' };
  const folder = /^(?:\.\/?)*$/.test(start) ? '' : confinePath(start);
  if (folder === undefined || folder.startsWith('-'))
    return { problem: `names "${start.slice(0, 80)}", which is no folder inside the repository.` };
  return {
    value: {
      arguments: ['-o', `python_files=${pattern}`],
      targets: folder === '' ? [] : [folder],
      modules: [],
    },
  };
}

function isFile(word: string): boolean {
  return word.endsWith('.py') && confinePath(word) !== undefined && !word.startsWith('-');
}

import { readPytestWords } from './pytest-words.js';
import type { Reading, TestCommand } from './test-command.js';
import { readUnittestWords } from './unittest-words.js';

const LONGEST = 2000;
const INSTEAD =
  'Each test is watched on its own, so name the command that it ends in: "pytest …", "python -m pytest …" or ' +
  '"python -m unittest …".';

/**
 * Reads `tests.command`: a string as a shell would part it, or its words. Only pytest and unittest can be watched test
 * by test; anything else, and any word that would turn the harness off, is a problem in a sentence.
 */
export function readTestCommand(command: string | readonly string[]): Reading<TestCommand> {
  const words = typeof command === 'string' ? splitWords(command) : command;
  if (words === undefined || words.some(word => word.length > LONGEST || /[\0\r\n]/.test(word)))
    return {
      problem: `must be one command without shell operators, variables or wildcards. ${INSTEAD}`,
    };
  const [program = '', ...rest] = words;
  if (/^(?:pytest|py\.test)$/.test(program)) return readPytestWords(rest);
  const [dash, module = '', ...options] = rest;
  if (/^python(?:3(?:\.\d{1,2})?)?$/.test(program) && dash === '-m') {
    if (module === 'pytest') return readPytestWords(options);
    if (module === 'unittest') {
      const reading = readUnittestWords(options);
      return 'value' in reading ? { value: { ...reading.value, isUnittest: true } } : reading;
    }
  }
  return { problem: `cannot be "${program.slice(0, 40)}". ${INSTEAD}` };
}

/** Words parted by spaces, with quotes; undefined when the text needs a shell. */
function splitWords(text: string): readonly string[] | undefined {
  if (text.length > LONGEST) return undefined;
  const words: string[] = [];
  const pattern = /\s*((?:"[^"\\$`]*"|'[^']*'|[^\s"'\\$`|&;<>()*?{}~#!])+)(?=\s|$)/y;
  let end = 0;
  while (text.slice(end).trim() !== '') {
    pattern.lastIndex = end;
    const word = pattern.exec(text)?.[1];
    if (word === undefined) return undefined;
    words.push(
      word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
    );
    end = pattern.lastIndex;
  }
  return words;
}

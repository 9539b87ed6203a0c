import type { ToldEffect } from '../../python/slicing/effects.js';

/** What a statement is known to do, by how it begins; the first that fits. Python's library reference, by module. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^signal\.\w+\(/, 'sets a signal handler'],
  [/^atexit\.register\(/, 'registers what runs when the process ends'],
  [/^(sys\.(path|meta_path|path_hooks|modules)|site\.addsitedir)\b/, 'changes what can be imported'],
  [/^sys\.set\w*\(/, 'changes a setting of the interpreter'],
  [/^warnings\.(filterwarnings|simplefilter)\(/, 'changes which warnings are shown'],
  [/^(logging\.\w+\(|_?log(ger)?\.(addHandler|addFilter|setLevel)\()/i, 'sets up logging'],
  [/^os\.(environ|putenv|unsetenv)\b/, 'changes environment variables'],
  [/^locale\.setlocale\(/, 'changes the locale of the process'],
  [/^@/, 'registers what it defines'],
  [/^[\w.]*(register|subscribe|add_)\w*\(/i, 'makes a registration'],
  [/^[\w.]+(\[[^=]*\])?\s*[-+*/|&]?=/, 'changes what is defined already'],
];

/** What a module does besides as it is imported, as a sentence of a contract. */
export function sentenceAbout({ module, line, what }: ToldEffect): string {
  const meaning = MEANINGS.find(([pattern]) => pattern.test(what))?.[1] ?? 'executes a statement';
  return `On import, \`${module}\` ${meaning}: \`${what}\` (line ${line}).`;
}

import { confinePath } from '../domain/files.js';
import type { Reading, TestCommand } from './test-command.js';

/** Options whose value may be the next word. */
const TAKES_VALUE = new Set([
  ...['-k', '-m', '-W', '-p', '-r', '-n', '-c', '-o', '--tb', '--durations', '--durations-min', '--ignore'],
  ...['--ignore-glob', '--deselect', '--import-mode', '--timeout', '--ds', '--dist', '--cov', '--cov-report'],
  ...[
    '--cov-config',
    '--cov-fail-under',
    '--junitxml',
    '--junit-xml',
    '--junit-prefix',
    '--maxfail',
    '--rootdir',
  ],
  ...['--basetemp', '--confcutdir', '--log-level', '--log-cli-level', '--log-file', '--capture', '--color'],
  ...[
    '--show-capture',
    '--verbosity',
    '--override-ini',
    '--config-file',
    '--pythonwarnings',
    '--numprocesses',
  ],
  ...['--asyncio-mode', '--html', '--reruns', '--assert', '--doctest-glob', '--doctest-report', '--pastebin'],
]);

/** They say how a person is told, how many run at once, or when to stop: the harness has its own ways. */
const DROPPED =
  /^(?:-r|-n|--exitfirst|--verbose|--quiet|--verbosity|--tb|--color|--durations(?:-min)?|--show-capture|--showlocals|--no-header|--no-summary|--junit-?xml|--junit-prefix|--html|--self-contained-html|--numprocesses|--dist|--maxprocesses|--cov(?:-.*)?|--no-cov(?:-.*)?|--lf|--last-failed|--ff|--failed-first|--nf|--new-first|--sw|--stepwise|--cache-clear|--pastebin|--full-trace|--log-file)$/;

/** Letters that may stand together: `-x`, `-v`, `-q` and `-l` are dropped, `-s` is kept. */
const FLAGS = /^-[vqlxs]+$/;

/** Each would change what is collected, where from, or whether a failure shows. */
const REFUSED =
  /^(?:-c|--config-file|--rootdir|--confcutdir|--noconftest|-o|--override-ini|--basetemp|--co|--collect-?only|--maxfail|--pyargs|--setup-only|--setup-plan|--fixtures|--funcargs|--fixtures-per-test|--markers|-h|--help|-V|--version|--pdb|--pdbcls|--trace|--debug|--assert|--reruns|--only-rerun|--rerun-except|--suppress-no-test-exit-code|--forked|--pylib.*)$/;

/** Parts of pytest itself, and ours: without them nothing is seen of a test. */
const NEEDED =
  /^no:(?:codeface.*|_pytest.*|main|runner|python|fixtures|config|mark|nodes|reports|assertion|skipping|unittest|doctest|terminal|capture|tmpdir|monkeypatch|threadexception|unraisableexception|pluginmanager|session)$/;

/**
 * The words after `pytest`. An option that is not pytest's own and takes a value is written `--name=value`: a word
 * that stands alone is a path to collect.
 */
export function readPytestWords(words: readonly string[]): Reading<TestCommand> {
  const options: string[] = [];
  const targets: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) {
      const target = targetOf(word);
      if (target === undefined)
        return { problem: `names "${word.slice(0, 80)}", which is no path inside the repository.` };
      if (target !== '') targets.push(target);
      continue;
    }
    const { name, value } = splitOption(word);
    const takesNext = value === undefined && TAKES_VALUE.has(name) && !isOptionAfter(name, words[index + 1]);
    const next = takesNext ? words[(index += 1)] : undefined;
    if (takesNext && next === undefined && name !== '--cov')
      return { problem: `ends in ${name}, which needs a value.` };
    const problem = problemOf(name, value ?? next);
    if (problem !== undefined) return { problem };
    if (FLAGS.test(name)) {
      if (name.includes('s')) options.push('-s');
    } else if (!DROPPED.test(name)) options.push(word, ...(next === undefined ? [] : [next]));
  }
  return { value: { arguments: options, targets, modules: [] } };
}

/** The value of `--cov` may be left out. */
function isOptionAfter(name: string, next: string | undefined): boolean {
  return name === '--cov' && next?.startsWith('-') === true;
}

function problemOf(name: string, value: string | undefined): string | undefined {
  if (name === '-p') {
    const plugin = value ?? '';
    if (NEEDED.test(plugin)) return `turns off "${plugin.slice(3)}", which the harness needs.`;
    return /^(?:no:)?[A-Za-z_][\w.-]{0,100}$/.test(plugin)
      ? undefined
      : 'names a plugin by no dotted name after -p.';
  }
  if (/^-[^-].+$/.test(name) && !FLAGS.test(name))
    return `has ${name.slice(0, 40)}: write its options apart.`;
  if (!REFUSED.test(name) && name !== '--') return undefined;
  return (
    `has ${name}, which would change what the harness sees. Put settings in pytest's own file, and folders in ` +
    'tests: paths.'
  );
}

/** `path::Class::test` with a confined path; empty for the whole tree. */
function targetOf(word: string): string | undefined {
  if (word.startsWith('@')) return undefined;
  const [path = '', ...rest] = word.split('::');
  if (/^(?:\.\/?)+$/.test(path) && rest.length === 0) return '';
  const confined = confinePath(path);
  return confined === undefined || confined.startsWith('-') ? undefined : [confined, ...rest].join('::');
}

/** `-kname`, `-k name`, `--name=value`, `--name value`; letters without values may stand together (`-xvs`). */
function splitOption(word: string): { readonly name: string; readonly value?: string } {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals < 0 ? { name: word } : { name: word.slice(0, equals), value: word.slice(equals + 1) };
  }
  const short = word.slice(0, 2);
  return word.length > 2 && TAKES_VALUE.has(short) ? { name: short, value: word.slice(2) } : { name: word };
}

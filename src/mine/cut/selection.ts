import { optionWords } from './option-words.js';

/** What pytest's options leave out of a run. */
export interface Selection {
  /** `-m`: an expression over marks. */
  readonly marks?: string;
  /** `-k`: an expression over parts of names. */
  readonly keywords?: string;
  /** `--deselect`: beginnings of node ids. */
  readonly deselected: readonly string[];
  /** `--ignore`: files and folders, relative to the root. */
  readonly ignored: readonly string[];
}

/** Nobody writes a longer one by hand. */
const LONGEST_EXPRESSION = 500;

/**
 * Reads what is left out from the options that a project always gives to pytest; of `-m` and `-k` the last one counts.
 * Of options that pytest itself refuses nothing is known: half of them would leave out what nobody meant.
 */
export function readSelection(options: string): Selection {
  const words = optionWords(options) ?? [];
  const valuesOf = (short: string | undefined, long: string | undefined): readonly string[] =>
    words.flatMap((word, index) => {
      const name = short ?? long ?? '';
      if (word === name) return words[index + 1] ?? [];
      if (long !== undefined && word.startsWith(`${long}=`)) return word.slice(long.length + 1);
      return short !== undefined && word.startsWith(short) ? word.slice(short.length).replace(/^=/, '') : [];
    });
  const [marks] = valuesOf('-m', undefined).slice(-1);
  const [keywords] = valuesOf('-k', undefined).slice(-1);
  return {
    ...(marks !== undefined && { marks }),
    ...(keywords !== undefined && { keywords }),
    deselected: valuesOf(undefined, '--deselect'),
    ignored: valuesOf(undefined, '--ignore').map(path => path.replace(/^\.\/|\/$/g, '')),
  };
}

/**
 * Whether an expression of pytest's holds (pytest documentation, "Marking test functions"): names with `and`, `or`, `not`
 * and parentheses. One that cannot be read holds: nothing is left out for it.
 */
export function holds(expression: string, isTrue: (name: string) => boolean): boolean {
  if (expression.length > LONGEST_EXPRESSION) return true;
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let place = 0;
  let isReadable = true;
  const any = (): boolean => {
    let value = all();
    while (tokens[place] === 'or') {
      place += 1;
      value = all() || value;
    }
    return value;
  };
  const all = (): boolean => {
    let value = one();
    while (tokens[place] === 'and') {
      place += 1;
      value = one() && value;
    }
    return value;
  };
  const one = (): boolean => {
    const token = tokens[place];
    place += 1;
    if (token === 'not') return !one();
    if (token === '(') {
      const value = any();
      if (tokens[place] !== ')') isReadable = false;
      place += 1;
      return value;
    }
    if (token === undefined || token === ')' || token === 'and' || token === 'or') isReadable = false;
    return isTrue(token ?? '');
  };
  const value = any();
  return !isReadable || place < tokens.length || value;
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** What a bench may be told. */
export interface Takes<O extends string, F extends string> {
  /** Options with a value, each with what holds when it is not given. */
  readonly options?: Readonly<Record<O, string>>;
  /** Options without one. */
  readonly flags?: readonly F[];
  /** Whether words that are no options name something, such as packages. */
  readonly takesNames?: boolean;
}

/** What it was told. */
export interface Told<O extends string, F extends string> {
  readonly options: Readonly<Record<O, string>>;
  readonly flags: ReadonlySet<F>;
  readonly names: readonly string[];
}

/**
 * Reads a bench's command line before anything is begun, since a bench may take hours: for `--help` it prints the
 * comment at the top of the bench and ends with 0, for what the bench does not take it says so and ends with 2.
 * `bench` is its `import.meta.url`.
 */
export function commandLine<O extends string = never, F extends string = never>(
  bench: string,
  takes: Takes<O, F>,
): Told<O, F> {
  const read = readWords(process.argv.slice(2), takes);
  if (typeof read === 'object') return read;
  const usage = topComment(readFileSync(fileURLToPath(bench), 'utf8'));
  if (read === 'help') {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  process.stderr.write(`${read}\n\n${usage}\n`);
  process.exit(2);
}

/** What the words tell a bench, `help` when they ask for it, or in a sentence what is wrong with them. */
export function readWords<O extends string, F extends string>(
  words: readonly string[],
  { options = {} as Record<O, string>, flags = [], takesNames = false }: Takes<O, F>,
): Told<O, F> | string {
  const described = {
    ...Object.fromEntries(Object.keys(options).map(name => [name, { type: 'string' as const }])),
    ...Object.fromEntries([...flags, 'help'].map(name => [name, { type: 'boolean' as const }])),
  };
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: described,
      allowPositionals: takesNames,
    });
    if (values['help'] === true) return 'help';
    const given = Object.entries(values).filter(([, value]) => typeof value === 'string');
    return {
      options: { ...options, ...(Object.fromEntries(given) as Partial<Record<O, string>>) },
      flags: new Set(flags.filter(flag => values[flag] === true)),
      names: positionals,
    };
  } catch (error) {
    return (error as Error).message;
  }
}

/** The text of the doc comment that a program begins with. */
export function topComment(program: string): string {
  const [, comment = ''] = /^\/\*\*\n([^]*?)\n? ?\*\//.exec(program) ?? [];
  return comment.replace(/^ \* ?/gm, '').trim();
}

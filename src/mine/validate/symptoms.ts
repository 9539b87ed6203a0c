/** What a failure says is not there. */
export type Missing =
  /** A name; of the module where it was looked up, or of the file whose code looked for it. */
  | { readonly kind: 'name'; readonly name: string; readonly module?: string }
  | { readonly kind: 'module'; readonly module: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'fixture'; readonly name: string }
  /** Something of the suite's surroundings that does not travel. */
  | { readonly kind: 'surroundings' };

interface Failure {
  readonly errorType?: string;
  readonly message?: string;
}

/** Messages of CPython 3.8 to 3.13 and of pytest, with what the groups mean. */
const PATTERNS: readonly (readonly [RegExp, (...groups: string[]) => Missing])[] = [
  [/^fixture '([^']+)' not found/, name => ({ kind: 'fixture', name })],
  [/async def functions are not natively supported/, () => ({ kind: 'surroundings' })],
  [/^name '(\w+)' is not defined/, name => ({ kind: 'name', name })],
  [
    /^cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'/,
    (name, module) => ({ kind: 'name', name, module }),
  ],
  [
    /^(?:partially initialized )?module '([\w.]+)' has no attribute '(\w+)'/,
    (module, name) => ({ kind: 'name', name, module }),
  ],
  [/^No module named '([\w.]+)'/, module => ({ kind: 'module', module })],
  [/No such file or directory: '([^']+)'/, path => ({ kind: 'file', path })],
];

const TYPES =
  /^(NameError|ImportError|ModuleNotFoundError|AttributeError|FileNotFoundError|Failed|FixtureLookupError)$/;

/** What a failure lacks, or undefined when the code itself failed. */
export function missingFrom({ errorType = '', message = '' }: Failure): Missing | undefined {
  if (!TYPES.test(errorType) && !message.startsWith("fixture '")) return undefined;
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(message);
    if (match !== null) return read(...match.slice(1));
  }
  return undefined;
}

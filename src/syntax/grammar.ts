import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

/** What the parser's WebAssembly module offers to those who call it directly; filled when it has loaded. */
export const wasmExports: Record<string, unknown> = {};

const { parser, language } = await load();

export { parser };

async function load(): Promise<{ readonly parser: Parser; readonly language: Language }> {
  await Parser.init(wasmExports);
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm');
  const loaded = await Language.load(grammar);
  return { parser: new Parser().setLanguage(loaded), language: loaded };
}

/** The symbol of a node that no rule of the grammar explains. */
const ERROR_SYMBOL = 0xffff;

/**
 * The names of nodes by their kind. tree-sitter has several symbols for one name, when it is an alias or stands for
 * a keyword as well as for a node; a kind is a name, so that it can be compared as one small integer.
 */
const KIND_NAMES: readonly string[] = ['ERROR', ...new Set(symbolNames())];

const KINDS = new Map(KIND_NAMES.map((name, kind) => [name, kind]));

if (KIND_NAMES.length > 256) throw new Error('The grammar has more names than fit into a byte.');

function symbolNames(): readonly string[] {
  return language.types.filter(name => typeof name === 'string' && name !== 'ERROR');
}

/** The kind of the nodes with this name in tree-sitter-python's grammar; throws for a name that is not in it. */
export function kindOf(name: string): number {
  const kind = KINDS.get(name);
  if (kind === undefined) throw new Error(`The grammar has no node "${name}".`);
  return kind;
}

/** The name of a kind. */
export const kindName = (kind: number): string => KIND_NAMES[kind] ?? 'ERROR';

/** The number of a field; throws for a name that is not in the grammar. 0 is no field. */
export function fieldNumber(name: string): number {
  const field = language.fields.indexOf(name);
  if (field < 0) throw new Error(`The grammar has no field "${name}".`);
  return field;
}

/** The name of a field, null for 0. */
export const fieldName = (field: number): string | null => language.fields[field] ?? null;

/** What the reader of a tree does with a symbol. */
export const TREATMENT = { drop: 0, keep: 1, keepOperator: 2, keepInYield: 3 } as const;

/** Tokens without a name that mean something; every other is said by the node that it stands in. */
const MEANING = new Map<string, number>([
  ['async', TREATMENT.keep],
  ['_', TREATMENT.keep],
  ['from', TREATMENT.keepInYield],
]);

const OPERATORS =
  /^(?:[+\-*/%@&|^~]|\*\*|\/\/|<<|>>|<|<=|==|!=|>=|>|<>|and|or|not|in|is|not in|is not|(?:[+\-*/%@&|^]|\*\*|\/\/|<<|>>)=)$/;

/** Nodes that say nothing of the program. */
const NOTHING = new Set(['comment', 'line_continuation']);

/** What becomes of each symbol, by its number in the grammar. */
export const treatments = Uint8Array.from(language.types, (name, symbol) => {
  if (typeof name !== 'string' || NOTHING.has(name)) return TREATMENT.drop;
  if (language.nodeTypeIsNamed(symbol)) return TREATMENT.keep;
  return MEANING.get(name) ?? (OPERATORS.test(name) ? TREATMENT.keepOperator : TREATMENT.drop);
});

/** The kind of each symbol. */
export const kindsOfSymbols = Uint8Array.from(language.types, name =>
  typeof name === 'string' ? kindOf(name) : 0,
);

const LEAVES = new Set(
  'identifier integer float true false none ellipsis string_start string_end escape_sequence comment'.split(
    ' ',
  ),
);

/** Which symbols never have children, so that none need be looked for. */
export const leaves = Uint8Array.from(language.types, (name, symbol) =>
  Number(typeof name !== 'string' || !language.nodeTypeIsNamed(symbol) || LEAVES.has(name)),
);

/** Whether a symbol is that of an error. */
export const isErrorSymbol = (symbol: number): boolean => symbol === ERROR_SYMBOL;

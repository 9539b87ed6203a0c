import type { FileTree } from '../../../domain/files.js';
import { fieldOf, textOf, walk, type SyntaxNode, type SyntaxTree } from '../../../syntax/parse-python.js';
import { distributionName } from '../../distribution-name.js';
import { readIni } from '../ini.js';
import { entryPointLines, entryPointsOf, type EntryPoints, type ProjectDeclaration } from './project.js';
import { readLiterals, type LiteralSource } from '../formats/python-literals.js';
import { stringOf, stringsOf, tableAt, textAt } from '../repository-text.js';
import { NOTHING_WANTED, wantedRequirements, type Wanted } from '../wanted.js';

const FROM = 'setup.py';
/** Keywords that say something about the surroundings; a note tells when their value is computed. */
const READ = ['name', 'version', 'install_requires', 'extras_require', 'tests_require', 'python_requires'];

/**
 * The literal keyword arguments of the first call of `setup(…)` in `setup.py`, also given through names of the module
 * or `**table`. It is never run: what it computes is not read, and noted.
 */
export function projectOfSetupPy(files: FileTree): ProjectDeclaration | undefined {
  const text = textAt(files, 'setup.py');
  const source = text === '' ? undefined : readLiterals(text);
  const call = source && setupCall(source.tree);
  if (source === undefined || call === undefined) return undefined;
  const { given, computed } = keywordsOf(source, call);
  return {
    name: stringOf(given['name']),
    version: literalVersion(given['version']),
    requiresPython: stringOf(given['python_requires']),
    classifiers: requirementTexts(given['classifiers']),
    dependencies: wantedRequirements(requirementTexts(given['install_requires']), FROM),
    extras: extrasOf(tableAt(given['extras_require'])),
    tests: wantedRequirements(requirementTexts(given['tests_require']), FROM),
    entryPoints: pointsOf(given['entry_points']),
    notes: computed.map(name => `setup.py computes \`${name}\` when it runs: it was not read.`),
  };
}

function literalVersion(value: unknown): ProjectDeclaration['version'] {
  return typeof value === 'string' ? { kind: 'literal', version: value } : undefined;
}

function setupCall(tree: SyntaxTree): SyntaxNode | undefined {
  for (const node of walk(tree.root)) {
    const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
    if (callee !== undefined && /^(?:\w+\.)?setup$/.test(textOf(tree, callee))) return node;
  }
  return undefined;
}

function keywordsOf(
  source: LiteralSource,
  call: SyntaxNode,
): { readonly given: Readonly<Record<string, unknown>>; readonly computed: readonly string[] } {
  const given = new Map<string, unknown>();
  const computed: string[] = [];
  for (const node of fieldOf(call, 'arguments')?.children ?? []) {
    if (node.type === 'dictionary_splat') {
      const last = node.children.at(-1);
      for (const [name, value] of Object.entries(tableAt(last && source.valueOf(last))))
        given.set(name, value);
    }
    const name = node.type === 'keyword_argument' ? fieldOf(node, 'name') : undefined;
    const value = fieldOf(node, 'value');
    if (name === undefined || value === undefined) continue;
    const read = source.valueOf(value);
    given.set(textOf(source.tree, name), read);
    if (read === undefined && READ.includes(textOf(source.tree, name)))
      computed.push(textOf(source.tree, name));
  }
  return { given: Object.fromEntries(given), computed };
}

/** A list, or one string with a requirement a line, both of which setuptools takes. */
function requirementTexts(value: unknown): readonly string[] {
  const texts = typeof value === 'string' ? value.split('\n') : stringsOf(value);
  return texts.map(text => text.trim()).filter(text => text !== '' && !text.startsWith('#'));
}

/** A key may carry a marker: `test:python_version<"3.11"`. */
function extrasOf(table: Readonly<Record<string, unknown>>): ReadonlyMap<string, Wanted> {
  const extras = new Map<string, Wanted>();
  for (const [key, value] of Object.entries(table)) {
    const [name = '', marker] = key.split(':', 2);
    const texts = requirementTexts(value).map(text => (marker === undefined ? text : `${text}; ${marker}`));
    const wanted = wantedRequirements(texts, `${FROM} (extra ${name})`);
    const before = extras.get(distributionName(name)) ?? NOTHING_WANTED;
    extras.set(distributionName(name), {
      ...wanted,
      requirements: [...before.requirements, ...wanted.requirements],
    });
  }
  return extras;
}

function pointsOf(value: unknown): EntryPoints {
  if (typeof value === 'string')
    return entryPointsOf(
      [...readIni(value, written => written)].map(([group, points]) => [group, Object.fromEntries(points)]),
    );
  return entryPointsOf(
    Object.entries(tableAt(value)).map(([group, points]) => {
      const lines = typeof points === 'string' ? points.split('\n') : stringsOf(points);
      return [group, entryPointLines(lines)];
    }),
  );
}

import { importStatements, readImport, type ImportedName } from '../../python/imports.js';
import { analyseScopes } from '../../python/scopes/index.js';
import { referencesOf, type Reference } from '../../python/slicing/references.js';
import { isBuiltin } from '../../python/standard-library.js';
import { parsePython } from '../../syntax/parse-python.js';
import { SKIPPED } from './example-suite.js';

/** Examples of a page that have to be run in one namespace, in their order. */
export interface ExampleGroup {
  /** An interactive session. */
  readonly text: string;
  /** What the page imports for them, with how it is used. */
  readonly uses: readonly ImportUse[];
}

/** A name that examples have by an import, and where they speak of it. */
export interface ImportUse {
  readonly clause: ImportedName;
  readonly references: readonly Reference[];
}

/** One prompt with what it prints. */
interface Example {
  /** As it stands, without indentation. */
  readonly lines: readonly string[];
  readonly code: readonly string[];
  readonly isExpecting: boolean;
  /** Whether nothing but blank lines stands between it and the one before. */
  readonly isNext: boolean;
}

const LONGEST_LINE = 1000;
/** An example that does something a million times shows how fast it is, and would be run for every mutant. */
const SHOWS_SPEED = /(\*=?|\brange\()\s*\d[\d_]{6}/;
const MOST_EXAMPLES = 500;
/** A longer session is no example of one thing. */
const LONGEST_GROUP_LINES = 120;

/**
 * Divides the examples of a page as `doctest` finds them, which runs a page in one namespace, into those that depend on
 * each other: that stand together, or use what an earlier one binds. Imports are told apart from them. A group with a
 * name that nothing binds, or that expects nothing, is none.
 */
export function exampleGroups(page: string): readonly ExampleGroup[] {
  const examples = examplesIn(page).slice(0, MOST_EXAMPLES);
  const places = examples.flatMap(({ code }, index) => code.map(() => index));
  const tree = parsePython(`${examples.flatMap(({ code }) => code).join('\n')}\n`);
  if (tree.errors.length > 0) return [];
  const scopes = analyseScopes(tree);
  const place = { path: '', module: '', isPackage: false, isTest: true, tree, scopes };
  const clauses = importStatements(tree.root)
    .filter(one => tree.root.children.includes(one))
    .flatMap(one => readImport(tree, one, place));
  const imported = new Map(clauses.map(clause => [clause.node.startLine, clause]));
  const references = referencesOf(place).filter(({ nested }) => nested === undefined);
  const joined = new Joined(examples.length);
  const binders = new Map<string, number | ImportedName>();
  const uses = examples.map(() => new Map<ImportedName, Reference[]>());
  const unbound = new Set<number>();
  const written = scopes.occurrences.filter(({ scope, role }) => scope === scopes.module && role === 'write');
  examples.forEach(({ isNext }, index) => {
    if (isNext) joined.join(index, index - 1);
    const isHere = ({ line }: { readonly line: number }) => places[line - 1] === index;
    const own = new Set(written.filter(isHere).map(({ name }) => name));
    for (const reference of references.filter(isHere)) {
      const binder = binders.get(reference.name);
      if (typeof binder === 'number') joined.join(index, binder);
      else if (binder !== undefined)
        uses[index]?.set(binder, [...(uses[index].get(binder) ?? []), reference]);
      else if (!own.has(reference.name) && !isBuiltin(reference.name)) unbound.add(index);
    }
    for (const name of own) binders.set(name, index);
    for (const clause of clauses)
      if (isHere({ line: clause.node.startLine })) binders.set(clause.local, clause);
  });
  const isImport = (index: number) => importsOnly(examples[index], imported, places, index);
  return joined.groups().flatMap(group => {
    const kept = group.filter(index => !isImport(index));
    const lines = kept.flatMap((index, at) => [
      ...(at === 0 || examples[index]?.isNext ? [] : ['']),
      ...(examples[index]?.lines ?? []),
    ]);
    const isUsable =
      kept.some(index => examples[index]?.isExpecting) &&
      lines.length <= LONGEST_GROUP_LINES &&
      !lines.some(line => SHOWS_SPEED.test(line)) &&
      !kept.some(index => unbound.has(index));
    const all = new Map<ImportedName, Reference[]>();
    for (const index of kept)
      for (const [clause, some] of uses[index] ?? []) all.set(clause, [...(all.get(clause) ?? []), ...some]);
    const told = [...all].map(([clause, some]) => ({ clause, references: some }));
    return isUsable ? [{ text: `${lines.join('\n')}\n`, uses: told }] : [];
  });
}

/** Whether an example does nothing but import. */
function importsOnly(
  example: Example | undefined,
  imported: ReadonlyMap<number, ImportedName>,
  places: readonly number[],
  index: number,
): boolean {
  if (example === undefined || example.isExpecting) return false;
  const lines = places.flatMap((place, line) => (place === index ? [line + 1] : []));
  return /^(import|from)\b[^;]*$/.test(example.code.join('\n')) && lines.some(line => imported.has(line));
}

/** The prompts of a page that Python can read, with their output up to a blank line or the end of a fence. */
function examplesIn(page: string): readonly Example[] {
  const lines = page.split(/\r?\n/);
  const examples: Example[] = [];
  let isNext = false;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const prompt = /^([ \t]*)>>> \S/.exec(line.slice(0, LONGEST_LINE));
    at += 1;
    if (prompt === null) {
      isNext &&= line.trim() === '';
      continue;
    }
    const [, indent = ''] = prompt;
    const own = [line.slice(indent.length)];
    while (/^\.\.\.( |$)/.test(within(lines[at], indent) ?? '')) own.push(within(lines[at++], indent) ?? '');
    const code = own.map(one => one.slice(4));
    const prompts = own.length;
    for (; !isEnd(within(lines[at], indent)); at += 1) own.push(within(lines[at], indent) ?? '');
    const isSkipped = code.some(one => SKIPPED.test(one)) || own.some(one => one.length > LONGEST_LINE);
    if (isSkipped || parsePython(`${code.join('\n')}\n`).errors.length > 0) continue;
    examples.push({ lines: own.map(one => one.trimEnd()), code, isExpecting: own.length > prompts, isNext });
    isNext = true;
  }
  return examples;
}

/** A line without the indentation of its session; undefined outside of it. */
function within(line: string | undefined, indent: string): string | undefined {
  return line?.startsWith(indent) === true ? line.slice(indent.length) : undefined;
}

function isEnd(line: string | undefined): boolean {
  return line === undefined || line.trim() === '' || /^(>>> |```|~~~)/.test(line);
}

/** Numbers that belong together. */
class Joined {
  private readonly leaders: number[];

  constructor(count: number) {
    this.leaders = Array.from({ length: count }, (_, index) => index);
  }

  join(a: number, b: number): void {
    const [one, other] = [this.leaderOf(a), this.leaderOf(b)];
    this.leaders[Math.max(one, other)] = Math.min(one, other);
  }

  groups(): readonly (readonly number[])[] {
    const groups = new Map<number, number[]>();
    for (const index of this.leaders.keys()) {
      const leader = this.leaderOf(index);
      groups.set(leader, [...(groups.get(leader) ?? []), index]);
    }
    return [...groups.values()];
  }

  private leaderOf(index: number): number {
    let leader = index;
    while ((this.leaders[leader] ?? leader) !== leader) leader = this.leaders[leader] ?? leader;
    return leader;
  }
}

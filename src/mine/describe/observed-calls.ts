import { offersCapabilities } from '../roles.js';
import type { SourceModule } from '../../python/slicing/source-module.js';

const MOST_CALLS = 3;
/** Kept while reading; the shortest of them are shown. */
const MOST_KEPT = 24;
const LONGEST_CALL = 120;

interface ObservedCall {
  readonly text: string;
  /** The module that the caller imports the name from. */
  readonly from: string;
}

/** How the implementation of a repository calls its own functions and classes across modules. */
export class ObservedCalls {
  private readonly calls = new Map<string, ObservedCall[]>();

  constructor(modules: readonly SourceModule[]) {
    for (const module of modules) if (offersCapabilities(module)) this.read(module);
  }

  /** Calls of a symbol by who imports it from its module or from a package that this lies in; each text once. */
  of(module: string, name: string): readonly string[] {
    const texts = (this.calls.get(name) ?? [])
      .filter(({ from }) => from === module || module.startsWith(`${from}.`))
      .map(({ text }) => text);
    return [...new Set(texts)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, MOST_CALLS);
  }

  private read({ tree, units, references }: SourceModule): void {
    const symbols = new Map<string, { readonly name: string; readonly from: string }>();
    const modules = new Map<string, string>();
    for (const { local, module, symbol, bindsWholePath } of units.flatMap(({ imports }) => imports)) {
      if (symbol === '*') continue;
      if (symbol !== undefined) symbols.set(local, { name: symbol, from: module });
      // `from package import module` binds a module as well as `import package.module as module` does.
      modules.set(local, symbol === undefined ? (bindsWholePath ? module : local) : `${module}.${symbol}`);
    }
    if (symbols.size + modules.size === 0) return;
    for (const { name, chain, isCall, start } of references) {
      const target = isCall ? targetOf([name, ...chain], symbols, modules) : undefined;
      const text = target === undefined ? undefined : callAt(tree.text, start);
      if (target === undefined || text === undefined) continue;
      const known = this.calls.get(target.name) ?? [];
      if (known.length < MOST_KEPT) known.push({ text: text.replace(/\s+/g, ' '), from: target.from });
      this.calls.set(target.name, known);
    }
  }
}

/** The text of a call from its first name to the bracket that ends it, or undefined when it is long. */
function callAt(text: string, start: number): string | undefined {
  const open = text.indexOf('(', start);
  let depth = 0;
  let quote = '';
  for (let at = open; open >= 0 && at < start + LONGEST_CALL; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '#') return undefined;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return undefined;
}

/** What `name(…)` or `module.name(…)` calls, by the imports of the file. */
function targetOf(
  callee: readonly string[],
  symbols: ReadonlyMap<string, { readonly name: string; readonly from: string }>,
  modules: ReadonlyMap<string, string>,
): { readonly name: string; readonly from: string } | undefined {
  const parts = callee.slice(0, -1);
  const name = callee.at(-1) ?? '';
  if (parts.length === 0) return symbols.get(name);
  const [first = '', ...rest] = parts;
  const module = modules.get(first);
  return module === undefined ? undefined : { name, from: [module, ...rest].join('.') };
}

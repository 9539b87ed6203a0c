import type { Project } from '../../python/slicing/project.js';
import { exampleSuite } from './example-suite.js';
import type { ImportUse } from './page-groups.js';
import type { PlainImport } from './suite-imports.js';

/** What examples have under a name, as Python. */
interface Value {
  readonly expression: string;
  /** The first thing of the repository in it; absent for what is imported from elsewhere. */
  readonly subject?: string;
}

/** A module as its examples see it: the names that they take from it. */
type Namespace = Map<string, Namespace | string>;

/** The imports of one suite of examples, each name of which stands for one thing. */
export class PageImports {
  private readonly imports = new Map<string, PlainImport>();

  /** Where the imports of a page stand: at no place of the repository. */
  private readonly place = exampleSuite('page.py', '');

  constructor(private readonly project: Project) {}

  taken(): readonly PlainImport[] {
    return [...this.imports.values()];
  }

  /** How a suite has what a page imports; undefined for a module as a value, or a name that is not there. */
  valueOf({ clause, references }: ImportUse): Value | undefined {
    const { module, symbol, local, bindsWholePath, level } = clause;
    if (level > 0 || symbol === '*') return undefined;
    const target = this.project.targetOf(this.place, clause);
    if (target === undefined) {
      const isOurs = this.project.has(module.split('.')[0] ?? module);
      if (isOurs) return undefined;
      const bound = symbol === undefined && !bindsWholePath ? module : local;
      const name = this.import({ module, ...(symbol !== undefined && { symbol }), local: bound });
      return name === undefined ? undefined : { expression: name.split('.')[0] ?? name };
    }
    if (target.kind === 'name') {
      if (this.project.bindingOf(target.module, target.name) === undefined) return undefined;
      const name = this.import({ module, symbol: target.name, local: target.name });
      return name === undefined ? undefined : { expression: name, subject: target.name };
    }
    const namespace: Namespace = new Map();
    let subject: string | undefined;
    for (const { chain } of references) {
      const found = this.nameBehind(target.dotted, chain);
      if (found === undefined) return undefined;
      const name = this.import({ module: found.module, symbol: found.name, local: found.name });
      if (name === undefined || !put(namespace, found.path, name)) return undefined;
      subject ??= found.name;
    }
    const maker = this.import({ module: 'types', symbol: 'SimpleNamespace', local: 'SimpleNamespace' });
    if (maker === undefined || subject === undefined) return undefined;
    return { expression: spelled(namespace, maker), subject };
  }

  /** The first name that `a.b.c` takes out of a module. */
  private nameBehind(dotted: string, chain: readonly string[]) {
    let module = dotted;
    for (const [index, name] of chain.entries()) {
      const source = this.project.find(module);
      if (source !== undefined && this.project.bindingOf(source, name) !== undefined)
        return { module, name, path: chain.slice(0, index + 1) };
      module = `${module}.${name}`;
      if (!this.project.has(module)) return undefined;
    }
    return undefined;
  }

  /** The name under which something is imported: its own unless that stands for something else. */
  private import(plain: PlainImport): string | undefined {
    for (let count = 1; count < 10; count += 1) {
      const local = count === 1 ? plain.local : `${plain.local}_${count}`;
      if (['OPTIONS', 'doctest'].includes(local) && plain.module !== 'doctest') continue;
      const known = this.imports.get(local);
      if (known !== undefined && (known.module !== plain.module || known.symbol !== plain.symbol)) continue;
      if (known === undefined && count > 1 && plain.symbol === undefined) return undefined;
      this.imports.set(local, { ...plain, local });
      return local;
    }
    return undefined;
  }
}

/** Puts a name where a path leads to; false when something else stands on the way. */
function put(namespace: Namespace, path: readonly string[], name: string): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return false;
  const known = namespace.get(first);
  if (rest.length === 0) {
    if (known === undefined) namespace.set(first, name);
    return known === undefined || known === name;
  }
  if (typeof known === 'string') return false;
  const inner: Namespace = known ?? new Map<string, Namespace | string>();
  namespace.set(first, inner);
  return put(inner, rest, name);
}

function spelled(namespace: Namespace, maker: string): string {
  const members = [...namespace].sort(([a], [b]) => (a < b ? -1 : 1));
  const given = members.map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : spelled(value, maker)}`,
  );
  return `${maker}(${given.join(', ')})`;
}

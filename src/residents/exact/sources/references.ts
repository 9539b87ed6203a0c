import { fieldOf, type SyntaxNode } from '../../../syntax/parse-python.js';
import { aliasesOf } from './aliases.js';
import { carrierOf } from './call-of.js';
import { definesConstructor, isNameOf, withoutTypeArguments, type Descendant } from './class-hierarchy.js';
import type { ModuleIndex } from './module-index.js';
import type { Resolver, SymbolName } from './resolver.js';

/** Everything in the sources that means a callable. */
export interface References {
  /** Expressions, in every file. */
  readonly expressions: readonly { readonly index: ModuleIndex; readonly node: SyntaxNode }[];
  /** Those that only give it to a name which is followed itself. */
  readonly followed: ReadonlySet<SyntaxNode>;
  /** Subclasses that reach its constructor without another one between. */
  readonly family: readonly Descendant[];
}

/**
 * Finds what means a function or class: through imports and aliases, and, for a class, through subclasses that
 * construct as it does, each of which may be aliased and subclassed in turn.
 */
export function referencesTo(resolver: Resolver, symbol: SymbolName): References {
  const family: Descendant[] = [];
  for (;;) {
    const heirs = family.filter(({ inheritsConstructor }) => inheritsConstructor);
    const found = resolver.indexes.map(index => ({ index, ...referencesIn(resolver, index, symbol, heirs) }));
    const added = found.flatMap(({ index, nodes }) => subclassesIn(index, nodes, family));
    family.push(...added);
    if (added.length > 0) continue;
    return {
      expressions: found.flatMap(({ index, nodes }) => nodes.map(node => ({ index, node }))),
      followed: new Set(found.flatMap(({ givers }) => [...givers])),
      family,
    };
  }
}

function referencesIn(
  resolver: Resolver,
  index: ModuleIndex,
  symbol: SymbolName,
  heirs: readonly Descendant[],
): { readonly nodes: readonly SyntaxNode[]; readonly givers: ReadonlySet<SyntaxNode> } {
  const nodes = new Set<SyntaxNode>();
  const givers = new Set<SyntaxNode>();
  let added = index.nodesOf('identifier', 'attribute').filter(node => {
    if (node.type === 'identifier' && index.occurrenceAt(node)?.role !== 'read') return false;
    return resolver.means(index, node, symbol) || heirs.some(heir => isNameOf(resolver, index, node, heir));
  });
  while (added.length > 0) {
    added.forEach(node => nodes.add(node));
    const aliases = aliasesOf(
      index,
      [...nodes].map(node => carrierOf(resolver, index, node)),
    );
    aliases.givers.forEach(giver => givers.add(giver));
    added = aliases.references.filter(node => !nodes.has(node));
  }
  return { nodes: [...nodes], givers };
}

function subclassesIn(
  index: ModuleIndex,
  references: readonly SyntaxNode[],
  known: readonly Descendant[],
): readonly Descendant[] {
  return index
    .nodesOf('class_definition')
    .filter(node => !known.some(other => other.node === node))
    .filter(node => {
      const bases = fieldOf(node, 'superclasses')?.children ?? [];
      return bases.map(withoutTypeArguments).some(base => references.includes(base));
    })
    .map(node => ({ index, node, inheritsConstructor: !definesConstructor(index, node) }));
}

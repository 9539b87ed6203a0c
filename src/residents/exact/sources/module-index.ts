import { importStatements, readImport, type ImportedName } from '../../../python/imports.js';
import type { ProjectModule } from '../../../python/project-modules.js';
import { resolveName, type Occurrence, type Scope } from '../../../python/scopes/index.js';
import { walk, type SyntaxNode } from '../../../syntax/parse-python.js';

/** An imported name and the scope that binds it. */
export interface BoundImport extends ImportedName {
  readonly scope: Scope;
}

/** One module, ready for questions about its nodes. */
export interface ModuleIndex {
  readonly source: ProjectModule;
  /** Nodes of these types, those of one type in source order. */
  nodesOf(...types: readonly string[]): readonly SyntaxNode[];
  readonly imports: readonly BoundImport[];
  /** Absolute modules of its `from … import *`. */
  readonly stars: readonly string[];
  parentOf(node: SyntaxNode): SyntaxNode | undefined;
  occurrenceAt(node: SyntaxNode): Occurrence | undefined;
  /** The identifier where an occurrence stands; undefined for one in a string. */
  nodeAt(occurrence: Occurrence): SyntaxNode | undefined;
  /** The scope that binds the name of an identifier, or undefined for a builtin or a star import. */
  bindingScope(node: SyntaxNode): Scope | undefined;
}

/** Indexes of modules as they are: most steps leave most files alone. */
const known = new WeakMap<ProjectModule, ModuleIndex>();

/** Reads a module's nodes, imports, parents and occurrences once. */
export function indexModule(source: ProjectModule): ModuleIndex {
  const index = known.get(source) ?? readIndex(source);
  known.set(source, index);
  return index;
}

function readIndex(source: ProjectModule): ModuleIndex {
  const byType = new Map<string, SyntaxNode[]>();
  const parents = new Map<SyntaxNode, SyntaxNode>();
  const identifiers = new Map<number, SyntaxNode>();
  for (const node of walk(source.tree.root)) {
    const alike = byType.get(node.type);
    if (alike === undefined) byType.set(node.type, [node]);
    else alike.push(node);
    if (node.type === 'identifier') identifiers.set(node.start, node);
    for (const child of node.children) parents.set(child, node);
  }
  const occurrences = new Map(
    source.scopes.occurrences
      .filter(occurrence => occurrence.role !== 'string')
      .map(occurrence => [occurrence.start, occurrence]),
  );
  const names = importStatements(source.tree.root).flatMap(statement =>
    readImport(source.tree, statement, source),
  );
  const imports = names.flatMap((name): readonly BoundImport[] => {
    if (name.symbol === '*') return [];
    const local = localNode(name);
    const occurrence = local === undefined ? undefined : occurrences.get(local.start);
    const scope = occurrence && (resolveName(occurrence.name, occurrence.scope) ?? occurrence.scope);
    return scope === undefined ? [] : [{ ...name, scope }];
  });
  const occurrenceAt = (node: SyntaxNode) =>
    node.type === 'identifier' ? occurrences.get(node.start) : undefined;
  return {
    source,
    nodesOf: (...types) => types.flatMap(type => byType.get(type) ?? []),
    imports,
    stars: names.filter(name => name.symbol === '*').map(name => name.module),
    parentOf: node => parents.get(node),
    occurrenceAt,
    nodeAt: occurrence => (occurrence.role === 'string' ? undefined : identifiers.get(occurrence.start)),
    bindingScope: node => {
      const occurrence = occurrenceAt(node);
      return occurrence && resolveName(occurrence.name, occurrence.scope);
    },
  };
}

/** The identifier that an import clause binds. */
function localNode(name: ImportedName): SyntaxNode | undefined {
  return name.node.type === 'aliased_import'
    ? name.node.children.find(child => child.field === 'alias')
    : name.node.children[0];
}

import { textOf, walk, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import { analyseScopes, type ModuleScopes } from './scopes/index.js';

/**
 * A module's scopes without the words of annotations that are values: the strings of `Literal["a"]` and the
 * metadata of `Annotated[int, "a"]` (PEP 586, PEP 593) name nothing.
 */
export function readNames(tree: SyntaxTree, scopes: ModuleScopes = analyseScopes(tree)): ModuleScopes {
  if (!scopes.occurrences.some(occurrence => occurrence.role === 'string')) return scopes;
  const values = [...walk(tree.root)].flatMap(node => valuesIn(tree, node));
  const isValue = (offset: number) => values.some(node => node.start <= offset && offset < node.end);
  return {
    module: scopes.module,
    occurrences: scopes.occurrences.filter(({ role, start }) => role !== 'string' || !isValue(start)),
  };
}

function valuesIn(tree: SyntaxTree, node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type !== 'generic_type') return [];
  const [head, list] = node.children;
  if (head === undefined || list === undefined) return [];
  const name = textOf(tree, head);
  if (/(^|\.)Literal$/.test(name)) return list.children;
  return /(^|\.)Annotated$/.test(name) ? list.children.slice(1) : [];
}

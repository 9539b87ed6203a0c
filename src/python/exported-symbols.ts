import type { ExportedSymbol } from '../domain/signature.js';
import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import { readSignature } from './signature.js';

/**
 * The public top-level functions, classes and constants that a module defines, in source order, with signatures
 * and docstrings. Names that begin with an underscore are private; a later definition of a name wins.
 */
export function exportedSymbols(tree: SyntaxTree): readonly ExportedSymbol[] {
  const symbols = new Map<string, ExportedSymbol>();
  for (const statement of tree.root.children) {
    const symbol = exportedSymbol(tree, statement);
    if (symbol !== undefined && !symbol.name.startsWith('_')) symbols.set(symbol.name, symbol);
  }
  return [...symbols.values()];
}

/** What one top-level statement defines, or undefined when it defines nothing with a name. */
export function exportedSymbol(tree: SyntaxTree, statement: SyntaxNode): ExportedSymbol | undefined {
  const definition = undecorated(statement);
  const name = fieldOf(definition, 'name');
  if (definition.type === 'function_definition' && name !== undefined) {
    const signature = readSignature(tree, definition, 'function');
    return { name: textOf(tree, name), kind: 'function', signature, ...docstringField(tree, definition) };
  }
  if (definition.type === 'class_definition' && name !== undefined) {
    return {
      name: textOf(tree, name),
      kind: 'class',
      ...classMembers(tree, definition),
      ...docstringField(tree, definition),
    };
  }
  const assigned = statement.type === 'expression_statement' ? statement.children[0] : undefined;
  const target = assigned?.type === 'assignment' ? fieldOf(assigned, 'left') : undefined;
  return target?.type === 'identifier' ? { name: textOf(tree, target), kind: 'constant' } : undefined;
}

/** The docstring of a module, class or function, dedented and trimmed, or undefined (PEP 257). */
export function docstringOf(tree: SyntaxTree, body: SyntaxNode | undefined): string | undefined {
  const literal =
    body?.children[0]?.type === 'expression_statement' ? body.children[0].children[0] : undefined;
  if (literal?.type !== 'string') return undefined;
  const content = literal.children.filter(child => child.type === 'string_content');
  const lines = content
    .map(child => textOf(tree, child))
    .join('')
    .split(/\r?\n/);
  const indents = lines
    .slice(1)
    .filter(line => line.trim() !== '')
    .map(line => /^\s*/.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents, Infinity);
  return lines
    .map((line, index) => (index === 0 ? line : line.slice(indent)))
    .join('\n')
    .trim();
}

/** The definition inside its decorators. */
export function undecorated(statement: SyntaxNode): SyntaxNode {
  return statement.type === 'decorated_definition'
    ? (fieldOf(statement, 'definition') ?? statement)
    : statement;
}

function docstringField(tree: SyntaxTree, definition: SyntaxNode): { readonly docstring?: string } {
  const docstring = docstringOf(tree, fieldOf(definition, 'body'));
  return docstring === undefined ? {} : { docstring };
}

function classMembers(
  tree: SyntaxTree,
  definition: SyntaxNode,
): Pick<ExportedSymbol, 'signature' | 'methods'> {
  const methods = (fieldOf(definition, 'body')?.children ?? []).flatMap(statement => {
    const method = undecorated(statement);
    const name = fieldOf(method, 'name');
    if (method.type !== 'function_definition' || name === undefined) return [];
    const isStatic = statement.children.some(
      child => child.type === 'decorator' && textOf(tree, child).replace(/\s/g, '') === '@staticmethod',
    );
    return [
      { name: textOf(tree, name), signature: readSignature(tree, method, isStatic ? 'function' : 'method') },
    ];
  });
  const constructor = methods.find(method => method.name === '__init__');
  return {
    ...(constructor && { signature: constructor.signature }),
    methods: methods.filter(method => !method.name.startsWith('_')),
  };
}

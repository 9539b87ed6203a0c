import type { Parameter, ParameterKind, Signature } from '../domain/signature.js';
import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';

/**
 * The signature of a `function_definition`; for a method its first parameter is left out unless it is static.
 * Annotations and defaults stay source text.
 */
export function readSignature(
  tree: SyntaxTree,
  definition: SyntaxNode,
  owner: 'function' | 'method',
): Signature {
  const returns = fieldOf(definition, 'return_type');
  const parameters = readParameters(tree, fieldOf(definition, 'parameters'));
  return {
    parameters: owner === 'method' ? parameters.slice(1) : parameters,
    ...(returns && { returns: normalised(textOf(tree, returns)) }),
    isAsync: definition.children.some(child => child.type === 'async'),
  };
}

function readParameters(tree: SyntaxTree, list: SyntaxNode | undefined): readonly Parameter[] {
  const nodes = list?.children ?? [];
  const slash = nodes.findIndex(node => node.type === 'positional_separator');
  const parameters: Parameter[] = [];
  let isKeywordOnly = false;
  nodes.forEach((node, index) => {
    if (node.type === 'positional_separator') return;
    if (node.type === 'keyword_separator') {
      isKeywordOnly = true;
      return;
    }
    const parameter = readParameter(tree, node, index < slash, isKeywordOnly);
    if (parameter === undefined) return;
    if (parameter.kind === 'var-positional') isKeywordOnly = true;
    parameters.push(parameter);
  });
  return parameters;
}

function readParameter(
  tree: SyntaxTree,
  node: SyntaxNode,
  isPositionalOnly: boolean,
  isKeywordOnly: boolean,
): Parameter | undefined {
  const target = node.type === 'identifier' ? node : (fieldOf(node, 'name') ?? node.children[0]);
  if (target === undefined) return undefined;
  const splat = node.type.endsWith('splat_pattern') ? node : target;
  const name =
    splat.type === 'identifier' ? splat : splat.children.find(child => child.type === 'identifier');
  if (name === undefined) return undefined;
  const annotation = fieldOf(node, 'type');
  const value = fieldOf(node, 'value');
  return {
    name: textOf(tree, name),
    kind: kindOf(splat.type, isPositionalOnly, isKeywordOnly),
    ...(annotation && { annotation: normalised(textOf(tree, annotation)) }),
    ...(value && { defaultValue: normalised(textOf(tree, value)) }),
  };
}

function kindOf(type: string, isPositionalOnly: boolean, isKeywordOnly: boolean): ParameterKind {
  if (type === 'list_splat_pattern') return 'var-positional';
  if (type === 'dictionary_splat_pattern') return 'var-keyword';
  if (isPositionalOnly) return 'positional-only';
  return isKeywordOnly ? 'keyword-only' : 'positional-or-keyword';
}

function normalised(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

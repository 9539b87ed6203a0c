import type {
  CallableContract,
  ExportedMethod,
  ExportedSymbol,
  Parameter,
  Signature,
} from '../domain/signature.js';
import { fieldOf, parsePython, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import { basesOf, constructorOf } from './constructors.js';
import { docstringFields } from './docstring-fields.js';
import { docstringOf, exportedSymbol, undecorated } from './exported-symbols.js';
import { returnedType, typeOfLiteral } from './infer-type.js';
import { preconditionsOf, raisedExceptions } from './raised-exceptions.js';
import { readSignature } from './signature.js';

/**
 * What one top-level statement defines, with all that its own source says of how it is used: types that docstrings,
 * defaults and return statements tell where no annotation does, exceptions, and what must hold beforehand (I of a
 * primitive; Code Primitives, section 3.2). Undefined when it defines nothing with a name.
 */
export function describedSymbol(tree: SyntaxTree, statement: SyntaxNode): ExportedSymbol | undefined {
  const symbol = exportedSymbol(tree, statement);
  const definition = undecorated(statement);
  if (symbol?.kind === 'function') {
    const signature = symbol.signature && inferTypes(tree, definition, symbol.signature, symbol.docstring);
    return { ...symbol, ...(signature && { signature }), ...contractOf(tree, definition, symbol.docstring) };
  }
  return symbol?.kind === 'class' ? describedClass(tree, statement, symbol) : symbol;
}

function describedClass(tree: SyntaxTree, statement: SyntaxNode, symbol: ExportedSymbol): ExportedSymbol {
  const members = fieldOf(undecorated(statement), 'body')?.children ?? [];
  const constructor = constructorOf(tree, statement);
  const initialiser = members.find(member => nameOf(tree, member) === '__init__');
  // The parameters of a constructor are told of in the class's docstring as often as in its own.
  const told = [symbol.docstring, initialiser && docstringIn(tree, undecorated(initialiser))];
  const docstring = told.filter(text => text !== undefined).join('\n\n');
  const signature = constructor && withParameterTypes(constructor, docstring);
  const methods = members.flatMap(member => describedMethod(tree, member) ?? []);
  const bases = basesOf(tree, statement);
  const contract = initialiser === undefined ? {} : contractOf(tree, undecorated(initialiser), docstring);
  return {
    ...symbol,
    ...(signature && { signature }),
    methods: [...new Map(methods.map(method => [method.name, method])).values()],
    ...(bases.length > 0 && { bases }),
    ...contract,
  };
}

/** A public method, or undefined for anything else in a class. Of several definitions of a name the last one counts. */
function describedMethod(tree: SyntaxTree, member: SyntaxNode): ExportedMethod | undefined {
  const definition = undecorated(member);
  const name = nameOf(tree, member);
  if (definition.type !== 'function_definition' || name === undefined || name.startsWith('_'))
    return undefined;
  const decorators = member.children
    .filter(({ type }) => type === 'decorator')
    .map(node => textOf(tree, node).replace(/\s/g, ''));
  // A setter belongs to a property that is told of already.
  if (decorators.some(text => /\.(setter|deleter)$/.test(text))) return undefined;
  const binding = bindingOf(decorators);
  const owner = binding === 'static' ? 'function' : 'method';
  const docstring = docstringIn(tree, definition);
  const signature = inferTypes(tree, definition, readSignature(tree, definition, owner), docstring);
  return {
    name,
    signature,
    ...(binding !== undefined && { binding }),
    ...(docstring !== undefined && { docstring }),
    ...contractOf(tree, definition, docstring),
  };
}

function bindingOf(decorators: readonly string[]): ExportedMethod['binding'] {
  if (decorators.includes('@staticmethod')) return 'static';
  if (decorators.includes('@classmethod')) return 'class';
  return decorators.some(text => /^@(\w+\.)*\w*property$/.test(text)) ? 'property' : undefined;
}

function contractOf(
  tree: SyntaxTree,
  definition: SyntaxNode,
  docstring: string | undefined,
): Pick<CallableContract, 'raises' | 'preconditions'> {
  const raises = raisedExceptions(tree, definition, docstring);
  const preconditions = preconditionsOf(tree, definition);
  return {
    ...(raises.length > 0 && { raises }),
    ...(preconditions.length > 0 && { preconditions }),
  };
}

function inferTypes(
  tree: SyntaxTree,
  definition: SyntaxNode,
  signature: Signature,
  docstring: string | undefined,
): Signature {
  const returned = docstringFields(docstring).find(
    ({ role, type }) => role === 'returns' && type !== undefined,
  );
  const inferredReturns =
    signature.returns === undefined ? (returned?.type ?? returnedType(tree, definition)) : undefined;
  return {
    ...withParameterTypes(signature, docstring),
    ...(inferredReturns !== undefined && { inferredReturns }),
  };
}

function withParameterTypes(signature: Signature, docstring: string | undefined): Signature {
  const told = new Map(
    docstringFields(docstring)
      .filter(({ role, type }) => role === 'parameter' && type !== undefined)
      .map(({ name, type }) => [name.replace(/^\*+/, ''), type ?? '']),
  );
  return { ...signature, parameters: signature.parameters.map(one => withType(one, told.get(one.name))) };
}

function withType(parameter: Parameter, told: string | undefined): Parameter {
  if (parameter.annotation !== undefined) return parameter;
  const inferredType = told ?? typeOfDefault(parameter.defaultValue);
  return inferredType === undefined ? parameter : { ...parameter, inferredType };
}

/** Of a default that stands for a kind of value; `None` says only that something may be left out. */
function typeOfDefault(text: string | undefined): string | undefined {
  if (text === undefined || text === 'None') return undefined;
  const tree = parsePython(text);
  const type = typeOfLiteral(tree, tree.root.children[0]?.children[0]);
  return type === 'None' ? undefined : type;
}

function docstringIn(tree: SyntaxTree, definition: SyntaxNode): string | undefined {
  return docstringOf(tree, fieldOf(definition, 'body'));
}

function nameOf(tree: SyntaxTree, member: SyntaxNode): string | undefined {
  const name = fieldOf(undecorated(member), 'name');
  return name === undefined ? undefined : textOf(tree, name);
}

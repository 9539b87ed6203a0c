import type { Parameter, Signature } from '../domain/signature.js';
import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';
import { undecorated } from './exported-symbols.js';
import { readSignature } from './signature.js';

/** Decorators that write a constructor from the annotated fields (PEP 557, and attrs' two generations). */
const FIELD_DECORATOR = /^@(?:\w+\.)*(dataclass|define|frozen|mutable|dataclasses|s|attrs|attributes)\b/;
const FIELD_CALL = /^(?:\w+\.)*(field|ib|attrib|Factory)$/;
const MOST_BASES = 20;

/**
 * The signature by which a class is constructed: its own `__init__` or `__new__`, else the annotated fields of a data
 * class or named tuple, else that of the nearest base class in the same file. Undefined when none is known.
 */
export function constructorOf(tree: SyntaxTree, statement: SyntaxNode): Signature | undefined {
  const known = new Map<string, SyntaxNode>();
  for (const one of tree.root.children) {
    const name = fieldOf(undecorated(one), 'name');
    if (undecorated(one).type === 'class_definition' && name !== undefined)
      known.set(textOf(tree, name), one);
  }
  const seen = new Set<SyntaxNode>([statement]);
  for (const one of seen) {
    const found = ownConstructor(tree, one, known);
    if (found !== undefined) return found;
    for (const base of basesOf(tree, one)) {
      const parent = known.get(base);
      if (parent !== undefined && seen.size < MOST_BASES) seen.add(parent);
    }
  }
  return undefined;
}

/** The bases of a class as they are written, keywords left out. */
export function basesOf(tree: SyntaxTree, statement: SyntaxNode): readonly string[] {
  const list = fieldOf(undecorated(statement), 'superclasses')?.children ?? [];
  return list
    .filter(({ type }) => type !== 'keyword_argument')
    .map(base => textOf(tree, base).replace(/\s+/g, ' '));
}

function ownConstructor(
  tree: SyntaxTree,
  statement: SyntaxNode,
  known: ReadonlyMap<string, SyntaxNode>,
): Signature | undefined {
  const members = fieldOf(undecorated(statement), 'body')?.children ?? [];
  for (const wanted of ['__init__', '__new__'])
    for (const member of members) {
      const definition = undecorated(member);
      const name = definition.type === 'function_definition' ? fieldOf(definition, 'name') : undefined;
      if (name !== undefined && textOf(tree, name) === wanted)
        return readSignature(tree, definition, 'method');
    }
  if (!hasFields(tree, statement)) return undefined;
  const inherited = basesOf(tree, statement).flatMap(base => {
    const parent = known.get(base);
    return parent !== undefined && parent !== statement && hasFields(tree, parent)
      ? fieldsOf(tree, parent)
      : [];
  });
  const parameters = new Map([...inherited, ...fieldsOf(tree, statement)].map(one => [one.name, one]));
  return { parameters: [...parameters.values()], isAsync: false };
}

function hasFields(tree: SyntaxTree, statement: SyntaxNode): boolean {
  return (
    statement.children.some(
      node => node.type === 'decorator' && FIELD_DECORATOR.test(textOf(tree, node).slice(0, 80)),
    ) || basesOf(tree, statement).some(base => /(^|\.)NamedTuple$/.test(base))
  );
}

/** The fields that the constructor takes, in order; keyword-only ones stay where they are written. */
function fieldsOf(tree: SyntaxTree, statement: SyntaxNode): readonly Parameter[] {
  const decorator = statement.children.find(({ type }) => type === 'decorator');
  let isKeywordOnly =
    decorator !== undefined && /\bkw_only\s*=\s*True/.test(textOf(tree, decorator).slice(0, 200));
  const fields: Parameter[] = [];
  for (const { children } of fieldOf(undecorated(statement), 'body')?.children ?? []) {
    const [assignment] = children;
    const target = assignment?.type === 'assignment' ? fieldOf(assignment, 'left') : undefined;
    if (assignment === undefined || target?.type !== 'identifier') continue;
    const type = fieldOf(assignment, 'type');
    const value = fieldOf(assignment, 'right');
    const annotation = type === undefined ? undefined : textOf(tree, type).replace(/\s+/g, ' ');
    if (annotation !== undefined && /^(\w+\.)?KW_ONLY$/.test(annotation)) isKeywordOnly = true;
    const given = value === undefined ? {} : readField(tree, value);
    if (/^(\w+\.)?(ClassVar|KW_ONLY)\b/.test(annotation ?? '') || given === 'left-out') continue;
    // Without an annotation only attrs' own call makes it a field.
    if (annotation === undefined && (value === undefined || !isFieldCall(tree, value))) continue;
    fields.push({
      name: textOf(tree, target),
      kind: isKeywordOnly ? 'keyword-only' : 'positional-or-keyword',
      ...(annotation !== undefined && { annotation }),
      ...given,
    });
  }
  return fields;
}

function isFieldCall(tree: SyntaxTree, value: SyntaxNode): boolean {
  const callee = value.type === 'call' ? fieldOf(value, 'function') : undefined;
  return callee !== undefined && FIELD_CALL.test(textOf(tree, callee));
}

/** The default that a field states, or that the constructor does not take it. */
function readField(tree: SyntaxTree, value: SyntaxNode): { readonly defaultValue?: string } | 'left-out' {
  const text = (node: SyntaxNode | undefined) =>
    node === undefined ? undefined : textOf(tree, node).replace(/\s+/g, ' ').trim();
  if (!isFieldCall(tree, value)) return { defaultValue: text(value) ?? '' };
  const words = fieldOf(value, 'arguments')?.children ?? [];
  const named = (wanted: string) => {
    const found = words.find(
      node => node.type === 'keyword_argument' && text(fieldOf(node, 'name')) === wanted,
    );
    return found === undefined ? undefined : text(fieldOf(found, 'value'));
  };
  if (named('init') === 'False') return 'left-out';
  const factory = named('default_factory') ?? named('factory');
  const first = words[0]?.type === 'keyword_argument' ? undefined : text(words[0]);
  const given = named('default') ?? (factory === undefined ? first : `${factory}()`);
  return given === undefined ? {} : { defaultValue: given };
}

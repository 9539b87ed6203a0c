import type { Scope } from '../../../python/scopes/index.js';
import { fieldOf, textOf, walk, type SyntaxNode } from '../../../syntax/parse-python.js';
import { decoratorsOf, nameOf } from './definitions.js';
import type { ModuleIndex } from './module-index.js';

/** Further expressions that mean a callable, and the expressions that gave it to them. */
export interface Aliases {
  readonly references: readonly SyntaxNode[];
  readonly givers: readonly SyntaxNode[];
}

const NONE: Aliases = { references: [], givers: [] };

/**
 * What else means a callable in one file, since it was given to a name once and nothing else ever is: locals, and in
 * tests class attributes (`self.Cache`) and fixtures that return it. Only what can be followed to the end counts.
 * `values` are the expressions that are the callable, or a `partial` of it.
 */
export function aliasesOf(index: ModuleIndex, values: readonly SyntaxNode[]): Aliases {
  const found = values.map(value => {
    const holder = index.parentOf(value);
    if (holder?.type === 'return_statement' && index.source.isTest) return fixtureAliases(index, value);
    const name = holder?.type === 'assignment' ? fieldOf(holder, 'left') : undefined;
    if (holder === undefined || name?.type !== 'identifier' || fieldOf(holder, 'right') !== value)
      return NONE;
    const scope = index.bindingScope(name);
    if (scope === undefined || (scope.kind !== 'function' && !index.source.isTest)) return NONE;
    return scope.kind === 'class'
      ? attributeAliases(index, textOf(index.source.tree, name), value, values)
      : localAliases(index, textOf(index.source.tree, name), scope, value);
  });
  return {
    references: found.flatMap(({ references }) => references),
    givers: found.flatMap(({ givers }) => givers),
  };
}

function localAliases(index: ModuleIndex, name: string, scope: Scope, giver: SyntaxNode): Aliases {
  const meant = index.source.scopes.occurrences.flatMap(occurrence => {
    const node = occurrence.name === name ? index.nodeAt(occurrence) : undefined;
    return node !== undefined && index.bindingScope(node) === scope ? [{ occurrence, node }] : [];
  });
  const isSole = meant.filter(({ occurrence }) => occurrence.role !== 'read').length === 1;
  const references = meant.filter(({ occurrence }) => occurrence.role === 'read').map(({ node }) => node);
  return isSole ? { references, givers: [giver] } : NONE;
}

/** `self.name` and `cls.name`, when every class of the file that has the attribute gives it the same, or nothing. */
function attributeAliases(
  index: ModuleIndex,
  name: string,
  giver: SyntaxNode,
  values: readonly SyntaxNode[],
): Aliases {
  const { tree } = index.source;
  const references: SyntaxNode[] = [];
  for (const node of index.nodesOf('assignment').filter(one => isNamed(index, one, name))) {
    const value = fieldOf(node, 'right');
    if (value === undefined || !(value.type === 'none' || values.includes(value))) return NONE;
  }
  for (const node of index.nodesOf('attribute')) {
    if (textOf(tree, fieldOf(node, 'attribute') ?? node) !== name) continue;
    const object = fieldOf(node, 'object');
    const isOwn = object?.type === 'identifier' && /^(self|cls)$/.test(textOf(tree, object));
    const isWritten =
      index.parentOf(node)?.type === 'assignment' && fieldOf(index.parentOf(node) ?? node, 'left') === node;
    if (isWritten) return NONE;
    if (isOwn) references.push(node);
  }
  return { references, givers: [giver] };
}

/** An assignment to the name in the body of a class. */
function isNamed(index: ModuleIndex, assignment: SyntaxNode, name: string): boolean {
  const left = fieldOf(assignment, 'left');
  if (left?.type !== 'identifier' || textOf(index.source.tree, left) !== name) return false;
  return index.bindingScope(left)?.kind === 'class';
}

/** Parameters that ask for a fixture which does nothing but return the callable. */
function fixtureAliases(index: ModuleIndex, giver: SyntaxNode): Aliases {
  const { tree, scopes } = index.source;
  const fixture = enclosingFunction(index, giver);
  if (fixture === undefined) return NONE;
  const name = nameOf(index, fixture);
  const isFixture = decoratorsOf(index, fixture).some(decorator =>
    /\bfixture\b/.test(textOf(tree, decorator)),
  );
  const body = [...walk(fixture)];
  const isPlain = body.filter(({ type }) => type === 'return_statement' || type === 'yield').length === 1;
  const mention = new RegExp(`\\b${name}\\b`);
  const isMentioned = index.nodesOf('string_content').some(node => mention.test(textOf(tree, node)));
  const definitions = index.nodesOf('function_definition').filter(node => nameOf(index, node) === name);
  if (!isFixture || !isPlain || isMentioned || definitions.length !== 1) return NONE;
  const parameters = scopes.occurrences.filter(
    ({ name: own, role, scope }) => own === name && role === 'parameter' && scope.kind === 'function',
  );
  const used = parameters.map(({ scope }) => localAliases(index, name, scope, giver));
  return { references: used.flatMap(({ references }) => references), givers: [giver] };
}

function enclosingFunction(index: ModuleIndex, node: SyntaxNode): SyntaxNode | undefined {
  for (let current = index.parentOf(node); current; current = index.parentOf(current)) {
    if (current.type === 'lambda') return undefined;
    if (current.type === 'function_definition') return current;
  }
  return undefined;
}

import type { FlatTree } from '../../../syntax/flat-tree.js';
import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import { BoundPlaces } from './bound-places.js';
import { openScope, settleDeclarations, type NameScope } from './name-scope.js';
import { namesIn, targetNames } from './target-names.js';

/** The names of a file: where they are bound, by the rules of Python's reference, section 4.2.1. */
export interface Bindings {
  /** By number; the first is the module. */
  readonly scopes: readonly NameScope[];
  /** The scope that a definition or lambda opens, by node. */
  readonly scopeAt: ReadonlyMap<number, NameScope>;
  /** The names, by node, for identifiers; 0 elsewhere. */
  readonly names: Int32Array;
  /** The names that are bound between two nodes in a scope, in order. */
  boundWithin(from: number, to: number, scope: NameScope): ReadonlySet<number>;
}

const K = {
  identifier: kindOf('identifier'),
  functionDefinition: kindOf('function_definition'),
  classDefinition: kindOf('class_definition'),
  lambda: kindOf('lambda'),
  assignment: kindOf('assignment'),
  augmented: kindOf('augmented_assignment'),
  forStatement: kindOf('for_statement'),
  asTarget: kindOf('as_pattern_target'),
  named: kindOf('named_expression'),
  forIn: kindOf('for_in_clause'),
  deleteStatement: kindOf('delete_statement'),
  importStatement: kindOf('import_statement'),
  importFrom: kindOf('import_from_statement'),
  aliased: kindOf('aliased_import'),
  dottedName: kindOf('dotted_name'),
  casePattern: kindOf('case_pattern'),
  keywordPattern: kindOf('keyword_pattern'),
  asPattern: kindOf('as_pattern'),
  splatPattern: kindOf('splat_pattern'),
  global: kindOf('global_statement'),
  nonlocal: kindOf('nonlocal_statement'),
  typeAlias: kindOf('type_alias_statement'),
  yield: kindOf('yield'),
};
const F = {
  name: fieldNumber('name'),
  left: fieldNumber('left'),
  alias: fieldNumber('alias'),
  attribute: fieldNumber('attribute'),
  parameters: fieldNumber('parameters'),
};

/** Finds what binds which name where. `intern` numbers names, from 1 on. */
export function readBindings(tree: FlatTree, intern: (text: string) => number): Bindings {
  const { text, kinds, fields, starts, ends, next } = tree;
  const names = new Int32Array(kinds.length);
  for (let node = 0; node < kinds.length; node += 1)
    if (kinds[node] === K.identifier) names[node] = intern(text.slice(starts[node], ends[node]));

  const scopes: NameScope[] = [];
  const scopeAt = new Map<number, NameScope>();
  const places = new BoundPlaces();
  const scopeEnds: number[] = [];
  const module = openScope(scopes, 'module', undefined);
  let scope = module;
  const bind = (node: number, name: number) => {
    scope.bound.add(name);
    places.add(node, name, scope);
  };
  const bindTargets = (from: number, to: number) => {
    for (const node of namesIn(tree, from, to)) bind(node, names[node] as number);
  };
  const fieldChild = (node: number, field: number) => {
    let child = node + 1;
    while (child < (next[node] as number) && fields[child] !== field) child = next[child] as number;
    return child;
  };
  const bindField = (node: number, field: number) => {
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
      if (fields[child] === field) bindTargets(child, next[child] as number);
  };
  /** Binds the first name of each parameter. */
  const bindParameters = (node: number) => {
    for (let list = node + 1; list < (next[node] as number); list = next[list] as number) {
      if (fields[list] !== F.parameters) continue;
      for (let child = list + 1; child < (next[list] as number); child = next[child] as number)
        for (let part = child; part < (next[child] as number); part += 1)
          if (kinds[part] === K.identifier) {
            bind(part, names[part] as number);
            break;
          }
    }
  };
  const bindImports = (node: number) => {
    for (let child = node + 1; child < (next[node] as number); child = next[child] as number) {
      if (fields[child] !== F.name) continue;
      if (kinds[child] === K.aliased) bindField(child, F.alias);
      else if (kinds[child] === K.dottedName) bind(child, names[child + 1] as number);
    }
  };

  for (let node = 0; node < kinds.length; node += 1) {
    while (scopeEnds.length > 0 && node >= (scopeEnds[scopeEnds.length - 1] as number)) {
      scopeEnds.pop();
      scope = scope.parent as NameScope;
    }
    switch (kinds[node] as number) {
      case K.identifier:
        if (fields[node] !== F.attribute) scope.mentioned.add(names[node] as number);
        break;
      case K.functionDefinition:
      case K.classDefinition:
        bindField(node, F.name);
        scope = openScope(scopes, kinds[node] === K.classDefinition ? 'class' : 'function', scope);
        scopeAt.set(node, scope);
        scopeEnds.push(next[node] as number);
        if (scope.kind === 'function') bindParameters(node);
        break;
      case K.lambda:
        scope = openScope(scopes, 'lambda', scope);
        scopeAt.set(node, scope);
        scopeEnds.push(next[node] as number);
        bindParameters(node);
        break;
      case K.yield:
        scope.hasYield = true;
        break;
      case K.assignment:
      case K.augmented:
      case K.forStatement:
      case K.typeAlias:
        bindField(node, F.left);
        break;
      case K.forIn:
        for (const name of targetNames(tree, names, fieldChild(node, F.left))) scope.inner.add(name);
        break;
      case K.named:
        bindField(node, F.name);
        break;
      case K.asTarget:
        bindTargets(node + 1, next[node] as number);
        break;
      case K.deleteStatement:
        bindTargets(node + 1, next[node] as number);
        break;
      case K.importStatement:
      case K.importFrom:
        bindImports(node);
        break;
      case K.casePattern:
      case K.keywordPattern:
        // A name alone is a capture; one with dots is compared with.
        for (let child = node + 1; child < (next[node] as number); child = next[child] as number)
          if (kinds[child] === K.dottedName && next[child] === child + 2)
            bind(child, names[child + 1] as number);
          else if (kinds[child] === K.asPattern)
            for (let part = child + 1; part < (next[child] as number); part = next[part] as number)
              if (kinds[part] === K.identifier) bind(part, names[part] as number);
        break;
      case K.splatPattern:
        bindTargets(node + 1, next[node] as number);
        break;
      case K.global:
      case K.nonlocal: {
        const declared = kinds[node] === K.global ? scope.globals : scope.nonlocals;
        for (let child = node + 1; child < (next[node] as number); child += 1)
          declared.add(names[child] as number);
      }
    }
  }
  settleDeclarations(scopes, module);
  places.sort();
  return {
    scopes,
    scopeAt,
    names,
    boundWithin: (from, to, within) => places.within(from, to, within),
  };
}

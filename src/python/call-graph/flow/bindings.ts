import type { FlatTree } from '../../../syntax/flat-tree.js';
import { fieldNumber, kindOf } from '../../../syntax/grammar.js';

/** A module, class, function or lambda of a file, and what is written about names in it. */
export interface NameScope {
  readonly kind: 'module' | 'class' | 'function' | 'lambda';
  /** Its number; parents come before their children. */
  readonly id: number;
  readonly parent: NameScope | undefined;
  /** Names that it binds, those declared global or nonlocal left out. */
  readonly bound: Set<number>;
  readonly globals: Set<number>;
  readonly nonlocals: Set<number>;
  /** Names that occur in it. */
  readonly mentioned: Set<number>;
  /** Names of its own that scopes below may mean. */
  readonly mentionedBelow: Set<number>;
  /** Names of its own that a scope below rebinds. */
  readonly rebound: Set<number>;
  /** Names that comprehensions in it bind for themselves. */
  readonly inner: Set<number>;
  hasYield: boolean;
}

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
  attribute: kindOf('attribute'),
  subscript: kindOf('subscript'),
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

/** The identifiers of targets, which those of attributes and subscripts are not. */
function* namesIn({ kinds, next }: FlatTree, from: number, to: number): Generator<number> {
  for (let node = from; node < to;) {
    if (kinds[node] === K.identifier) yield node;
    node = kinds[node] === K.attribute || kinds[node] === K.subscript ? (next[node] as number) : node + 1;
  }
}

/** The names that a target binds. */
export function targetNames(tree: FlatTree, names: Int32Array, target: number): number[] {
  return [...namesIn(tree, target, tree.next[target] ?? target)].map(node => names[node] as number);
}

/** Finds what binds which name where. `intern` numbers names, from 1 on. */
export function readBindings(tree: FlatTree, intern: (text: string) => number): Bindings {
  const { text, kinds, fields, starts, ends, next } = tree;
  const names = new Int32Array(kinds.length);
  for (let node = 0; node < kinds.length; node += 1)
    if (kinds[node] === K.identifier) names[node] = intern(text.slice(starts[node], ends[node]));

  const scopes: NameScope[] = [];
  const scopeAt = new Map<number, NameScope>();
  const places: { readonly node: number; readonly name: number; readonly scope: NameScope }[] = [];
  const scopeEnds: number[] = [];
  const open = (kind: NameScope['kind'], parent: NameScope | undefined): NameScope => {
    const scope: NameScope = {
      kind,
      id: scopes.length,
      parent,
      bound: new Set(),
      globals: new Set(),
      nonlocals: new Set(),
      mentioned: new Set(),
      mentionedBelow: new Set(),
      rebound: new Set(),
      inner: new Set(),
      hasYield: false,
    };
    scopes.push(scope);
    return scope;
  };
  const module = open('module', undefined);
  let scope = module;
  const bind = (node: number, name: number) => {
    scope.bound.add(name);
    places.push({ node, name, scope });
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
        scope = open(kinds[node] === K.classDefinition ? 'class' : 'function', scope);
        scopeAt.set(node, scope);
        scopeEnds.push(next[node] as number);
        if (scope.kind === 'function') bindParameters(node);
        break;
      case K.lambda:
        scope = open('lambda', scope);
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
  settle(scopes, module);
  places.sort((a, b) => a.node - b.node);
  return {
    scopes,
    scopeAt,
    names,
    boundWithin(from, to, within) {
      const found = new Set<number>();
      let low = 0;
      for (let high = places.length; low < high;) {
        const middle = (low + high) >>> 1;
        if ((places[middle] as { node: number }).node < from) low = middle + 1;
        else high = middle;
      }
      for (let at = low; at < places.length; at += 1) {
        const place = places[at] as { node: number; name: number; scope: NameScope };
        if (place.node >= to) break;
        if (place.scope === within) found.add(place.name);
      }
      return found;
    },
  };
}

/** Applies the declarations, and tells each scope what those below it say. */
function settle(scopes: readonly NameScope[], module: NameScope): void {
  for (const scope of scopes) {
    for (const name of scope.globals) {
      scope.bound.delete(name);
      if (scope === module) continue;
      module.bound.add(name);
      module.rebound.add(name);
    }
    for (const name of scope.nonlocals) {
      scope.bound.delete(name);
      let owner = scope.parent;
      while (owner !== undefined && (owner.kind === 'class' || !owner.bound.has(name))) owner = owner.parent;
      if (owner !== undefined && owner !== module) owner.rebound.add(name);
    }
  }
  for (const scope of scopes)
    for (const name of scope.mentioned) {
      if (scope.bound.has(name) && scope.kind !== 'class') continue;
      let owner = scope.parent;
      while (
        owner !== undefined &&
        (owner.kind === 'class' || !(owner.bound.has(name) || owner.inner.has(name)))
      )
        owner = owner.parent;
      owner?.mentionedBelow.add(name);
    }
}

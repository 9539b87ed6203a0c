import type { SyntaxNode } from '../../syntax/parse-python.js';

export type ScopeKind = 'module' | 'class' | 'function' | 'lambda' | 'comprehension' | 'type-parameters';

/** How a name is touched: `string` is a read inside an annotation that is written as a string (PEP 484). */
export type Role = 'read' | 'write' | 'delete' | 'parameter' | 'string';

/** One place where a name stands. */
export interface Occurrence {
  readonly name: string;
  readonly role: Role;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** The scope it is looked up from. */
  readonly scope: Scope;
}

/** A lexical scope (Python reference, section 4.2: naming and binding). */
export interface Scope {
  readonly kind: ScopeKind;
  readonly node: SyntaxNode;
  readonly parent: Scope | undefined;
  readonly children: Scope[];
  /** Names that this scope binds. */
  readonly bound: Set<string>;
  readonly declaredGlobal: Set<string>;
  readonly declaredNonlocal: Set<string>;
}

/** A module's scopes with every occurrence of a name in it, in source order of the visit. */
export interface ModuleScopes {
  readonly module: Scope;
  readonly occurrences: readonly Occurrence[];
}

export function createScope(kind: ScopeKind, node: SyntaxNode, parent: Scope | undefined): Scope {
  const scope: Scope = {
    kind,
    node,
    parent,
    children: [],
    bound: new Set(),
    declaredGlobal: new Set(),
    declaredNonlocal: new Set(),
  };
  parent?.children.push(scope);
  return scope;
}

/**
 * The scope that binds a name as seen from a scope, or undefined for a builtin, a star import or nothing. Class
 * scopes are skipped on the way out (Python reference, section 4.2.2), save from the type parameters of their own
 * members (PEP 695).
 */
export function resolveName(name: string, from: Scope): Scope | undefined {
  if (from.declaredGlobal.has(name)) return moduleOf(from);
  const isNonlocal = from.declaredNonlocal.has(name);
  let seesClass = !isNonlocal;
  let scope: Scope | undefined = isNonlocal ? from.parent : from;
  for (; scope !== undefined; scope = scope.parent) {
    if (scope.kind === 'class' && !seesClass) continue;
    seesClass &&= scope.kind === 'type-parameters';
    if (scope.declaredGlobal.has(name)) return moduleOf(scope);
    if (scope.bound.has(name) && !scope.declaredNonlocal.has(name)) return scope;
  }
  return undefined;
}

/** Occurrences that mean the name as bound in this very scope. */
export function occurrencesOf(scopes: ModuleScopes, scope: Scope, name: string): readonly Occurrence[] {
  return scopes.occurrences.filter(
    occurrence => occurrence.name === name && resolveName(name, occurrence.scope) === scope,
  );
}

function moduleOf(scope: Scope): Scope {
  let outermost = scope;
  while (outermost.parent !== undefined) outermost = outermost.parent;
  return outermost;
}

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

/** Opens a scope below its parent; `scopes` are those so far. */
export function openScope(
  scopes: NameScope[],
  kind: NameScope['kind'],
  parent: NameScope | undefined,
): NameScope {
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
}

/** Applies the declarations, and tells each scope what those below it say. */
export function settleDeclarations(scopes: readonly NameScope[], module: NameScope): void {
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

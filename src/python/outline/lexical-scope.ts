export type LexicalKind = 'module' | 'class' | 'function' | 'lambda' | 'comprehension' | 'type-parameters';

/** What a name of a scope is known to mean: something only the run knows, or a number of `Meanings`. */
export const PLAIN = -1;

/**
 * A scope of names while a file is read; names are numbers (Python reference, section 4.2). Leaner than
 * `src/python/scopes`, which keeps every occurrence of a name for those who rename.
 */
export class LexicalScope {
  readonly bound = new Map<number, number>();
  private outer: Map<number, 'global' | 'nonlocal'> | undefined;

  constructor(
    readonly kind: LexicalKind,
    readonly parent: LexicalScope | undefined,
    /** The entity whose scope it is, or lies in. */
    readonly entity: number,
  ) {}

  declare(name: number, where: 'global' | 'nonlocal'): void {
    this.outer ??= new Map();
    this.outer.set(name, where);
  }

  declaration(name: number): 'global' | 'nonlocal' | undefined {
    return this.outer?.get(name);
  }

  /** Binds a name; one that is bound to different things means none of them. */
  bind(name: number, meaning: number = PLAIN): void {
    const known = this.bound.get(name);
    this.bound.set(name, known === undefined || known === meaning ? meaning : PLAIN);
  }

  /** Binds a name to this meaning alone: a definition says more than what was assigned before. */
  define(name: number, meaning: number): void {
    this.bound.set(name, meaning);
  }
}

/** The module's scope. */
export function outermost(scope: LexicalScope): LexicalScope {
  let found = scope;
  while (found.parent !== undefined) found = found.parent;
  return found;
}

/** The scope in which a walrus binds, and a comprehension's class lies (PEP 572). */
export function withoutComprehensions(scope: LexicalScope): LexicalScope {
  let found = scope;
  while (found.kind === 'comprehension' && found.parent !== undefined) found = found.parent;
  return found;
}

/**
 * The scope that binds a name as seen from a scope, or undefined for a builtin, a star import or nothing. Classes are
 * seen from their own body only (section 4.2.2), save through the type parameters of their members (PEP 695).
 */
export function scopeBinding(name: number, from: LexicalScope): LexicalScope | undefined {
  let seesClass = true;
  let scope: LexicalScope | undefined = from;
  while (scope !== undefined) {
    if (scope.kind !== 'class' || seesClass) {
      const declared = scope.declaration(name);
      if (declared === 'global') return outermost(scope);
      if (declared === undefined && scope.bound.has(name)) return scope;
      seesClass &&= scope.kind === 'type-parameters';
    }
    scope = scope.parent;
  }
  return undefined;
}

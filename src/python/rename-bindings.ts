import { parsePython, type SyntaxTree } from '../syntax/parse-python.js';
import { applyEdits, type Edit } from './edits.js';
import { importStatements } from './imports.js';
import { keepSelfDocumenting } from './rename-interpolation.js';
import { sameBindings } from './rename-proof.js';
import { readNames } from './rename-occurrences.js';
import { occurrencesOf, resolveName, type ModuleScopes, type Scope } from './scopes/index.js';

/** One binding that gets another name, with everything that means it. */
export interface BindingRename {
  readonly scope: Scope;
  readonly from: string;
  readonly to: string;
  /** True when an import that binds it must go on importing the old name: it becomes `old as new`. */
  readonly keepsSource?: boolean;
}

/** A module as it was parsed. */
export interface ParsedModule {
  readonly tree: SyntaxTree;
  readonly scopes: ModuleScopes;
}

export type Renaming = { readonly edits: readonly Edit[] } | { readonly refusal: string };

/**
 * Renames bindings of one module, all at once. A local that stands in the way of a new name is renamed as well; a
 * name that cannot be moved (a parameter, an attribute, a builtin, or what `mayMove` protects) makes it a refusal.
 * The result is parsed again and proved: every name means what it meant, so nothing is ever captured.
 * `freed` are names that only a star import provides, old to new.
 */
export function renameBindings(
  source: ParsedModule,
  renames: readonly BindingRename[],
  mayMove: (name: string) => boolean,
  freed: ReadonlyMap<string, string> = new Map(),
): Renaming {
  const module = { tree: source.tree, scopes: readNames(source.tree, source.scopes) };
  const all = [...renames];
  for (const rename of renames) {
    for (const scope of scopesInTheWay(module, rename)) {
      if (all.some(other => other.scope === scope && other.from === rename.to)) continue;
      if (scope === undefined || !isMovable(module, scope, rename.to, mayMove)) {
        return {
          refusal: `the new name \`${rename.to}\` already means something else where \`${rename.from}\` is used`,
        };
      }
      all.push({ scope, from: rename.to, to: freshName(module, rename.to), keepsSource: true });
    }
  }
  const edits = [...all.flatMap(rename => editsOf(module, rename)), ...freedEdits(module, freed)];
  const labels = keepSelfDocumenting(module.tree, edits);
  const whole = [...edits, ...(labels ?? [])];
  const after = parsePython(applyEdits(module.tree.text, whole));
  const isProved = after.errors.length === 0 && sameBindings(module.scopes, readNames(after), freed);
  if (labels !== undefined && isProved) return { edits: whole };
  const names = renames.map(rename => `\`${rename.from}\` to \`${rename.to}\``).join(', ');
  return { refusal: `renaming ${names} would change what a name means` };
}

/** Scopes whose binding of the new name would be captured or would capture; undefined stands for a builtin. */
function scopesInTheWay(module: ParsedModule, rename: BindingRename): ReadonlySet<Scope | undefined> {
  const found = new Set<Scope | undefined>();
  for (const occurrence of occurrencesOf(module.scopes, rename.scope, rename.from)) {
    for (let scope: Scope | undefined = occurrence.scope; scope; scope = scope.parent) {
      if (scope.bound.has(rename.to) && (scope.kind !== 'class' || scope === occurrence.scope))
        found.add(scope);
      if (scope === rename.scope) break;
    }
  }
  for (const occurrence of module.scopes.occurrences) {
    if (occurrence.name !== rename.to || !isWithin(occurrence.scope, rename.scope)) continue;
    const meant = resolveName(rename.to, occurrence.scope);
    if (meant === undefined || meant === rename.scope || !isWithin(meant, rename.scope)) found.add(meant);
  }
  return found;
}

function isWithin(scope: Scope, outer: Scope): boolean {
  for (let current: Scope | undefined = scope; current; current = current.parent)
    if (current === outer) return true;
  return false;
}

/** Callers know a parameter's name, objects their attributes: only other locals can move. */
function isMovable(
  module: ParsedModule,
  scope: Scope,
  name: string,
  mayMove: (name: string) => boolean,
): boolean {
  if (scope.kind === 'class' || scope.kind === 'type-parameters') return false;
  if (scope.kind === 'module') return mayMove(name);
  const isParameter = occurrencesOf(module.scopes, scope, name).some(
    occurrence => occurrence.role === 'parameter',
  );
  return !isParameter || scope.kind === 'lambda';
}

function freshName(module: ParsedModule, name: string): string {
  const taken = new Set(module.tree.text.match(/[A-Za-z_]\w*/g) ?? []);
  let fresh = `${name}_`;
  while (taken.has(fresh)) fresh += '_';
  return fresh;
}

function editsOf(module: ParsedModule, rename: BindingRename): readonly Edit[] {
  const clauses = rename.keepsSource === true ? bareImportClauses(module.tree) : new Set<number>();
  return occurrencesOf(module.scopes, rename.scope, rename.from).map(({ start, end }) => ({
    start,
    end,
    replacement: clauses.has(start) ? `${rename.from} as ${rename.to}` : rename.to,
  }));
}

function freedEdits(module: ParsedModule, freed: ReadonlyMap<string, string>): readonly Edit[] {
  return module.scopes.occurrences.flatMap(({ name, scope, start, end }) => {
    const replacement = freed.get(name);
    const isFree = replacement !== undefined && resolveName(name, scope) === undefined;
    return isFree ? [{ start, end, replacement }] : [];
  });
}

function bareImportClauses(tree: SyntaxTree): ReadonlySet<number> {
  const clauses = importStatements(tree.root).flatMap(statement =>
    statement.children.filter(child => child.field === 'name' && child.type === 'dotted_name'),
  );
  return new Set(clauses.map(clause => clause.start));
}

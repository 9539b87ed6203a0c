import { fieldOf, textOf, walk, type SyntaxNode } from '../../syntax/parse-python.js';
import { importStatements, readImport, type ImportedName } from '../imports.js';
import type { ProjectModule } from '../project-modules.js';
import { resolveName, type Occurrence, type Scope } from '../scopes/index.js';
import { ALONE, literalText, quotedChain, readSurroundings, type Surroundings } from './surroundings.js';

/** A place where code depends on a name of its module, or on something it imports right there. */
export interface Reference extends Surroundings {
  readonly start: number;
  readonly line: number;
  readonly name: string;
  /** The import inside a function or a class that binds the name; absent for a name of the module. */
  readonly nested?: ImportedName;
  /** True in a type, quoted or not: nothing is executed there. */
  readonly isType: boolean;
}

/** A string that could be the path of a module or of a name in one, as `mock.patch` and `import_module` take it. */
export interface DottedString {
  readonly start: number;
  readonly path: string;
  /** True when the string is imported as a module there. */
  readonly isImport: boolean;
}

/** Every reference of a module, in source order. Parameters, locals and names that a scope binds itself are none. */
export function referencesOf(module: ProjectModule): readonly Reference[] {
  const surroundings = readSurroundings(module.tree);
  const nested = nestedImports(module);
  const inType = typeTest(module.tree.root);
  return module.scopes.occurrences
    .filter(({ role }) => role === 'read' || role === 'string')
    .sort((a, b) => a.start - b.start)
    .flatMap((occurrence): readonly Reference[] => {
      const binding = bindingOf(occurrence, module.scopes.module, nested);
      if (binding === undefined) return [];
      const { name, start, end, line, role } = occurrence;
      const isQuoted = role === 'string';
      const around = isQuoted ? { ...ALONE, chain: quotedChain(module.tree, end) } : surroundings.get(start);
      const isType = isQuoted || inType(start);
      return [
        { start, line, name, ...(binding !== 'module' && { nested: binding }), ...(around ?? ALONE), isType },
      ];
    });
}

/** Strings of a module that read like `package.module.name`, in source order. */
export function dottedStringsOf({ tree }: ProjectModule): readonly DottedString[] {
  const found: DottedString[] = [];
  const imported = new Set<SyntaxNode>();
  for (const node of walk(tree.root)) {
    const callee = node.type === 'call' ? fieldOf(node, 'function') : undefined;
    if (callee !== undefined && /(^|\.)(import_module|__import__)$/.test(textOf(tree, callee)))
      fieldOf(node, 'arguments')?.children.forEach(argument => imported.add(argument));
    const path = literalText(tree, node);
    if (path !== undefined && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(path))
      found.push({ start: node.start, path, isImport: imported.has(node) });
  }
  return found;
}

/** `module`, the nested import that binds the name, or undefined for a local. */
function bindingOf(
  { name, scope }: Occurrence,
  module: Scope,
  nested: ReadonlyMap<Scope, ReadonlyMap<string, ImportedName>>,
): 'module' | ImportedName | undefined {
  const bound = resolveName(name, scope);
  if (bound === undefined || bound === module) return 'module';
  // In a class body a name may be read before the class binds it: `limit = limit` reads the module's.
  if (bound.kind === 'class' && bound === scope && module.bound.has(name)) return 'module';
  return nested.get(bound)?.get(name);
}

/** Imports inside functions and classes, by the scope that they bind in. */
function nestedImports(module: ProjectModule): ReadonlyMap<Scope, ReadonlyMap<string, ImportedName>> {
  const clauses = new Map<number, ImportedName>();
  for (const statement of importStatements(module.tree.root))
    for (const imported of readImport(module.tree, statement, module))
      clauses.set((fieldOf(imported.node, 'alias') ?? imported.node).start, imported);
  const found = new Map<Scope, Map<string, ImportedName>>();
  for (const { role, start, name, scope } of module.scopes.occurrences) {
    const clause = role === 'write' ? clauses.get(start) : undefined;
    const bound = clause === undefined ? undefined : resolveName(name, scope);
    if (clause === undefined || bound === undefined || bound === module.scopes.module) continue;
    found.set(bound, (found.get(bound) ?? new Map<string, ImportedName>()).set(name, clause));
  }
  return found;
}

/** Tells whether an offset lies in an annotation; asked in rising order. */
function typeTest(root: SyntaxNode): (offset: number) => boolean {
  const ranges = typeRanges(root);
  let index = 0;
  return offset => {
    while ((ranges[index]?.[1] ?? Infinity) <= offset) index += 1;
    return (ranges[index]?.[0] ?? Infinity) <= offset;
  };
}

/** Offsets of annotations, outermost only, in source order. */
function typeRanges(root: SyntaxNode): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let end = 0;
  for (const node of walk(root))
    if (node.type === 'type' && node.start >= end) {
      ranges.push([node.start, node.end]);
      ({ end } = node);
    }
  return ranges;
}

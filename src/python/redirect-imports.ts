import { fieldOf, parsePython, type SyntaxNode } from '../syntax/parse-python.js';
import { applyEdits, type Edit } from './edits.js';
import {
  importSource,
  importStatements,
  readImport,
  type ImportedName,
  type ModulePlace,
} from './imports.js';

/** The new name of a dotted module that has one. Where a module is moved, so are the packages that it lies in. */
export type MovedModule = (module: string) => string | undefined;

/** `import a, b`, or what `from … import` names. */
export type ImportSite =
  | { readonly names: readonly ImportedName[] }
  | { readonly module: string; readonly level: number; readonly node: SyntaxNode };

/**
 * The text of a module with its imports leading to where modules were moved, whatever their form (Python Language
 * Reference, 7.11); names in the text stay bound to the same things. `place` is where the text stood: relative imports
 * become absolute. Whoever redirects one text often reads its `sites` once.
 */
export function redirectImports(
  text: string,
  place: ModulePlace,
  moved: MovedModule,
  sites: readonly ImportSite[] = importSites(text, place),
): string {
  const edits = sites.flatMap((site): readonly Edit[] => {
    if ('names' in site) return site.names.flatMap(name => redirectedName(name, moved) ?? []);
    const target = moved(site.module) ?? (site.level > 0 ? site.module : undefined);
    return target === undefined ? [] : [{ start: site.node.start, end: site.node.end, replacement: target }];
  });
  return applyEdits(text, edits);
}

/** Every import of a text, in source order. */
export function importSites(text: string, place: ModulePlace): readonly ImportSite[] {
  const tree = parsePython(text);
  return importStatements(tree.root).flatMap((statement): readonly ImportSite[] => {
    if (statement.type === 'import_statement') return [{ names: readImport(tree, statement, place) }];
    const source = importSource(tree, statement, place);
    return source === undefined ? [] : [source];
  });
}

function redirectedName({ node, module, local }: ImportedName, moved: MovedModule): Edit | undefined {
  const { start, end } = node;
  if (node.type === 'aliased_import') {
    const name = fieldOf(node, 'name');
    const target = moved(module);
    return name && target !== undefined
      ? { start: name.start, end: name.end, replacement: target }
      : undefined;
  }
  // `import a.b` binds `a`, and sees to it that `a.b` is there.
  const top = moved(local);
  if (top === undefined) return undefined;
  const bound = `${top} as ${local}`;
  return { start, end, replacement: module === local ? bound : `${moved(module) ?? module}, ${bound}` };
}

import { fieldOf, parsePython } from '../syntax/parse-python.js';
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

/**
 * The text of a module with its imports leading to where modules were moved, whatever their form (Python Language
 * Reference, 7.11); names in the text stay bound to the same things. `place` is where the text stood: relative imports
 * become absolute.
 */
export function redirectImports(text: string, place: ModulePlace, moved: MovedModule): string {
  const tree = parsePython(text);
  const edits = importStatements(tree.root).flatMap((statement): readonly Edit[] => {
    if (statement.type === 'import_statement')
      return readImport(tree, statement, place).flatMap(name => redirectedName(name, moved) ?? []);
    const source = importSource(tree, statement, place);
    if (source === undefined) return [];
    const target = moved(source.module) ?? (source.level > 0 ? source.module : undefined);
    return target === undefined
      ? []
      : [{ start: source.node.start, end: source.node.end, replacement: target }];
  });
  return applyEdits(text, edits);
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

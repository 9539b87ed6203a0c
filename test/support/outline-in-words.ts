import { RELATIONS } from '../../src/domain/entity.js';
import {
  ENTITY,
  ENTITY_KINDS,
  EXPORT_STEPS,
  IMPORT,
  IMPORT_FLAGS,
  ROOT,
  STAR,
  TEXT,
  USE,
  type ModuleOutline,
} from '../../src/python/outline/module-outline.js';
import { readFile } from '../../src/python/outline/read-file.js';

/** The outline of a text, as that of a file at a path. */
export function outlineOf(text: string, path = 'pkg/a.py'): ModuleOutline {
  const read = readFile(path, Buffer.from(text));
  if ('reason' in read) throw new Error(`The example cannot be read: ${read.reason}`);
  return read.outline;
}

/** `kind name`, without the module. */
export function entitiesInWords(outline: ModuleOutline): readonly string[] {
  return rowsOf(outline.entities, ENTITY.width)
    .slice(1)
    .map(row => `${ENTITY_KINDS[row[ENTITY.kind] ?? -1]} ${word(outline, row[ENTITY.qualified])}`);
}

/** `owner relation root.path`, with ` 2` when it does so twice; a root says what it is. */
export function usesInWords(outline: ModuleOutline): readonly string[] {
  return rowsOf(outline.uses, USE.width).map(row => {
    const [relation] = RELATIONS[row[USE.relation] ?? -1] ?? [];
    const path = (row[USE.path] ?? -1) < 0 ? '' : `.${word(outline, row[USE.path])}`;
    const count = row[USE.count] === 1 ? '' : ` ${row[USE.count]}`;
    return `${entity(outline, row[USE.owner])} ${relation} ${rootOf(outline, row)}${path}${count}`;
  });
}

/** `owner: ..module.symbol as local (flags)`. */
export function importsInWords(outline: ModuleOutline): readonly string[] {
  return rowsOf(outline.imports, IMPORT.width).map(row => {
    const [level = 0, symbol = 0, flags = 0] = [row[IMPORT.level], row[IMPORT.symbol], row[IMPORT.flags]];
    const named = symbol === STAR ? ' *' : symbol < 0 ? '' : ` ${word(outline, symbol)}`;
    const local = symbol === STAR ? '' : ` as ${word(outline, row[IMPORT.local])}`;
    const said = Object.entries(IMPORT_FLAGS).flatMap(([flag, bit]) => ((flags & bit) === 0 ? [] : [flag]));
    const flagged = said.length === 0 ? '' : ` (${said.join(', ')})`;
    const module = `${'.'.repeat(level)}${word(outline, row[IMPORT.module])}`;
    return `${entity(outline, row[IMPORT.owner])}: ${module}${named}${local}${flagged}`;
  });
}

/** `step name`. */
export function exportsInWords(outline: ModuleOutline): readonly string[] {
  const steps = Object.keys(EXPORT_STEPS);
  return rowsOf(outline.exports, 2).map(([step = 0, name]) => {
    const said = steps[step] ?? '';
    return said === 'clear' ? said : `${said} ${word(outline, name)}`;
  });
}

/** `owner: text`. */
export function textsInWords(outline: ModuleOutline): readonly string[] {
  return rowsOf(outline.texts, TEXT.width).map(
    row => `${entity(outline, row[TEXT.owner])}: ${word(outline, row[TEXT.text])}`,
  );
}

function rootOf(outline: ModuleOutline, row: readonly number[]): string {
  const root = row[USE.root] ?? -1;
  switch (row[USE.rootKind]) {
    case ROOT.entity:
      return entity(outline, root);
    case ROOT.import:
      return `import:${word(outline, outline.imports[root * IMPORT.width + IMPORT.local])}`;
    case ROOT.global:
      return `global:${word(outline, root)}`;
    case ROOT.fixture:
      return `fixture:${word(outline, root)}`;
    default:
      return `unknown:${word(outline, root)}`;
  }
}

function entity(outline: ModuleOutline, number = -1): string {
  return number === 0 ? 'module' : word(outline, outline.entities[number * ENTITY.width + ENTITY.qualified]);
}

function word({ names }: ModuleOutline, number = -1): string {
  return names[number] ?? '?';
}

function rowsOf(table: Int32Array, width: number): readonly (readonly number[])[] {
  return Array.from({ length: table.length / width }, (_, row) => [
    ...table.subarray(row * width, (row + 1) * width),
  ]);
}

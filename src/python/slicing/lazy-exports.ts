import { walk } from '../../syntax/parse-python.js';
import type { ImportedName } from '../imports.js';
import { resolveRelative } from '../module-paths.js';
import type { Project } from './project.js';
import type { SourceModule } from './source-module.js';
import { literalText } from './surroundings.js';

/** What a module offers without binding it: a name of another module, or that module. */
export interface LazyExport {
  readonly source: SourceModule;
  /** Absent for the module itself. */
  readonly name?: string;
}

/**
 * What the `__getattr__` of a module (PEP 562) serves under a name, as tables in it say: `{"Name": ".part"}`,
 * `{"part": ["Name"]}`, `{"Name": (".part", "attribute")}`, `{"Name": "package.part:attribute"}`; or an import inside
 * it. Where neither names a module, it is the module below that defines the name.
 */
export function lazyExports(project: Project, module: SourceModule, name: string): readonly LazyExport[] {
  const texts = tableOf(module).get(name) ?? [];
  const told = texts.flatMap(text => exportBy(project, module, name, text, texts) ?? []);
  if (told.length > 0) return told;
  const imported = importsInside(project, module).flatMap((clause): readonly LazyExport[] => {
    const target = project.targetOf(module, clause);
    if (target?.kind === 'name')
      return clause.local === name ? [{ source: target.module, name: target.name }] : [];
    const source = target && project.find(target.dotted);
    return source !== undefined && project.bindingOf(source, name) ? [{ source, name }] : [];
  });
  if (imported.length > 0) return imported;
  const isNamed = texts.length > 0 || /\b(import_module|__import__)\b/.test(module.tree.text);
  const below = isNamed ? project.modules.filter(one => isBelow(one, module)) : [];
  return below
    .filter(source => (project.bindingOf(source, name)?.units.length ?? 0) > 0)
    .slice(0, 1)
    .map(source => ({ source, name }));
}

/**
 * The public names that a module offers by its `__getattr__` alone, in order: those that it spells out, in a table or
 * where it compares, or imports there, and that something behind it defines.
 */
export function lazyNames(project: Project, module: SourceModule): readonly string[] {
  if (project.bindingOf(module, '__getattr__') === undefined) return [];
  const { tree } = module;
  const spelled = [...walk(tree.root)].flatMap(node => literalText(tree, node) ?? []);
  const names = new Set([...spelled, ...importsInside(project, module).map(({ local }) => local)]);
  return [...names].filter(
    name =>
      /^[^\W\d_]\w*$/u.test(name) &&
      project.bindingOf(module, name) === undefined &&
      !project.has(`${module.module}.${name}`),
  );
}

function importsInside(project: Project, module: SourceModule): readonly ImportedName[] {
  return (project.bindingOf(module, '__getattr__')?.units ?? []).flatMap(({ imports }) => imports);
}

const tables = new WeakMap<SourceModule, ReadonlyMap<string, readonly string[]>>();

/** By each name in an entry of a table: the literals of the other half. */
function tableOf(module: SourceModule): ReadonlyMap<string, readonly string[]> {
  const known = tables.get(module) ?? readTable(module);
  tables.set(module, known);
  return known;
}

function readTable({ tree }: SourceModule): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>();
  const add = (name: string, texts: readonly string[]) => {
    const known = table.get(name);
    if (known === undefined) table.set(name, [...texts]);
    else known.push(...texts);
  };
  for (const { type, children } of walk(tree.root)) {
    const [key, value] = type === 'pair' ? children : [];
    if (key === undefined || value === undefined) continue;
    const texts = [...walk(value)].flatMap(node => literalText(tree, node) ?? []);
    const own = literalText(tree, key);
    if (own === undefined) continue;
    add(own, texts);
    for (const text of new Set(texts)) if (text !== own) add(text, [own]);
  }
  return table;
}

function exportBy(
  project: Project,
  module: SourceModule,
  name: string,
  text: string,
  others: readonly string[],
): LazyExport | undefined {
  const [path = '', attribute] = text.split(':');
  const source = moduleCalled(project, module, path);
  if (source !== undefined) {
    const wanted = [attribute, name, ...others].find(
      one => one !== undefined && project.bindingOf(source, one) !== undefined,
    );
    return wanted === undefined ? { source } : { source, name: wanted };
  }
  const parent = moduleCalled(project, module, path.slice(0, Math.max(path.lastIndexOf('.'), 0)));
  const last = path.slice(path.lastIndexOf('.') + 1);
  return parent && project.bindingOf(parent, last) ? { source: parent, name: last } : undefined;
}

/** A module by its whole name, or by one that is relative to the package, with dots before it or without. */
function moduleCalled(project: Project, from: SourceModule, path: string): SourceModule | undefined {
  if (!/^\.*\w+(\.\w+)*$/.test(path)) return undefined;
  const level = /^\.*/.exec(path)?.[0].length ?? 0;
  if (level === 0) return project.find(`${from.module}.${path}`) ?? project.find(path);
  const absolute = resolveRelative(from.module, from.isPackage, level, path.slice(level));
  return absolute === undefined ? undefined : project.find(absolute);
}

function isBelow({ module, isTest }: SourceModule, above: SourceModule): boolean {
  return !isTest && module.startsWith(`${above.module}.`);
}

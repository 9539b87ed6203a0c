import { walk, type SyntaxNode } from '../../syntax/parse-python.js';
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
 * `{"part": ["Name"]}`, `{"Name": (".part", "attribute")}`, `{"Name": "package.part:attribute"}`. Where no table
 * names a module, it is the module below that defines the name.
 */
export function lazyExports(project: Project, module: SourceModule, name: string): readonly LazyExport[] {
  const texts = [...walk(module.tree.root)].flatMap(node =>
    node.type === 'pair' ? textsBeside(module, node, name) : [],
  );
  const told = texts.flatMap(text => exportBy(project, module, name, text, texts) ?? []);
  if (told.length > 0) return told;
  const isNamed = texts.length > 0 || /\b(import_module|__import__)\b/.test(module.tree.text);
  const below = isNamed ? project.modules.filter(one => isBelow(one, module)) : [];
  return below
    .filter(source => (project.bindingOf(source, name)?.units.length ?? 0) > 0)
    .slice(0, 1)
    .map(source => ({ source, name }));
}

/** The literals of the other half of an entry that has the name on one side. */
function textsBeside({ tree }: SourceModule, pair: SyntaxNode, name: string): readonly string[] {
  const [key, value] = pair.children;
  if (key === undefined || value === undefined) return [];
  const texts = [...walk(value)].flatMap(node => literalText(tree, node) ?? []);
  const own = literalText(tree, key);
  if (own === name) return texts;
  return own !== undefined && texts.includes(name) ? [own] : [];
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

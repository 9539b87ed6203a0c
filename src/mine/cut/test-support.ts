import { posix } from 'node:path';
import { storeFile, type FileTree, type StoredFile } from '../../domain/files.js';
import { SUPPORT_PACKAGE, supportFolder } from '../../domain/test-support.js';
import {
  importSites,
  redirectImports,
  type ImportSite,
  type MovedModule,
} from '../../python/redirect-imports.js';
import type { Project } from '../../python/slicing/project.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { headerEnd, type Unit } from '../../python/slicing/units.js';
import { parsePython } from '../../syntax/parse-python.js';
import type { Boundary } from '../components/boundary.js';
import { sliceOf } from './module-slices.js';
import type { ReachingTest } from './suite.js';

/** What tests need of their repository besides the component, where it stands for the tests. */
export interface TestSupport {
  readonly files: readonly StoredFile[];
  /** The text of a test file with its imports leading there, if one of its tests needs it. */
  redirected(text: string, tests: readonly ReachingTest[]): string;
}

/**
 * The modules that only tests need, in a package of their own. What the component has of such a module is not written
 * again: the module takes it from the component, so that the tests try the one and only copy, and what a component
 * lacks shows even where its support has it.
 */
export function testSupport(
  project: Project,
  files: FileTree,
  { capability, nodes, support }: Pick<Boundary, 'capability' | 'nodes' | 'support'>,
): TestSupport {
  const byModule = new Map<SourceModule, SliceNode[]>();
  for (const node of support)
    if (node.kind !== 'resource') byModule.set(node.module, [...(byModule.get(node.module) ?? []), node]);
  for (const module of [...byModule.keys()])
    for (const above of packagesAbove(project, module)) if (!byModule.has(above)) byModule.set(above, []);
  const own = new Set([...nodes].flatMap(node => (node.kind === 'resource' ? [] : [node.module])));
  const ownUnits = new Set([...nodes].flatMap(node => (node.kind === 'unit' ? [node.unit] : [])));
  const ownNames = new Set([...own].map(({ module }) => module));
  const names = new Set([...byModule.keys()].map(({ module }) => module));
  const moved: MovedModule = name => (names.has(name) ? `${SUPPORT_PACKAGE}.${name}` : undefined);
  const placeOf = placesIn(supportFolder(capability.module.sourceRoot), [...byModule.keys()]);
  const modules = [...byModule].map(([module, kept]) => {
    const { text: slice } = sliceOf(module, withoutOwn(module, kept, ownUnits));
    const { sites, head } = layoutOf(module, slice);
    const text = redirectImports(slice, module, moved, sites);
    // Nothing is redirected in a docstring or a future import: the head of the slice is that of the text.
    const content = own.has(module)
      ? takingFrom(module.module, text, head, {
          supported: belowIn(module, names).filter(name => !name.includes('.')),
          own: belowIn(module, ownNames),
        })
      : text;
    return { path: placeOf(module.path), encoding: 'utf8' as const, content };
  });
  const resources = [...support].flatMap(node => {
    const bytes = node.kind === 'resource' ? files.get(node.path) : undefined;
    return node.kind === 'resource' && bytes !== undefined ? [storeFile(placeOf(node.path), bytes)] : [];
  });
  return {
    files: [...modules, ...resources].sort((a, b) => (a.path < b.path ? -1 : 1)),
    redirected: (text, tests) => {
      const needing = tests.find(test => needsAny(test, support));
      return needing === undefined ? text : redirectImports(text, needing.test.module, moved);
    },
  };
}

/** A module that is wanted as a whole, without the statements that the component has of it; what else is wanted, as it is. */
function withoutOwn(
  module: SourceModule,
  kept: readonly SliceNode[],
  own: ReadonlySet<Unit>,
): readonly SliceNode[] {
  if (!kept.some(({ kind }) => kind === 'whole') || !module.units.some(unit => own.has(unit))) return kept;
  return module.units.flatMap((unit): readonly SliceNode[] => {
    if (own.has(unit) || unit.kind === 'docstring' || unit.kind === 'future') return [];
    if (unit.kind !== 'import') return [{ kind: 'unit', module, unit }];
    return unit.imports.map(clause => ({
      kind: 'import',
      module,
      unit,
      clause,
      name: clause.symbol === '*' ? '*' : clause.local,
    }));
  });
}

function needsAny(test: ReachingTest, support: ReadonlySet<SliceNode>): boolean {
  if (support.size === 0) return false;
  for (const node of test.needs) if (support.has(node)) return true;
  return false;
}

function packagesAbove(project: Project, { module, sourceRoot }: SourceModule): readonly SourceModule[] {
  const parts = module.split('.');
  return parts.slice(1).flatMap((_, index) => {
    const folder = posix.join(sourceRoot, ...parts.slice(0, index + 1));
    return project.at(`${folder}/__init__.py`) ?? [];
  });
}

/** Where files lie in a folder: by their paths below the source roots of the modules. */
function placesIn(folder: string, modules: readonly SourceModule[]): (path: string) => string {
  const roots = [...new Set(modules.map(({ sourceRoot }) => sourceRoot))].sort((a, b) => b.length - a.length);
  return path => {
    const root = roots.find(one => path.startsWith(`${one}/`));
    return `${folder}/${root === undefined ? path : path.slice(root.length + 1)}`;
  };
}

/** What follows a module's name in the names of those that lie below it. */
function belowIn({ module }: SourceModule, names: ReadonlySet<string>): readonly string[] {
  const prefix = `${module}.`;
  return [...names].flatMap(name => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])).sort();
}

/** What lies below a module: right below it in the support of tests, and however deep in the component. */
interface ModulesBelow {
  readonly supported: readonly string[];
  readonly own: readonly string[];
}

/**
 * The text of a module below everything that the component's part of it binds; `head` is where its statements begin. Of
 * the modules below it, those of the support are imported from there, and the component's are there as in its repository,
 * by either name the same: a `__getattr__` or an import inside a function asks for them as the code runs.
 */
function takingFrom(module: string, text: string, head: number, { supported, own }: ModulesBelow): string {
  const before = text.slice(0, head);
  const elsewhere = own.filter(name => !supported.includes(name.split('.')[0] ?? name));
  const taken = [
    ...(elsewhere.length === 0 ? [] : ['from sys import modules as carried_loaded']),
    ...elsewhere.flatMap(name => [
      'try:',
      `    import ${module}.${name}`,
      `    carried_loaded["${SUPPORT_PACKAGE}.${module}.${name}"] = carried_loaded["${module}.${name}"]`,
      // As in its repository, where nothing but its own import would have failed.
      'except ImportError:',
      '    pass',
    ]),
    `import ${module} as carried_component`,
    `carried_modules = (${supported.map(name => `"${name}", `).join('')})`,
    'globals().update({name: value for name, value in vars(carried_component).items() if name not in {*globals(), *carried_modules}})',
    'def __getattr__(name):',
    '    if name in carried_modules:',
    '        raise AttributeError(name)',
    '    return getattr(carried_component, name)',
  ];
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${gap}${taken.join('\n')}\n${text.slice(head)}`;
}

/** What is read of a slice for all components whose tests are supported by it. */
interface Layout {
  readonly sites: readonly ImportSite[];
  /** The offset after the docstring and the future imports. */
  readonly head: number;
}

const layouts = new WeakMap<SourceModule, Map<string, Layout>>();

function layoutOf(module: SourceModule, slice: string): Layout {
  const known = layouts.get(module) ?? new Map<string, Layout>();
  layouts.set(module, known);
  const layout = known.get(slice) ?? { sites: importSites(slice, module), head: readHead(slice) };
  known.set(slice, layout);
  return layout;
}

function readHead(text: string): number {
  const { root } = parsePython(text);
  const head = root.children.filter(
    ({ type, children }, index) =>
      type === 'future_import_statement' ||
      (index === 0 && type === 'expression_statement' && children[0]?.type === 'string'),
  );
  const end = head.at(-1)?.end ?? headerEnd(text, root.children[0]);
  return head.length === 0 ? end : text.indexOf('\n', end) + 1 || text.length;
}

import type { Edit } from '../../python/edits.js';
import { importSource, type ImportedName } from '../../python/imports.js';
import type { Project } from '../../python/slicing/project.js';
import { startingWithin } from '../../python/slicing/ranges.js';
import type { Reference } from '../../python/slicing/references.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { undecorated } from '../../python/exported-symbols.js';
import { fieldOf } from '../../syntax/parse-python.js';
import { suiteTarget } from './suite-imports.js';
import { testMethodsOf } from './test-cases.js';

/** A statement that cannot be moved out of its file, in words that end a sentence. */
export interface Immovable {
  readonly reason: string;
}

/** What moving a statement takes, all of its test methods kept. */
interface Move {
  readonly edits: readonly Edit[];
  /** What cannot be moved, with where it stands. */
  readonly obstacles: readonly (Immovable & { readonly start: number })[];
}

const moves = new WeakMap<Unit, Move>();

/**
 * The edits by which a statement of a suite stands in another file: names of inlined modules lose their prefix,
 * imports inside functions become absolute or go, and test methods that are not kept are cut out.
 */
export function editsToMove(
  project: Project,
  module: SourceModule,
  unit: Unit,
  keptMethods: ReadonlySet<string>,
): readonly Edit[] | Immovable {
  const move = moves.get(unit) ?? readMove(project, module, unit);
  moves.set(unit, move);
  const cuts = cutMethods(module, unit, keptMethods);
  const isCut = ({ start }: { readonly start: number }) =>
    cuts.some(cut => cut.start <= start && start < cut.end);
  const obstacle = move.obstacles.find(one => !isCut(one));
  if (obstacle !== undefined) return { reason: obstacle.reason };
  return cuts.length === 0 ? move.edits : [...cuts, ...move.edits.filter(edit => !isCut(edit))];
}

function readMove(project: Project, module: SourceModule, unit: Unit): Move {
  const edits: Edit[] = [];
  const obstacles: (Immovable & { readonly start: number })[] = [];
  const add = (edit: Edit | Immovable | undefined, start: number) => {
    if (edit === undefined) return;
    if ('reason' in edit) obstacles.push({ ...edit, start });
    else edits.push(edit);
  };
  for (const reference of startingWithin(module.references, unit.start, unit.end))
    add(withoutPrefix(project, module, reference), reference.start);
  for (const clause of unit.imports) add(movedNestedImport(project, module, clause), clause.statement.start);
  return { edits, obstacles };
}

function cutMethods(module: SourceModule, unit: Unit, kept: ReadonlySet<string>): readonly Edit[] {
  const methods = testMethodsOf(module, unit);
  const cut = methods.filter(({ name }) => !kept.has(name));
  const edits = cut.map(({ start, end }) => ({ start, end, replacement: '' }));
  const [statement] = unit.nodes;
  const body = statement && fieldOf(undecorated(statement), 'body');
  const [first] = edits;
  // A class from which everything is cut still needs a body.
  if (first !== undefined && body?.children.length === cut.length)
    edits[0] = { ...first, replacement: `    pass${module.tree.text.includes('\r\n') ? '\r\n' : '\n'}` };
  return edits;
}

/** `support.Clock` becomes `Clock` when `support` is a module of the suite. */
function withoutPrefix(
  project: Project,
  module: SourceModule,
  reference: Reference,
): Edit | Immovable | undefined {
  const clause = reference.nested ?? project.bindingOf(module, reference.name)?.imports[0]?.clause;
  if (clause === undefined || clause.symbol === '*') return undefined;
  const target = project.targetOf(module, clause);
  if (target?.kind !== 'module') return undefined;
  let { dotted } = target;
  for (const [index, attribute] of reference.chain.entries()) {
    const source = project.find(dotted, module);
    if (source !== undefined && project.bindingOf(source, attribute) !== undefined) {
      if (!source.isTest) return undefined;
      const end = endOfChain(module.tree.text, reference.start, index + 1);
      return { start: reference.start, end, replacement: attribute };
    }
    dotted = `${dotted}.${attribute}`;
  }
  return project.find(dotted, module)?.isTest === true
    ? { reason: `it uses the module ${dotted} as a value, which cannot be inlined` }
    : undefined;
}

/** The offset after `name.a.b`, with so many attributes. */
function endOfChain(text: string, start: number, attributes: number): number {
  const pattern = new RegExp(`\\w+(?:\\s*\\.\\s*\\w+){${attributes}}`, 'uy');
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

function movedNestedImport(
  project: Project,
  module: SourceModule,
  clause: ImportedName,
): Edit | Immovable | undefined {
  const { statement } = clause;
  const target = suiteTarget(project, module, clause);
  if (target !== undefined) {
    const isRenamed = target === 'symbol' && clause.symbol !== clause.local;
    const isAlone =
      statement.type === 'import_from_statement' ||
      statement.children.filter(({ field }) => field === 'name').length === 1;
    if (isRenamed || !isAlone) return { reason: `it imports ${clause.module} in the middle of its code` };
    return { start: statement.start, end: statement.end, replacement: 'pass' };
  }
  if (clause.level === 0) return undefined;
  const source = importSource(module.tree, statement, module);
  return source && { start: source.node.start, end: source.node.end, replacement: source.module };
}

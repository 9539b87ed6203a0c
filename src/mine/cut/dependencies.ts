import { importRoot } from '../../python/import-root.js';
import type { ImportedName } from '../../python/imports.js';
import { startingWithin } from '../../python/slicing/ranges.js';
import type { Project } from '../../python/slicing/project.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Unit } from '../../python/slicing/units.js';
import { isStandardLibrary } from '../../python/standard-library.js';
import { fieldOf, textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import type { ExternalNeed } from './external-needs.js';
import { pluginsIn } from './suite-plugins.js';

/** What code takes from outside of its repository. */
export interface OutsideNeeds {
  /** Top-level import names of the standard library. */
  readonly standardLibrary: readonly string[];
  /** Import names of distributions, as `importRoot` tells them apart. */
  readonly imports: readonly string[];
  /**
   * Those that the code does without, or not everywhere: `try: import …` with a way out, imports for some versions or
   * platforms, imports of one function, which is not always called, and plug-ins that a suite uses without importing
   * them.
   */
  readonly optionalImports: readonly string[];
  readonly environmentVariables: readonly string[];
  readonly systemTools: readonly string[];
}

/** What one node takes from outside; components share most of theirs. */
interface NodeNeeds {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly variables: readonly string[];
  readonly tools: readonly string[];
}

const known = new WeakMap<SliceNode, NodeNeeds>();

/** Collects what the nodes of a slice take from outside (D of a primitive). */
export function outsideNeeds(
  project: Project,
  nodes: Iterable<SliceNode>,
  externalNeeds: (module: SourceModule) => readonly ExternalNeed[],
): OutsideNeeds {
  const required = new Set<string>();
  const optional = new Set<string>();
  const variables = new Set<string>();
  const tools = new Set<string>();
  for (const node of nodes) {
    const needs = known.get(node) ?? needsOfNode(project, node, externalNeeds);
    known.set(node, needs);
    for (const name of needs.required) required.add(name);
    for (const name of needs.optional) optional.add(name);
    for (const name of needs.variables) variables.add(name);
    for (const name of needs.tools) tools.add(name);
  }
  const all = new Set([...required, ...optional]);
  return {
    standardLibrary: [...all].filter(isStandardLibrary).sort(),
    imports: [...required].filter(name => !isStandardLibrary(name)).sort(),
    optionalImports: [...optional].filter(name => !required.has(name) && !isStandardLibrary(name)).sort(),
    environmentVariables: [...variables].sort(),
    systemTools: [...tools].sort(),
  };
}

function needsOfNode(
  project: Project,
  node: SliceNode,
  externalNeeds: (module: SourceModule) => readonly ExternalNeed[],
): NodeNeeds {
  if (node.kind !== 'unit' && node.kind !== 'import')
    return { required: [], optional: [], variables: [], tools: [] };
  const { module, unit } = node;
  const clauses = (node.kind === 'import' ? [node.clause] : unit.imports).filter(
    clause => !isOfRepository(project, module, clause) && !isForTypesOnly(module, unit, clause),
  );
  const isUnit = node.kind === 'unit';
  const outside = isUnit ? startingWithin(externalNeeds(module), unit.start, unit.end) : [];
  const plugins = isUnit && module.isTest ? pluginsIn(module.tree.text.slice(unit.start, unit.end)) : [];
  const rootsOf = (some: readonly ImportedName[]) =>
    some.map(clause => importRoot(clause.module, clause.symbol));
  const namesOf = (kind: ExternalNeed['kind']) =>
    outside.filter(need => need.kind === kind).map(({ name }) => name);
  return {
    required: rootsOf(clauses.filter(clause => !isOptional(project, module, unit, clause))),
    optional: [...rootsOf(clauses.filter(clause => isOptional(project, module, unit, clause))), ...plugins],
    variables: namesOf('environment-variable'),
    tools: namesOf('system-tool'),
  };
}

function isOfRepository(project: Project, module: SourceModule, clause: ImportedName): boolean {
  const top = clause.module.split('.')[0] ?? clause.module;
  return clause.level > 0 || project.has(top, module);
}

/** Whether only type checkers execute an import. */
function isForTypesOnly({ tree }: SourceModule, unit: Unit, { node }: ImportedName): boolean {
  const branches = unit.nodes.flatMap(one => pathTo(one, node.start));
  return branches.some(branch => {
    const body = fieldOf(branch, 'consequence');
    const isInside = body !== undefined && body.start <= node.start && node.start < body.end;
    return isInside && /^(el)?if\s+(\w+\.)?TYPE_CHECKING\b/.test(textOf(tree, branch));
  });
}

/** What a condition looks at that holds for some interpreters and machines only, or for what is installed or loaded. */
const CIRCUMSTANCES =
  /version_info|hexversion|python_version|\bplatform\b|os\.name|implementation|\b_?(PY_?\d|PYPY|IS_?PY|WIN|MAC|LINUX|HAS|HAVE|USE)\w*\b|_available\b|\bfind_spec\b|\bsys\.modules\b/i;

/** A flag is made in a line; only so many characters of a statement are looked at. */
const LONGEST_FLAG = 300;

/**
 * Whether the code goes on without an import: it stands in a `try`, in what is done when one failed, below a condition
 * on the circumstances, or in a function of the implementation, where running says whether it is called.
 */
function isOptional(project: Project, module: SourceModule, unit: Unit, clause: ImportedName): boolean {
  const { isTest } = module;
  return unit.nodes.some(node =>
    pathTo(node, clause.node.start).some(step => {
      if (step.type === 'try_statement' || (step.type === 'function_definition' && !isTest)) return true;
      const condition =
        step.type.startsWith('if_') || step.type === 'elif_clause' ? fieldOf(step, 'condition') : undefined;
      return condition !== undefined && isOfCircumstances(project, module, condition);
    }),
  );
}

/** Whether a condition looks at the circumstances, itself or by a flag that the project has made of them. */
function isOfCircumstances(project: Project, module: SourceModule, condition: SyntaxNode): boolean {
  if (CIRCUMSTANCES.test(textOf(module.tree, condition))) return true;
  return startingWithin(module.references, condition.start, condition.end).some(({ name }) => {
    const binding = project.bindingOf(module, name);
    if (binding === undefined) return false;
    const imported = binding.imports.map(one => project.targetOf(module, one.clause));
    const definers = [
      ...binding.units.map(unit => ({ module, unit })),
      ...imported.flatMap(target =>
        target?.kind !== 'name'
          ? []
          : (project.bindingOf(target.module, target.name)?.units ?? []).map(unit => ({
              module: target.module,
              unit,
            })),
      ),
    ];
    return definers.some(one => isFlag(one.module, one.unit));
  });
}

/** Whether a statement gives a name what it reads off the circumstances: `NEW = sys.version_info >= (3, 14)`. */
function isFlag({ tree }: SourceModule, { kind, nodes }: Unit): boolean {
  if (kind !== 'assignment') return false;
  return nodes.some(node => {
    const [, value] = /^\w+\s*(?::[^=]*)?=(.*)$/s.exec(textOf(tree, node).slice(0, LONGEST_FLAG)) ?? [];
    return value !== undefined && CIRCUMSTANCES.test(value);
  });
}

/** The nodes from this one down to the one at an offset. */
function pathTo(node: SyntaxNode, offset: number): readonly SyntaxNode[] {
  const inner = node.children.find(child => child.start <= offset && offset < child.end);
  return [node, ...(inner === undefined ? [] : pathTo(inner, offset))];
}

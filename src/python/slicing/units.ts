import type { SyntaxNode } from '../../syntax/parse-python.js';
import { importStatements, readImport, type ImportedName } from '../imports.js';
import type { ProjectModule } from '../project-modules.js';

/**
 * What a top-level statement is to a slice: `import` can be cut name by name, `definition` and `assignment` come
 * when their names are needed, `effect` (a registration, an attribute set from outside) when it touches what is
 * there, `block` (`if`, `try`, `with`, loops) for either reason, `main` never.
 */
export type UnitKind =
  'docstring' | 'future' | 'import' | 'definition' | 'assignment' | 'block' | 'effect' | 'deletion' | 'main';

/** The smallest piece of a module that a slice keeps or leaves: a top-level statement, or several on one line. */
export interface Unit {
  readonly kind: UnitKind;
  readonly nodes: readonly SyntaxNode[];
  /** Offsets of whole lines, with the comments right above. */
  readonly start: number;
  readonly end: number;
  /** Names it binds in the module. */
  readonly binds: ReadonlySet<string>;
  /** Imported names anywhere in it. */
  readonly imports: readonly ImportedName[];
}

const BLOCKS = new Set([
  'if_statement',
  'try_statement',
  'with_statement',
  'for_statement',
  'while_statement',
  'match_statement',
]);

/** Divides a module into units, in source order. */
export function unitsOf(module: ProjectModule): readonly Unit[] {
  const { text } = module.tree;
  const groups = sameLineGroups(module.tree.root.children);
  const binds = bindingsByGroup(module, groups);
  let floor = headerEnd(text, groups[0]?.[0]);
  return groups.map((nodes, index) => {
    const [first] = nodes;
    const last = nodes.at(-1);
    if (first === undefined || last === undefined) throw new RangeError('a unit has a statement');
    const start = commentsAbove(text, lineStart(text, first.start), floor);
    const end = lineEnd(text, last.end);
    floor = end;
    const imports = nodes.flatMap(node =>
      importStatements(node).flatMap(statement => readImport(module.tree, statement, module)),
    );
    const kind = nodes.length === 1 ? kindOf(text, first, index === 0) : kindOfLine(text, nodes);
    return { kind, nodes, start, end, binds: binds[index] ?? new Set(), imports };
  });
}

/** The decorators of what a unit defines. */
export function decoratorsOf({ kind, nodes }: Unit): readonly SyntaxNode[] {
  if (kind !== 'definition') return [];
  return nodes.flatMap(({ children }) => children.filter(({ type }) => type === 'decorator'));
}

/** The expressions between the brackets after a class's name, keywords such as `metaclass=` left out. */
export function basesOf({ kind, nodes: [statement] }: Unit): readonly SyntaxNode[] {
  const definition = statement?.type === 'decorated_definition' ? statement.children.at(-1) : statement;
  if (kind !== 'definition' || definition?.type !== 'class_definition') return [];
  const list = definition.children.find(({ field }) => field === 'superclasses');
  return (list?.children ?? []).filter(({ type }) => type !== 'keyword_argument');
}

/** Where the comments end that stand above everything: `#!`, an encoding, a licence header. */
export function headerEnd(text: string, firstStatement: SyntaxNode | undefined): number {
  const limit = firstStatement === undefined ? text.length : lineStart(text, firstStatement.start);
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  while (position < limit && text.startsWith('#', position)) position = lineEnd(text, position);
  // A block that touches the first statement belongs to it, unless it speaks of the whole file.
  const speaksOfFile = /^\uFEFF?#!|coding[:=]|copyright|licen[cs]e/i.test(text.slice(0, position));
  return position < limit || speaksOfFile ? position : 0;
}

function sameLineGroups(statements: readonly SyntaxNode[]): readonly (readonly SyntaxNode[])[] {
  const groups: SyntaxNode[][] = [];
  for (const node of statements) {
    const group = groups.at(-1);
    if (group !== undefined && group.at(-1)?.endLine === node.startLine) group.push(node);
    else groups.push([node]);
  }
  return groups;
}

function bindingsByGroup(
  { scopes }: ProjectModule,
  groups: readonly (readonly SyntaxNode[])[],
): readonly ReadonlySet<string>[] {
  const sets = groups.map(() => new Set<string>());
  const written = scopes.occurrences
    .filter(({ role, scope }) => scope === scopes.module && (role === 'write' || role === 'delete'))
    .sort((a, b) => a.start - b.start);
  let index = 0;
  for (const { name, start } of written) {
    while (index < groups.length && (groups[index]?.at(-1)?.end ?? 0) <= start) index += 1;
    sets[index]?.add(name);
  }
  return sets;
}

function kindOfLine(text: string, nodes: readonly SyntaxNode[]): UnitKind {
  const kinds = new Set(nodes.map(node => kindOf(text, node, false)));
  const [only] = kinds;
  if (kinds.size === 1 && only !== undefined && only !== 'import') return only;
  return 'block';
}

function kindOf(text: string, node: SyntaxNode, isFirst: boolean): UnitKind {
  const [child] = node.children;
  switch (node.type) {
    case 'future_import_statement':
      return 'future';
    case 'import_statement':
    case 'import_from_statement':
      return 'import';
    case 'function_definition':
    case 'class_definition':
    case 'decorated_definition':
    case 'type_alias_statement':
      return 'definition';
    case 'delete_statement':
      return 'deletion';
    case 'expression_statement':
      if (isFirst && child?.type === 'string') return 'docstring';
      return child?.type.endsWith('assignment') && bindsNames(child) ? 'assignment' : 'effect';
    default:
      if (!BLOCKS.has(node.type)) return 'effect';
      if (node.type === 'if_statement' && /^if\s*\(?\s*__name__\b/.test(text.slice(node.start, node.end)))
        return 'main';
      return isTypeCheckingImport(text, node) ? 'import' : 'block';
  }
}

/** Whether an assignment binds names rather than attributes or items; `a.b = c` is done to `a`. */
function bindsNames(assignment: SyntaxNode): boolean {
  const left = assignment.children.find(child => child.field === 'left');
  return left !== undefined && left.type !== 'attribute' && left.type !== 'subscript';
}

/** `if TYPE_CHECKING:` with nothing but imports below it is an import that type checkers alone see. */
function isTypeCheckingImport(text: string, node: SyntaxNode): boolean {
  const body = node.children.find(child => child.field === 'consequence');
  return (
    /^if\s+(\w+\.)?TYPE_CHECKING\s*:/.test(text.slice(node.start, node.end)) &&
    body !== undefined &&
    node.children.every(({ field }) => field !== 'alternative') &&
    body.children.every(({ type }) => type === 'import_statement' || type === 'import_from_statement')
  );
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset after the line break that ends the line. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

function commentsAbove(text: string, start: number, floor: number): number {
  let position = start;
  while (position > floor) {
    const above = lineStart(text, position - 1);
    if (above < floor || !text.startsWith('#', above)) break;
    position = above;
  }
  return position;
}

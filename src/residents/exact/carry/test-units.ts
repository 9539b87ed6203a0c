import { undecorated } from '../../../python/exported-symbols.js';
import { fieldOf, textOf, type SyntaxNode, type SyntaxTree } from '../../../syntax/parse-python.js';

/** A test, helper, fixture or class of a test file; methods have units of their own. */
export interface TestUnit {
  /** `test_a`, `TestB` or `TestB.test_a`. */
  readonly name: string;
  /** With its decorators. */
  readonly node: SyntaxNode;
  /** The class it is a member of. */
  readonly owner: string | undefined;
  readonly isClass: boolean;
  /** Names of a class's bases. */
  readonly bases: readonly string[];
  /** Everything that looks like a name in its own text, that of its methods left out. */
  readonly words: ReadonlySet<string>;
}

/** The definitions of a test file, classes before their members. */
export function testUnits(tree: SyntaxTree): readonly TestUnit[] {
  return unitsIn(tree, tree.root.children, undefined);
}

/** The definitions of a test file with the constants between them, for which a name stands alone on its lines. */
export function droppableUnits(tree: SyntaxTree): readonly TestUnit[] {
  const statements = tree.root.children;
  const constants = statements.flatMap((node, index): readonly TestUnit[] => {
    const name = constantIn(tree, node);
    const isAlone =
      statements[index - 1]?.endLine !== node.startLine && statements[index + 1]?.startLine !== node.endLine;
    if (name === undefined || !isAlone) return [];
    const words = wordsOf(textOf(tree, node));
    return [{ name, node, owner: undefined, isClass: false, bases: [], words }];
  });
  return [...testUnits(tree), ...constants];
}

/** The name that a statement gives a value, save those that pytest reads by themselves. */
function constantIn(tree: SyntaxTree, { type, children: [child] }: SyntaxNode): string | undefined {
  const target =
    type === 'expression_statement' && child?.type === 'assignment' ? fieldOf(child, 'left') : undefined;
  const name = target?.type === 'identifier' ? textOf(tree, target) : undefined;
  return name === undefined || /^(pytest|__)/.test(name) ? undefined : name;
}

/** The innermost definition at an offset, or undefined where the file itself speaks. */
export function unitAt(units: readonly TestUnit[], offset: number): TestUnit | undefined {
  return units.findLast(({ node }) => node.start <= offset && offset < node.end);
}

/**
 * The unit of a pytest node id: its own, that of the base class in the same file which has it, or else the class
 * that the test is made in at run time; undefined when there is none.
 */
export function unitOfTest(units: readonly TestUnit[], id: string): TestUnit | undefined {
  const parts = id.split('::').slice(1);
  const owner = parts.slice(0, -1).join('.');
  return memberOf(units, owner, parts.at(-1) ?? '') ?? units.find(({ name }) => name === owner);
}

function memberOf(units: readonly TestUnit[], owner: string, method: string): TestUnit | undefined {
  const waiting = [owner];
  const seen = new Set<string>();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const found = units.find(({ name }) => name === (next === '' ? method : `${next}.${method}`));
    if (found !== undefined) return found;
    seen.add(next);
    waiting.push(...(units.find(({ name }) => name === next)?.bases ?? []).filter(base => !seen.has(base)));
  }
  return undefined;
}

function unitsIn(
  tree: SyntaxTree,
  statements: readonly SyntaxNode[],
  owner: string | undefined,
): readonly TestUnit[] {
  return statements.flatMap((node): readonly TestUnit[] => {
    const definition = undecorated(node);
    const identifier = fieldOf(definition, 'name');
    const isClass = definition.type === 'class_definition';
    if (identifier === undefined || !(isClass || definition.type === 'function_definition')) return [];
    const name = `${owner === undefined ? '' : `${owner}.`}${textOf(tree, identifier)}`;
    const body = isClass ? (fieldOf(definition, 'body')?.children ?? []) : [];
    const members = unitsIn(tree, body, name);
    const text = members.reduceRight(
      (rest, member) => blank(rest, member.node, node.start),
      textOf(tree, node),
    );
    const bases = (fieldOf(definition, 'superclasses')?.children ?? []).map(base => textOf(tree, base));
    return [{ name, node, owner, isClass, bases, words: wordsOf(text) }, ...members];
  });
}

function blank(text: string, node: SyntaxNode, offset: number): string {
  return (
    text.slice(0, node.start - offset) + ' '.repeat(node.end - node.start) + text.slice(node.end - offset)
  );
}

/** Everything in a text that looks like a name. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
}

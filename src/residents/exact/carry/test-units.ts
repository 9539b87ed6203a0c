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
  /** Everything that looks like a name in its own text, that of its methods left out. */
  readonly words: ReadonlySet<string>;
}

/** The definitions of a test file, classes before their members. */
export function testUnits(tree: SyntaxTree): readonly TestUnit[] {
  return unitsIn(tree, tree.root.children, undefined);
}

/** The innermost definition at an offset, or undefined where the file itself speaks. */
export function unitAt(units: readonly TestUnit[], offset: number): TestUnit | undefined {
  return units.findLast(({ node }) => node.start <= offset && offset < node.end);
}

/** The unit of a pytest node id, or the class that inherits it, or undefined for one made at run time. */
export function unitOfTest(units: readonly TestUnit[], id: string): TestUnit | undefined {
  const parts = id.split('::').slice(1);
  for (let length = parts.length; length > 0; length -= 1) {
    const unit = units.find(({ name }) => name === parts.slice(0, length).join('.'));
    if (unit !== undefined) return unit;
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
    return [{ name, node, owner, isClass, words: wordsOf(text) }, ...members];
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

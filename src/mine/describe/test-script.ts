import type { FileTree } from '../../domain/files.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { undecorated } from '../../python/exported-symbols.js';
import { ownNodes } from '../../python/infer-type.js';
import {
  fieldOf,
  parsePython,
  textOf,
  walk,
  type SyntaxNode,
  type SyntaxTree,
} from '../../syntax/parse-python.js';
import { carryTests } from '../cut/carry-tests.js';
import { suiteSettings } from '../cut/suite-settings.js';
import type { ReachingTest } from '../cut/suite.js';

/** What only works inside of a function, or waits for an event loop. */
const BOUND_TO_FUNCTION = new Set([
  'return_statement',
  'yield',
  'await',
  'nonlocal_statement',
  'global_statement',
]);

const scripts = new WeakMap<ReachingTest, string | undefined>();

/**
 * A test as a script: the body of its function after what it needs, or undefined when it takes fixtures or parameters,
 * is decorated, uses its class, or is no plain function. Runs as it stands wherever the test does. Worked out once for
 * each test, since it may show the use of many components.
 */
export function scriptOfTest(
  graph: DependenceGraph,
  files: FileTree,
  reaching: ReachingTest,
): string | undefined {
  if (!scripts.has(reaching)) scripts.set(reaching, writeScript(graph, files, reaching));
  return scripts.get(reaching);
}

function writeScript(graph: DependenceGraph, files: FileTree, reaching: ReachingTest): string | undefined {
  const text = carryTests(graph, suiteSettings(files), [reaching])?.text;
  if (text === undefined || text === '') return undefined;
  const tree = parsePython(text);
  if (tree.errors.length > 0) return undefined;
  const names = reaching.test.name.split('::');
  return names.length === 1
    ? scriptOfFunction(tree, names[0] ?? '')
    : scriptOfMethod(tree, names[0] ?? '', names[1] ?? '');
}

function scriptOfFunction(tree: SyntaxTree, name: string): string | undefined {
  const statement = definitionOf(tree, tree.root.children, name);
  return statement === undefined || (fieldOf(statement, 'parameters')?.children.length ?? 1) > 0
    ? undefined
    : withBody(tree, statement, statement);
}

/** A method that does not touch its object is as good as a function. */
function scriptOfMethod(tree: SyntaxTree, owner: string, name: string): string | undefined {
  const home = definitionOf(tree, tree.root.children, owner);
  const members = home === undefined ? [] : (fieldOf(home, 'body')?.children ?? []);
  const method = definitionOf(tree, members, name);
  const [self, ...others] = method === undefined ? [] : (fieldOf(method, 'parameters')?.children ?? []);
  if (home === undefined || method === undefined || self?.type !== 'identifier' || others.length > 0)
    return undefined;
  const isAlone = members.every(
    ({ type, children: [child] }, index) =>
      members[index] === method || (type === 'expression_statement' && child?.type === 'string'),
  );
  const own = textOf(tree, self);
  const usesSelf = [...walk(fieldOf(method, 'body') ?? method)].some(
    node => node.type === 'identifier' && textOf(tree, node) === own,
  );
  return isAlone && !usesSelf ? withBody(tree, home, method) : undefined;
}

/** The definition of a name, undecorated: a decorator gives it arguments, marks or another life. */
function definitionOf(
  tree: SyntaxTree,
  statements: readonly SyntaxNode[],
  name: string,
): SyntaxNode | undefined {
  const statement = statements.find(one => {
    const own = fieldOf(undecorated(one), 'name');
    return own !== undefined && textOf(tree, own) === name;
  });
  return statement === undefined || undecorated(statement) !== statement ? undefined : statement;
}

/** The file with a statement taken out and the body of a function, dedented, at the end. */
function withBody(tree: SyntaxTree, statement: SyntaxNode, definition: SyntaxNode): string | undefined {
  const body = fieldOf(definition, 'body');
  if (body === undefined || definition.children.some(({ type }) => type === 'async')) return undefined;
  const isBound = [...ownNodes(body)].some(({ type }) => BOUND_TO_FUNCTION.has(type));
  const lineStart = tree.text.lastIndexOf('\n', body.start - 1) + 1;
  const indent = tree.text.slice(lineStart, body.start);
  if (isBound || indent.trim() !== '') return undefined;
  const dedented = dedent(tree, body, lineStart, indent);
  const before = tree.text.slice(0, tree.text.lastIndexOf('\n', statement.start - 1) + 1).trimEnd();
  const after = tree.text.slice(statement.end).trim();
  const head = [before, after].filter(part => part !== '').join('\n\n\n');
  return `${head === '' ? '' : `${head}\n\n`}${dedented.trimEnd()}\n`;
}

/** The lines of a block without its indentation; what stands inside of a string stays as it is. */
function dedent(tree: SyntaxTree, body: SyntaxNode, start: number, indent: string): string {
  const inside = [...walk(body)].filter(
    ({ type, startLine, endLine }) => type === 'string' && endLine > startLine,
  );
  let offset = start;
  return tree.text
    .slice(start, body.end)
    .split('\n')
    .map(line => {
      const at = offset;
      offset += line.length + 1;
      const isText = inside.some(node => node.start < at && at < node.end);
      return !isText && line.startsWith(indent) ? line.slice(indent.length) : line;
    })
    .join('\n');
}

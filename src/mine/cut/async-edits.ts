import type { Edit } from '../../python/edits.js';
import { undecorated } from '../../python/exported-symbols.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { basesOf, type Unit } from '../../python/slicing/units.js';
import { fieldOf, textOf, type SyntaxNode } from '../../syntax/parse-python.js';
import { fixtureDecorator } from './fixtures.js';

/**
 * The edits by which coroutines say themselves what `asyncio_mode = auto` says for them: a mark on each test, and
 * pytest-asyncio's own decorator on each fixture. The setting does not travel, and the target may have another.
 */
export function editsToMark(module: SourceModule, unit: Unit): readonly Edit[] {
  const [statement] = unit.nodes;
  if (unit.kind !== 'definition' || statement === undefined) return [];
  const definition = undecorated(statement);
  if (definition.type !== 'class_definition') return editsOf(module, statement);
  // unittest has a loop of its own.
  if (basesOf(unit).some(base => /TestCase$/.test(textOf(module.tree, base)))) return [];
  return (fieldOf(definition, 'body')?.children ?? []).flatMap(member => editsOf(module, member));
}

function editsOf({ tree }: SourceModule, statement: SyntaxNode): readonly Edit[] {
  const definition = undecorated(statement);
  const name = fieldOf(definition, 'name');
  if (definition.type !== 'function_definition' || name === undefined) return [];
  if (!/^async\b/.test(tree.text.slice(definition.start, definition.start + 6))) return [];
  const decorator = fixtureDecorator(tree, statement);
  const callee = decorator?.type === 'call' ? fieldOf(decorator, 'function') : decorator;
  if (callee !== undefined)
    return textOf(tree, callee) === 'pytest.fixture'
      ? [{ start: callee.start, end: callee.end, replacement: 'pytest_asyncio.fixture' }]
      : [];
  const isMarked = /\bmark\.(asyncio|anyio|trio)\b/.test(tree.text.slice(statement.start, definition.start));
  if (!textOf(tree, name).startsWith('test') || isMarked) return [];
  const lineStart = tree.text.lastIndexOf('\n', definition.start - 1) + 1;
  const indent = tree.text.slice(lineStart, definition.start);
  const newline = tree.text.includes('\r\n') ? '\r\n' : '\n';
  const replacement = `@pytest.mark.asyncio${newline}${indent}`;
  return [{ start: definition.start, end: definition.start, replacement }];
}

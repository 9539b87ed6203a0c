import type { AdaptationProposal, CarriedTestMapping } from '../domain/adaptation.js';
import type { StoredFile } from '../domain/files.js';
import type { CarriedTests } from '../domain/primitive.js';
import { undecorated } from '../python/exported-symbols.js';
import { fieldOf, parsePython, textOf, type SyntaxNode, type SyntaxTree } from '../syntax/parse-python.js';

/** What is wrong with how a proposal accounts for the tests that travel with its primitive. */
export function checkCarriedTests(
  proposal: Pick<AdaptationProposal, 'carriedTests' | 'testFiles'>,
  carried: CarriedTests,
): readonly string[] {
  const accounted = new Map(proposal.carriedTests.map(mapping => [mapping.id, mapping]));
  const known = new Set(carried.tests.map(({ id }) => id));
  const before = new Map(carried.files.map(file => [file.path, file]));
  const after = new Map(proposal.testFiles.map(file => [file.path, file]));
  const problems = [
    ...carried.tests
      .filter(({ id }) => !accounted.has(id))
      .map(({ id }) => `\`${id}\` is not accounted for.`),
    ...proposal.carriedTests
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => `\`${id}\` is no carried test.`),
    ...proposal.carriedTests.flatMap(mapping => checkOne(mapping, before, after)),
  ];
  const isRetained = ({ status }: CarriedTestMapping) => status !== 'dropped';
  const isBare = known.size > 0 && !proposal.carriedTests.some(isRetained);
  return isBare ? [...problems, 'No carried test is retained.'] : problems;
}

function checkOne(
  { id, status, adaptedId, reason }: CarriedTestMapping,
  before: ReadonlyMap<string, StoredFile>,
  after: ReadonlyMap<string, StoredFile>,
): readonly string[] {
  if (status === 'dropped') return reason.trim() === '' ? [`\`${id}\` is dropped without a reason.`] : [];
  const [path = ''] = adaptedId?.split('::') ?? [];
  const file = after.get(path);
  if (adaptedId === undefined || file === undefined) return [`\`${id}\` is retained but not delivered.`];
  if (reason.trim() === '' && status === 'rewritten') return [`\`${id}\` is rewritten without a reason.`];
  const is = definitionText(file, adaptedId);
  const was = definitionText(before.get(id.split('::')[0] ?? ''), id);
  // A test that a class inherits has no text of its own to find; the run tells whether it is there.
  if (is === undefined) return was === undefined ? [] : [`\`${adaptedId}\` is not in its file.`];
  return status === 'kept' && is !== was ? [`\`${id}\` is said to be kept, but its text changed.`] : [];
}

/** The source of the definition that a node id names, with its decorators. */
function definitionText(file: StoredFile | undefined, id: string): string | undefined {
  if (file === undefined) return undefined;
  const tree = parsePython(file.content);
  let statements: readonly SyntaxNode[] = tree.root.children;
  let found: SyntaxNode | undefined;
  for (const name of id.split('::').slice(1)) {
    found = statements.find(statement => nameOf(tree, statement) === name);
    if (found === undefined) return undefined;
    statements = fieldOf(undecorated(found), 'body')?.children ?? [];
  }
  return found && textOf(tree, found);
}

function nameOf(tree: SyntaxTree, statement: SyntaxNode): string | undefined {
  const name = fieldOf(undecorated(statement), 'name');
  return name && textOf(tree, name);
}

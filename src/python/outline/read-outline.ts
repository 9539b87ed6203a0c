import { parseFlat, type FlatTree } from '../../syntax/flat-tree.js';
import { kindOf } from '../../syntax/grammar.js';
import { isTestPath } from '../project-modules.js';
import type { ModuleOutline } from './module-outline.js';
import { readAnnotation } from './read-annotations.js';
import {
  readClass,
  readComprehension,
  readDecorated,
  readFunction,
  readLambda,
  readTypeAlias,
} from './read-definitions.js';
import {
  readAttribute,
  readCall,
  readIdentifier,
  readKeyword,
  readString,
  readSubscript,
} from './read-expressions.js';
import { readImport, readImportFrom } from './read-imports.js';
import { readAssignment, readAugmented, readWalrus } from './read-assignments.js';
import {
  readCasePattern,
  readClassPattern,
  readDottedName,
  readKeywordPattern,
  readSplatPattern,
} from './read-patterns.js';
import {
  readAsPattern,
  readDeclaration,
  readDelete,
  readExcept,
  readExpressionStatement,
  readFor,
  readIf,
  readModule,
  readOtherStatement,
  readRaise,
  readTargets,
  readTry,
  readWith,
} from './read-statements.js';
import { MARK, Reading } from './reading.js';
import { resolveUses } from './resolve-uses.js';

type Read = (reading: Reading, node: number, mark: number) => void;

const READS: Readonly<Record<string, Read>> = {
  module: readModule,
  identifier: readIdentifier,
  attribute: readAttribute,
  call: readCall,
  subscript: readSubscript,
  keyword_argument: readKeyword,
  string: readString,
  type: readAnnotation,
  function_definition: readFunction,
  class_definition: readClass,
  decorated_definition: readDecorated,
  lambda: readLambda,
  list_comprehension: readComprehension,
  set_comprehension: readComprehension,
  dictionary_comprehension: readComprehension,
  generator_expression: readComprehension,
  type_alias_statement: readTypeAlias,
  import_statement: readImport,
  import_from_statement: readImportFrom,
  future_import_statement: (reading, node) => reading.skipTo(reading.after(node)),
  if_statement: readIf,
  try_statement: readTry,
  with_statement: readWith,
  for_statement: readFor,
  for_in_clause: readFor,
  expression_statement: readExpressionStatement,
  assignment: readAssignment,
  augmented_assignment: readAugmented,
  named_expression: readWalrus,
  delete_statement: readDelete,
  global_statement: readDeclaration,
  nonlocal_statement: readDeclaration,
  raise_statement: readRaise,
  except_clause: readExcept,
  as_pattern: readAsPattern,
  as_pattern_target: readTargets,
  case_pattern: readCasePattern,
  class_pattern: readClassPattern,
  splat_pattern: readSplatPattern,
  keyword_pattern: readKeywordPattern,
  dotted_name: readDottedName,
  while_statement: readOtherStatement,
  match_statement: readOtherStatement,
  assert_statement: readOtherStatement,
  pattern_list: readTargets,
  tuple_pattern: readTargets,
  list_pattern: readTargets,
  list_splat_pattern: readTargets,
  tuple: readTargets,
  list: readTargets,
  expression_list: readTargets,
  parenthesized_expression: readTargets,
};

const byKind: (Read | undefined)[] = [];
for (const [name, read] of Object.entries(READS)) byKind[kindOf(name)] = read;

/**
 * Reads the outline of a parsed file: a pure function of its path and text, in one pass that needs no stack for deep
 * nesting. The caller has refused files with errors.
 */
export function readOutline(tree: FlatTree, path: string): ModuleOutline {
  const reading = new Reading(tree, path, isTestPath(path));
  const { kinds } = tree;
  const { marks } = reading;
  for (let node = 0; node < kinds.length; node += 1) {
    if (marks[node] === MARK.skip) continue;
    const read = byKind[kinds[node] as number];
    if (read === undefined) continue;
    reading.moveTo(node);
    read(reading, node, marks[node] as number);
    if (reading.resumeAt > node) node = reading.resumeAt - 1;
  }
  return resolveUses(reading);
}

/** Parses a text and reads its outline. */
export function outlineOf(path: string, text: string): ModuleOutline {
  return readOutline(parseFlat(text), path);
}

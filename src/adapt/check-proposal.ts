import type { AdaptationProposal } from '../domain/adaptation.js';
import type { StoredFile } from '../domain/files.js';
import type { Primitive, SourceRange } from '../domain/primitive.js';
import type { CapabilityRequirement } from '../domain/requirement.js';
import { parsePython } from '../syntax/parse-python.js';
import { checkCarriedTests } from './check-carried-tests.js';
import { checkExports } from './check-exports.js';
import { checkImports } from './check-imports.js';
import { checkPaths } from './check-paths.js';

/**
 * Everything that makes a proposal invalid before any of it is run, one sentence each: a resident is trusted with
 * nothing. It may write the required module, a private package beside it, resources, and tests below
 * `tests/carried/`; it has to define what is required and account for every carried test.
 */
export function checkProposal(
  proposal: AdaptationProposal,
  requirement: Pick<CapabilityRequirement, 'module' | 'path' | 'exports'>,
  primitive: Primitive,
): readonly string[] {
  const paths = checkPaths(proposal, requirement.path, primitive.implementation);
  if (paths.length > 0) return paths;
  const syntax = [...proposal.files, ...proposal.testFiles].flatMap(checkSyntax);
  if (syntax.length > 0) return syntax;
  // What the primitive itself does, its tests may do too: a fixture or a helper moves between them.
  const carriedFiles = [...primitive.carriedTests.files, ...primitive.implementation];
  return [
    ...checkExports(proposal.files, requirement),
    ...checkImports(proposal.files, primitive.implementation),
    ...checkImports(proposal.testFiles, carriedFiles, 'test'),
    ...checkCarriedTests(proposal, primitive.carriedTests),
    ...checkRanges(proposal.ranges ?? [], primitive.provenance.ranges),
  ];
}

/** A part of a primitive comes from its lines and no others. */
function checkRanges(claimed: readonly SourceRange[], own: readonly SourceRange[]): readonly string[] {
  return claimed.flatMap(({ path, startLine, endLine }) =>
    own.some(one => one.path === path && one.startLine <= startLine && endLine <= one.endLine)
      ? []
      : [`\`${path}\` lines ${startLine} to ${endLine} are none of the primitive's.`],
  );
}

function checkSyntax(file: StoredFile): readonly string[] {
  if (!file.path.endsWith('.py')) return [];
  if (file.encoding !== 'utf8') return [`\`${file.path}\` is not UTF-8 text.`];
  const [error] = parsePython(file.content).errors;
  return error === undefined ? [] : [`\`${file.path}\` line ${error.line} is ${error.message}.`];
}

import type { AdaptationProposal, Mapping } from '../../domain/adaptation.js';
import type { StoredFile } from '../../domain/files.js';
import { requirementId } from '../../domain/requirement.js';
import type { ExportedSymbol } from '../../domain/signature.js';
import { exportedSymbols } from '../../python/exported-symbols.js';
import { parsePython } from '../../syntax/parse-python.js';
import type { ResidentInput } from '../resident.js';
import { knownDistributions } from './known-distributions.js';
import { placeFiles } from './place-files.js';
import type { AdaptationReply } from './replies.js';

/** More than this much of a reason teaches nobody anything, in characters. */
const LONGEST_REASON = 600;

/**
 * A reply as a proposal, or `unsuccessful` when its files cannot be placed. What can be read is not believed: the
 * exports are those of the delivered module, distributions and siblings are known ones, and names that nobody has
 * are left out. Whether the proposal holds is for the harness to judge.
 */
export function readAdaptation(reply: AdaptationReply, input: ResidentInput): AdaptationProposal {
  const { primitive, localRequest, context } = input;
  const mapping = mappingOf(reply, input);
  if (reply.status === 'unsuccessful')
    return unsuccessful(input, reply.reason.trim() || 'The model gave up without saying why.', mapping);
  const source = placeFiles(reply.files, primitive);
  const tests = placeFiles(reply.testFiles, primitive);
  const problems = [...source.problems, ...tests.problems];
  if (problems.length > 0)
    return unsuccessful(input, `The reply cannot be used: ${problems.join('; ')}.`, mapping);
  const known = [...primitive.dependencies.distributions, ...localRequest.mayAssume];
  const siblings = new Set(context.siblings.map(({ module }) => module));
  return {
    status: 'adapted',
    reason: cut(reply.reason),
    mapping,
    files: source.files,
    interface: {
      module: context.module,
      exports: offeredExports(source.files, input),
      behaviour: reply.behaviour,
    },
    dependencies: {
      ...reply.dependencies,
      distributions: knownDistributions(reply.dependencies.distributions, known),
    },
    outgoing: reply.outgoing
      .filter(({ module }) => siblings.has(module))
      .map(({ module, demand }) => ({ from: localRequest.id, to: requirementId(module), demand })),
    carriedTests: reply.carriedTests.map(({ adaptedId, ...test }) =>
      test.status === 'dropped' || adaptedId === null ? test : { ...test, adaptedId },
    ),
    testFiles: tests.files,
  };
}

/** A proposal that offers nothing. */
export function unsuccessful(
  { primitive }: ResidentInput,
  reason: string,
  mapping: Mapping = { exports: [] },
): AdaptationProposal {
  return {
    status: 'unsuccessful',
    reason: cut(reason),
    mapping,
    files: [],
    interface: primitive.interface,
    dependencies: primitive.dependencies,
    outgoing: [],
    carriedTests: [],
    testFiles: [],
  };
}

function mappingOf({ exports }: AdaptationReply, { primitive, context }: ResidentInput): Mapping {
  const own = new Set(primitive.interface.exports.map(({ name }) => name));
  const required = new Set(context.requiredExports.map(({ name }) => name));
  return { exports: exports.filter(({ from, to }) => own.has(from) && required.has(to)) };
}

/** The required exports as the delivered module defines them. */
function offeredExports(files: readonly StoredFile[], { context }: ResidentInput): readonly ExportedSymbol[] {
  const file = files.find(({ path }) => path === context.path);
  const symbols = file === undefined ? [] : exportedSymbols(parsePython(file.content));
  return context.requiredExports.flatMap(({ name }) => symbols.find(symbol => symbol.name === name) ?? []);
}

function cut(text: string): string {
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON - 1)}…` : text;
}

import type { AdaptationProposal } from '../../domain/adaptation.js';
import type { Resident, ResidentInput } from '../resident.js';
import { applyMapping } from './apply-mapping.js';
import { wordAssessment, type NextMapping } from './assess.js';
import { untriedMappings } from './candidate-mappings.js';

/** Mappings that are tried on the text before the search for one that can be applied is given up. */
const MOST_TRIED = 32;

/**
 * M as a program: it relocates, renames and reorders exactly, by the first mapping of names and parameters that fits
 * and was not refused yet, and leaves the judgement to the tests. It needs no model and is never wrong about syntax,
 * only about meaning.
 */
export function createExactResident(): Resident {
  return {
    name: 'exact',
    assess: async input => wordAssessment(input, asNextMapping(nextProposal(input))),
    adapt: async input => {
      const next = nextProposal(input);
      return 'status' in next ? next : unsuccessful(input, next.reason);
    },
  };
}

function nextProposal(input: ResidentInput): AdaptationProposal | { readonly reason: string } {
  const { primitive, context, attempts } = input;
  const destination = { module: context.module, path: context.path, exports: context.requiredExports };
  const refusals: string[] = [];
  const hopeless = new Set<string>();
  for (const mapping of untriedMappings(primitive, context.requiredExports, attempts)) {
    if (mapping.exports.some(exported => hopeless.has(JSON.stringify(exported)))) continue;
    const proposal = applyMapping(primitive, mapping, destination);
    if ('status' in proposal) return proposal;
    refusals.push(proposal.refusal);
    const culprit = mapping.exports.find(({ to }) => to === proposal.blame);
    if (culprit !== undefined) hopeless.add(JSON.stringify(culprit));
    if (proposal.isFinal === true || refusals.length >= MOST_TRIED) break;
  }
  const [first] = refusals;
  if (first !== undefined) return { reason: `no mapping can be applied exactly: ${first}` };
  return { reason: attempts.length > 0 ? 'every mapping that fits was refused' : 'no mapping fits' };
}

function asNextMapping(next: AdaptationProposal | { readonly reason: string }): NextMapping {
  return 'mapping' in next ? { mapping: next.mapping } : next;
}

function unsuccessful({ primitive }: ResidentInput, reason: string): AdaptationProposal {
  return {
    status: 'unsuccessful',
    reason,
    mapping: { exports: [] },
    files: [],
    interface: primitive.interface,
    dependencies: primitive.dependencies,
    outgoing: [],
    carriedTests: [],
    testFiles: [],
  };
}

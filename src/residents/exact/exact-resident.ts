import type { AdaptationProposal } from '../../domain/adaptation.js';
import type { Resident, ResidentInput } from '../resident.js';
import { wordAssessment, type NextMapping } from './assess.js';
import { nextProposal } from './next-proposal.js';

/**
 * M as a program: it relocates, renames and reorders exactly what is asked for of its primitive, by the first mapping
 * of names and parameters that fits and was not refused yet, and leaves the judgement to the tests. It needs no model and is never wrong about syntax,
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

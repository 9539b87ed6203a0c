import type { AdaptationProposal, Mapping } from '../../domain/adaptation.js';
import { prunePrimitive, wholePrimitive } from '../prune/prune-primitive.js';
import type { ResidentInput } from '../resident.js';
import { applyMapping, type RefusedMapping } from './apply-mapping.js';
import { mappingKey, untriedMappings } from './candidate-mappings.js';

/** Mappings that are tried on the text before the search for one that can be applied is given up. */
const MOST_TRIED = 32;

/**
 * The proposal for the best mapping that was not tried yet, of nothing but what it maps; or why there is none. A mapping
 * whose carried tests failed on that is proposed once more with the whole primitive: code may need what no reading shows.
 */
export function nextProposal(input: ResidentInput): AdaptationProposal | { readonly reason: string } {
  const { primitive, context, attempts } = input;
  const again = attempts.find(({ mapping }) => mayNeedAll(input, mapping));
  const whole = again && applyWhole(input, again.mapping, 'the carried tests fail without it');
  if (whole !== undefined && 'status' in whole) return whole;
  const refusals: string[] = [];
  const hopeless = new Set<string>();
  for (const mapping of untriedMappings(primitive, context.requiredExports, attempts)) {
    if (mapping.exports.some(exported => hopeless.has(JSON.stringify(exported)))) continue;
    const proposal = applyAsked(input, mapping);
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

/** Applies a mapping to what it maps; to the whole primitive where no test can come along with less. */
function applyAsked(input: ResidentInput, mapping: Mapping): AdaptationProposal | RefusedMapping {
  const { primitive, context } = input;
  const pruned = prunePrimitive(primitive, namesIn(mapping));
  const proposal = applyMapping(pruned, primitive.carriedTests, mapping, {
    ...context,
    exports: context.requiredExports,
  });
  const isTold = 'status' in proposal || proposal.isForTests !== true || pruned.leftOut.length === 0;
  return isTold ? proposal : applyWhole(input, mapping, 'no other carried test can be rewritten exactly');
}

function applyWhole(
  { primitive, context }: ResidentInput,
  mapping: Mapping,
  why: string,
): AdaptationProposal | RefusedMapping {
  const { leftOut } = prunePrimitive(primitive, namesIn(mapping));
  const destination = { ...context, exports: context.requiredExports };
  return applyMapping(wholePrimitive(primitive, leftOut, why), primitive.carriedTests, mapping, destination);
}

/** Whether a mapping was tried once, on a part of the primitive, and its carried tests failed. */
function mayNeedAll({ primitive, attempts }: ResidentInput, mapping: Mapping): boolean {
  const key = mappingKey(mapping);
  const tries = attempts.filter(attempt => mappingKey(attempt.mapping) === key);
  const isBroken = tries.length === 1 && tries[0]?.outcome === 'carried-tests-failed';
  return isBroken && prunePrimitive(primitive, namesIn(mapping)).leftOut.length > 0;
}

function namesIn({ exports }: Mapping): readonly string[] {
  return exports.map(({ from }) => from);
}

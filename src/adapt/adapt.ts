import type {
  Activation,
  Adaptation,
  AdaptationProposal,
  Attempt,
  OutgoingRequirement,
  PastAttempt,
  UnsuccessfulAdaptation,
  ValidationLog,
} from '../domain/adaptation.js';
import { CodefaceError } from '../domain/errors.js';
import type { Primitive } from '../domain/primitive.js';
import type { CapabilityRequirement, Plan } from '../domain/requirement.js';
import { deliverable } from '../domain/test-support.js';
import type { Harness } from '../harness/harness.js';
import type { Progress, ProgressStep } from '../ports/progress.js';
import type { Sandbox } from '../ports/sandbox.js';
import { residentInput } from '../residents/resident-input.js';
import type { Resident, ResidentInput } from '../residents/resident.js';
import { CARRIED_LIMITS, carriedSuite, distributionsFor } from './carried-suite.js';
import { checkProposal } from './check-proposal.js';
import { readValidation } from './read-validation.js';

export interface AdaptServices {
  /** In the order in which they are asked: the next one only when the one before has nothing to offer. */
  readonly residents: readonly Resident[];
  readonly harness: Harness;
  readonly sandbox: Sandbox;
  readonly progress: Progress;
}

export interface AdaptInput {
  readonly activations: readonly Activation[];
  readonly plan: Plan;
  readonly retrieval: { readonly primitives: ReadonlyMap<string, Primitive> };
  /** Of earlier rounds. */
  readonly attempts: readonly PastAttempt[];
}

export interface AdaptOutcome {
  readonly adaptations: readonly Adaptation[];
  readonly unsuccessful: readonly UnsuccessfulAdaptation[];
  /** Proposals of this call that were rejected. */
  readonly attempts: readonly PastAttempt[];
}

/** Rejections after which a requirement goes back to repository level (Code Primitives, appendix F.1). */
const MOST_REJECTIONS = 3;

/**
 * ADAPT (Code Primitives, section 3.4): every activated primitive is adapted by its resident, in plan order, and
 * accepted only when the proposal keeps to its bounds and its retained tests pass in the sandbox. What one demands
 * of another (μ) reaches it within the same call; one that was adapted before is adapted once more for it. Ends in
 * a `CodefaceError` of code `sandbox` when nothing can be run.
 */
export async function adaptAll(services: AdaptServices, input: AdaptInput): Promise<AdaptOutcome> {
  const jobs = jobsInOrder(input);
  const progress = services.progress.step('Adapting', jobs.length);
  try {
    const outcome = await adaptInOrder(services, input, jobs, progress);
    progress.finish(`${outcome.adaptations.length} adapted, ${outcome.unsuccessful.length} returned`);
    return outcome;
  } catch (error) {
    progress.fail(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function adaptInOrder(
  services: AdaptServices,
  input: AdaptInput,
  jobs: readonly Job[],
  progress: ProgressStep,
): Promise<AdaptOutcome> {
  const adaptations = new Map<string, Adaptation>();
  const unsuccessful: UnsuccessfulAdaptation[] = [];
  const attempts: PastAttempt[] = [];
  const revised = new Set<string>();
  const adapt = (job: Job) =>
    adaptOne(services, input, job, demandsOn(job.requirement, adaptations.values()), attempts);
  for (const [index, job] of jobs.entries()) {
    progress.update(index, job.requirement.module);
    const result = await adapt(job);
    if (!('validation' in result)) {
      unsuccessful.push(result);
      continue;
    }
    adaptations.set(job.requirement.id, result);
    for (const earlier of jobs.slice(0, index)) {
      const { id } = earlier.requirement;
      const isAsked = adaptations.has(id) && result.outgoing.some(({ to }) => to === id);
      if (!isAsked || revised.has(id)) continue;
      revised.add(id);
      const again = await adapt(earlier);
      // A demand that cannot be met leaves what was valid without it; Γ tells what is then missing.
      if ('validation' in again) adaptations.set(id, again);
    }
  }
  return { adaptations: [...adaptations.values()], unsuccessful, attempts };
}

interface Job {
  readonly requirement: CapabilityRequirement;
  readonly primitive: Primitive;
}

/** Ends in a RangeError when an activation names what was neither planned nor retrieved: the caller's mistake. */
function jobsInOrder({ activations, plan, retrieval }: AdaptInput): readonly Job[] {
  const jobs = activations.map(({ requirementId, primitiveId }): Job => {
    const requirement = plan.requirements.find(({ id }) => id === requirementId);
    const primitive = retrieval.primitives.get(primitiveId);
    if (requirement === undefined || primitive === undefined)
      throw new RangeError(
        `${primitiveId} was activated for ${requirementId} without being retrieved for it`,
      );
    return { requirement, primitive };
  });
  const order = plan.requirements;
  return jobs.sort((a, b) => order.indexOf(a.requirement) - order.indexOf(b.requirement));
}

function demandsOn(
  requirement: CapabilityRequirement,
  adaptations: Iterable<Adaptation>,
): readonly OutgoingRequirement[] {
  return [...adaptations].flatMap(({ outgoing }) => outgoing.filter(({ to }) => to === requirement.id));
}

/** Asks the residents until a proposal is valid, each until it has none left or was rejected too often. */
async function adaptOne(
  services: AdaptServices,
  { plan, attempts: earlier }: AdaptInput,
  { requirement, primitive }: Job,
  incoming: readonly OutgoingRequirement[],
  attempts: PastAttempt[],
): Promise<Adaptation | UnsuccessfulAdaptation> {
  const pair = { requirementId: requirement.id, primitiveId: primitive.id };
  const reasons: string[] = [];
  for (const resident of services.residents) {
    for (let rejections = 0; ; rejections += 1) {
      if (rejections === MOST_REJECTIONS) {
        reasons.push(`${rejections} proposals were rejected: ${attempts.at(-1)?.diagnostics[0] ?? ''}`);
        break;
      }
      const known = [...earlier, ...attempts];
      const proposal = await ask(resident, residentInput(primitive, requirement, plan, known, incoming));
      if (proposal.status !== 'adapted') {
        reasons.push(proposal.reason);
        break;
      }
      const verdict = await judge(services, proposal, { requirement, primitive });
      if ('validation' in verdict) {
        const { validation } = verdict;
        const provenance =
          proposal.ranges === undefined
            ? primitive.provenance
            : { ...primitive.provenance, ranges: proposal.ranges };
        return { ...proposal, ...pair, provenance, validation };
      }
      attempts.push({ ...pair, ...verdict, mapping: proposal.mapping });
    }
  }
  return { ...pair, reason: reasons.join('; ') };
}

/** A resident that cannot be reached or understood has nothing to offer; the run goes on without it. */
async function ask(resident: Resident, input: ResidentInput): Promise<Proposed> {
  try {
    return await resident.adapt(input);
  } catch (error) {
    if (!(error instanceof CodefaceError) || error.code !== 'language-model') throw error;
    return { status: 'unsuccessful', reason: `the ${resident.name} resident failed: ${error.message}` };
  }
}

type Proposed = AdaptationProposal | { readonly status: 'unsuccessful'; readonly reason: string };

/** Checks a proposal's bounds, then runs its retained tests. */
async function judge(
  { harness, sandbox }: AdaptServices,
  proposal: AdaptationProposal,
  { requirement, primitive: stored }: Job,
): Promise<{ readonly validation: ValidationLog } | Pick<Attempt, 'outcome' | 'diagnostics'>> {
  const primitive = deliverable(stored);
  const problems = checkProposal(proposal, requirement, primitive);
  if (problems.length > 0) return { outcome: 'invalid-reply', diagnostics: problems };
  const environment = await sandbox.prepare({ distributions: distributionsFor(primitive, requirement) });
  const suite = carriedSuite(proposal, requirement, environment);
  const execution = await harness.runSuite(suite, CARRIED_LIMITS);
  if (execution.status === 'environment-fault') {
    const cause = `The carried tests of ${primitive.name} could not be run: ${execution.detail}`;
    throw new CodefaceError('sandbox', cause, { retryable: true });
  }
  const validation = readValidation(execution, suite.targets);
  return validation.diagnostics.length === 0
    ? { validation }
    : { outcome: 'carried-tests-failed', diagnostics: validation.diagnostics };
}

import type { ActivationSet, Assessment } from '../domain/adaptation.js';
import { CodefaceError } from '../domain/errors.js';
import type { HoldSet } from '../domain/hold-set.js';
import type { Primitive } from '../domain/primitive.js';
import type { Candidate, CapabilityRequirement, Plan } from '../domain/requirement.js';
import type { ConstructionContext } from '../domain/run.js';
import type { LibraryHit, LibrarySearch, LibrarySnapshot, LibraryStore } from '../ports/library-store.js';
import { residentInput } from '../residents/resident-input.js';
import type { Resident } from '../residents/resident.js';
import { isEligible, type EligibilityRules } from './eligibility.js';
import { match } from './match.js';
import { exportFit, rankCandidates } from './rank.js';

export interface LibraryServices {
  readonly library: LibraryStore;
  readonly residents: readonly Resident[];
}

export interface RetrievalInput {
  readonly plan: Plan;
  readonly context: ConstructionContext;
  readonly snapshot: LibrarySnapshot;
  readonly rules: EligibilityRules;
}

/** What retrieval found and its residents said, before anything is chosen. */
export interface Retrieval {
  readonly candidates: readonly Candidate[];
  readonly assessments: readonly Assessment[];
  readonly primitives: ReadonlyMap<string, Primitive>;
}

/** How many hits of the word search are looked at before ranking. */
const SEARCH_DEPTH = 50;

/**
 * Retrieves the top two eligible primitives for each requirement from the pinned snapshot and lets their residents
 * assess them (Code Primitives, section 3.4, retrieval). Who may donate is settled before anything is searched, so that
 * what may not takes nobody's place. Search runs outside any model. Ends in a `CodefaceError`
 * of code `store`.
 */
export async function retrieve(services: LibraryServices, input: RetrievalInput): Promise<Retrieval> {
  const primitives = new Map<string, Primitive>();
  const candidates: Candidate[] = [];
  const assessments: Assessment[] = [];
  const eligible = (await services.library.list(input.snapshot)).filter(
    primitive => isEligible(primitive, input.rules).eligible,
  );
  for (const requirement of input.plan.requirements) {
    const found = await candidatesFor(services.library, requirement, input.snapshot, eligible);
    for (const { primitive, score } of found) {
      primitives.set(primitive.id, primitive);
      candidates.push({ requirementId: requirement.id, primitiveId: primitive.id, score });
      const request = residentInput(primitive, requirement, input.plan, input.context.attempts);
      assessments.push(await assess(services.residents, request));
    }
  }
  return { candidates, assessments, primitives };
}

/** Chooses from what was retrieved; pairs that were exhausted meanwhile are passed over. */
export function activate(
  plan: Plan,
  retrieval: Retrieval,
  exhausted: readonly { readonly requirementId: string; readonly primitiveId: string }[],
  preserved: ReadonlyMap<string, string>,
): ActivationSet {
  return match({ plan, ...retrieval, exhausted, preserved });
}

async function candidatesFor(
  library: LibraryStore,
  requirement: CapabilityRequirement,
  snapshot: LibrarySnapshot,
  eligible: readonly Primitive[],
) {
  const hits = await library.search({
    query: requirement.retrievalRequest,
    limit: SEARCH_DEPTH,
    snapshot,
    among: eligible.map(({ id }) => id),
  });
  const byId = new Map(hits.map(hit => [hit.primitive.id, hit]));
  // A capability under wholly other names shares its shape with the requirement and none of its words.
  for (const primitive of eligible) {
    const isLikely = exportFit(primitive.interface.exports, requirement.exports) > 0;
    if (isLikely && !byId.has(primitive.id)) byId.set(primitive.id, { primitive, score: 0 });
  }
  return rankCandidates(requirement, [...byId.values()]);
}

/** A model that does not answer has no say: the others decide. */
async function assessOrPass(
  resident: Resident,
  request: ReturnType<typeof residentInput>,
): Promise<Assessment | undefined> {
  try {
    return await resident.assess(request);
  } catch (error) {
    if (error instanceof CodefaceError && error.code === 'language-model') return undefined;
    throw error;
  }
}

/** The first resident that finds it suitable speaks for it; else the first one's refusal stands. */
async function assess(
  residents: readonly Resident[],
  request: ReturnType<typeof residentInput>,
): Promise<Assessment> {
  let refusal: Assessment | undefined;
  for (const resident of residents) {
    const assessment = await assessOrPass(resident, request);
    if (assessment?.verdict === 'SUITABLE') return assessment;
    refusal ??= assessment;
  }
  if (refusal === undefined) throw new RangeError('A run needs at least one resident');
  return refusal;
}

/**
 * A library in which nothing of the hold set is kept or found (Code Primitives, appendix F: applied when it is loaded
 * and when it is saved): what is held is not stored, and what was stored before it was held is not shown.
 */
export function guardLibrary(library: LibraryStore, holdSet: HoldSet): LibraryStore {
  const isFree = (primitive: Primitive) => holdSet.ofPrimitive(primitive) === undefined;
  return {
    ...library,
    snapshot: () => library.snapshot(),
    history: id => library.history(id),
    placeOf: repository => library.placeOf(repository),
    replaceRepository: (repository, commit, primitives, replacement) =>
      library.replaceRepository(repository, commit, primitives.filter(isFree), replacement),
    find: async id => {
      const found = await library.find(id);
      return found !== undefined && isFree(found) ? found : undefined;
    },
    list: async snapshot => (await library.list(snapshot)).filter(isFree),
    ofRepository: async repository => (await library.ofRepository(repository)).filter(isFree),
    search: search => searchFree(library, search, isFree),
  };
}

/** As many free ones as were asked for, if there are as many: held ones take nobody's place. */
async function searchFree(
  library: LibraryStore,
  search: LibrarySearch,
  isFree: (primitive: Primitive) => boolean,
): Promise<readonly LibraryHit[]> {
  for (let { limit } = search; ; limit *= 2) {
    const hits = await library.search({ ...search, limit });
    const free = hits.filter(({ primitive }) => isFree(primitive));
    if (free.length >= search.limit || hits.length < limit) return free.slice(0, search.limit);
  }
}

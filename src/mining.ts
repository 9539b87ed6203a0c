import { CodefaceError } from './domain/errors.js';
import { countTests, type Execution, type TestCounts } from './domain/execution.js';
import type { HoldHit, HoldSet } from './domain/hold-set.js';
import type { MiningReport, RepositorySnapshot } from './domain/mined.js';
import type { Primitive } from './domain/primitive.js';
import { holdBack } from './library/hold/hold-back.js';
import { linkFamilies, SIGNATURE_WORK, signatureOfPrimitive } from './library/families/link-families.js';
import { followMoves } from './mine/follow-moves.js';
import { mineRepository, runComponents, type MineServices } from './mine/mine.js';
import type { Outcome } from './mine/validate/settle.js';
import type { LibrarySnapshot, LibraryStore } from './ports/library-store.js';
import { remembered } from './ports/mining-memory.js';

/** What the mining sequence works with. */
export interface MiningServices extends MineServices {
  readonly library: LibraryStore;
  /** Absent: nothing is held back. */
  readonly holdSet?: HoldSet;
}

/** What running one primitive again gave. */
export interface VerifiedPrimitive {
  readonly id: string;
  readonly name: string;
  readonly verified: boolean;
  /** Why it is not; empty otherwise. */
  readonly reason: string;
  readonly tests: TestCounts;
}

/** What is known of a mining beside the tree. */
export interface MiningOccasion {
  /** The newest snapshot of the library when the repository was read: a mining of another commit since then wins. */
  readonly since?: LibrarySnapshot;
  /** What the library held of the repository until it was withdrawn for this mining. */
  readonly withdrawn?: readonly Primitive[];
}

/**
 * Mines a repository and makes what was admitted its part of the library, all or nothing: the library is then as if
 * only this commit had ever been mined. What the hold set holds back is excluded with the reason, and a held repository
 * is not looked into. Ends in a `CodefaceError` of code `sandbox` or `store`; the library is as it was then.
 */
export async function mine(
  services: MiningServices,
  snapshot: RepositorySnapshot,
  { since, withdrawn = [] }: MiningOccasion = {},
): Promise<MiningReport> {
  const { library, memory, holdSet } = services;
  const { repository, commit } = snapshot;
  const hit = holdSet?.ofProject(snapshot);
  const files = hit === undefined ? snapshot.files : new Map<string, Uint8Array>();
  const mined = await mineRepository(services, { ...snapshot, files });
  const free = holdSet === undefined ? mined : withoutHeld(mined, holdSet, snapshot, hit);
  const report = { ...free, admitted: await related(services, repository, free.admitted) };
  const before = await library.ofRepository(repository);
  // Apart: what was withdrawn may go on as what is already there.
  const moves = new Map([withdrawn, before].flatMap(some => [...followMoves(some, report.admitted)]));
  await library.replaceRepository(repository, commit, report.admitted, {
    moves,
    ...(since !== undefined && { since }),
  });
  await memory?.prune();
  return report;
}

/** What stands for the commit where a repository's part of the library ends without one. */
const WITHDRAWN = 'withdrawn';

/**
 * Takes a repository's primitives out of the library at once, for what is said of them is true no more: its name, or
 * who may read it. Returns what was there. Ends in a `CodefaceError` of code `store`.
 */
export async function withdraw(library: LibraryStore, repository: string): Promise<readonly Primitive[]> {
  const primitives = await library.ofRepository(repository);
  await library.replaceRepository(repository, WITHDRAWN, []);
  return primitives;
}

/** The primitives with the families that they belong to, among all that the library has of other repositories. */
async function related(
  { library, memory }: MiningServices,
  repository: string,
  admitted: readonly Primitive[],
): Promise<readonly Primitive[]> {
  const others = (await library.list()).filter(({ provenance }) => provenance.repository !== repository);
  const all = [...others, ...admitted];
  const { results } = await remembered(memory, all, {
    ...SIGNATURE_WORK,
    compute: async primitives => primitives.map(signatureOfPrimitive),
  });
  return linkFamilies(
    admitted,
    others,
    new Map(results.map((signature, index) => [all[index]?.id ?? '', signature])),
  );
}

function withoutHeld(
  report: MiningReport,
  holdSet: HoldSet,
  { repository, files }: RepositorySnapshot,
  hit: HoldHit | undefined,
): MiningReport {
  const { kept, held } = holdBack(holdSet, report.admitted, files);
  const whole =
    hit === undefined ? report.excluded : [{ name: repository, reason: hit.reason, kind: 'held' as const }];
  return { ...report, admitted: kept, excluded: [...whole, ...held] };
}

/**
 * Runs the carried tests of every primitive again, from the library alone, in new sandboxes: the primitives of one
 * repository together. Ends in a `CodefaceError` of code `sandbox` or `store`.
 */
export async function verifyLibrary(services: MiningServices): Promise<readonly VerifiedPrimitive[]> {
  const primitives = await services.library.list();
  const step = services.progress.step('Verifying the library', primitives.length);
  const results: VerifiedPrimitive[] = [];
  try {
    for (const group of byRepository(primitives)) {
      const before = results.length;
      const outcomes = await runComponents(services, group, done => step.update(before + done));
      results.push(...group.map((primitive, index) => verdictOf(primitive, outcomes[index])));
    }
  } catch (error) {
    step.fail('the sandbox failed');
    throw error;
  }
  step.finish(`${results.filter(({ verified }) => verified).length} of ${primitives.length} verified`);
  return results;
}

function verdictOf({ id, name }: Primitive, outcome: Outcome | undefined): VerifiedPrimitive {
  const execution = outcome instanceof CodefaceError ? undefined : outcome;
  const tests = countTests(execution ?? { tests: [], collectionErrors: [] });
  const reason = outcome instanceof CodefaceError ? outcome.message : whyNot(execution, tests);
  return { id, name, verified: reason === '', reason, tests };
}

function whyNot(execution: Execution | undefined, counts: TestCounts): string {
  if (execution === undefined) return 'it was not run';
  const { status, detail, tests, collectionErrors } = execution;
  if (status !== 'completed') return detail;
  const [error] = collectionErrors;
  if (error !== undefined) return `${error.path}: ${error.errorType}: ${error.message}`;
  const failing = tests.find(({ outcome }) => outcome === 'failed' || outcome === 'error');
  if (failing !== undefined)
    return `${failing.id}: ${failing.errorType ?? 'failed'}: ${failing.message ?? ''}`;
  return counts.passed === 0 ? 'none of its tests passes: all are skipped' : '';
}

function byRepository(primitives: readonly Primitive[]): readonly (readonly Primitive[])[] {
  const groups = new Map<string, Primitive[]>();
  for (const primitive of primitives) {
    const { repository } = primitive.provenance;
    groups.set(repository, [...(groups.get(repository) ?? []), primitive]);
  }
  return [...groups.values()];
}

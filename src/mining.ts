import type { HoldHit, HoldSet } from './domain/hold-set.js';
import type { MiningReport, RepositorySnapshot } from './domain/mined.js';
import { refuseOtherPlace } from './domain/place.js';
import type { Primitive } from './domain/primitive.js';
import { holdBack } from './library/hold/hold-back.js';
import { linkFamilies, SIGNATURE_WORK, signatureOfPrimitive } from './library/families/link-families.js';
import { followMoves } from './mine/follow-moves.js';
import { mineRepository, type MineServices } from './mining/mine-repository.js';
import { associate } from './mining/associate.js';
import { stopwatch } from './ports/clock.js';
import type { LibrarySnapshot, LibraryStore } from './ports/library-store.js';
import { remembered } from './ports/mining-memory.js';

/** What the mining sequence works with. */
export interface MiningServices extends MineServices {
  readonly library: LibraryStore;
  /** Absent: nothing is held back. */
  readonly holdSet?: HoldSet;
  /** Runs each repository's own suite once, for what its tests execute; static analysis alone ties them when absent. */
  readonly runsSuites?: boolean;
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
 * is not looked into. Ends in a `CodefaceError` of code `sandbox` or `store`, or `bad-input` when another folder has the
 * name; the library is as it was then.
 */
export async function mine(
  services: MiningServices,
  snapshot: RepositorySnapshot,
  { since, withdrawn = [] }: MiningOccasion = {},
): Promise<MiningReport> {
  const { library, memory, holdSet } = services;
  const { repository, commit, place } = snapshot;
  // Told before an hour of mining; the store asks once more, since another process may mine meanwhile.
  if (place !== undefined) refuseOtherPlace(repository, await library.placeOf(repository), place);
  const hit = holdSet?.ofProject(snapshot);
  const files = hit === undefined ? snapshot.files : new Map<string, Uint8Array>();
  const mined = await mineWithSuite(services, { ...snapshot, files });
  const free = holdSet === undefined ? mined : withoutHeld(mined, holdSet, snapshot, hit);
  const report = { ...free, admitted: await related(services, repository, free.admitted) };
  const before = await library.ofRepository(repository);
  // Apart: what was withdrawn may go on as what is already there.
  const moves = new Map([withdrawn, before].flatMap(some => [...followMoves(some, report.admitted)]));
  await library.replaceRepository(repository, commit, report.admitted, {
    moves,
    ...(since !== undefined && { since }),
    ...(place !== undefined && { place }),
  });
  await memory?.prune();
  return report;
}

/** Mines with what the repository's own suite tells when it is run, where it is to be. */
async function mineWithSuite(services: MiningServices, snapshot: RepositorySnapshot): Promise<MiningReport> {
  if (services.runsSuites !== true) return mineRepository(services, snapshot);
  const lap = stopwatch(services.clock);
  const { association, run } = await associate(services, snapshot);
  const suite = lap();
  const report = await mineRepository(services, snapshot, association);
  const durationMs = { ...report.durationMs, suite, total: report.durationMs.total + suite };
  return { ...report, ...(run && { suite: run }), durationMs };
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

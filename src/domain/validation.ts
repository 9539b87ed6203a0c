/** `forked` from a server that had imported pytest, or `cold` in processes of its own. */
export type Isolation = 'forked' | 'cold';

/** What validation measured of a primitive, kept with it so that a reader can weigh its tests. */
export interface ValidationRecord {
  readonly isolation: Isolation;
  /** How often the carried tests passed on the original, each time in another order. */
  readonly passes: number;
  /** Share of the implementation's executable lines that the carried tests execute, 0 to 1. */
  readonly lineShare: number;
  /** Mutants that were run; 0 when the implementation has nothing to mutate. */
  readonly mutants: number;
  /** Share of the mutants that the carried tests tell from the original, 0 to 1; 1 when there is none. */
  readonly killScore: number;
  /** Whether the usage example was executed and ended without an error. */
  readonly exampleRan: boolean;
}

/** A small change to the component's code, and whether its tests noticed. */
export interface Mutant {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What was done, e.g. `comparison`. */
  readonly operator: string;
  /** Whether any test executes it. */
  readonly reached: boolean;
  /** Whether its module executes it as it is loaded and no test does, so that a change chosen later changes nothing. */
  readonly runsAtImport?: boolean | undefined;
  /** Node id of the test that told it from the original; null when none did. */
  readonly killer: string | null;
}

/**
 * What a component's suite was put to once it passed. It stops at the first thing that has to be mended, so that what
 * comes after is null.
 */
export interface Trial {
  /** How many orders it passed in. */
  readonly passes: number;
  /** What failed in one order and not in another: node ids of tests, or paths. */
  readonly unstable: readonly { readonly id: string; readonly message: string }[];
  /** Why something could not be run to its end; empty otherwise. */
  readonly detail: string;
  /** The files of usage examples that were run: until one passed. */
  readonly examples: readonly { readonly path: string; readonly passed: boolean; readonly message: string }[];
  /** Node ids of the tests that pass on the original where the variants are run: with the time in them, say, others. */
  readonly passing: readonly string[] | null;
  /** Node ids of the tests that pass where every function raises, and where every function returns nothing. */
  readonly dummies: { readonly raises: readonly string[]; readonly nothing: readonly string[] } | null;
  /** The implementation's lines that hold a statement, and those of them that were executed. */
  readonly lines: { readonly all: number; readonly executed: number } | null;
  /** So many mutants were to be run. */
  readonly drawn: number | null;
  /** Those that were run, in the order of the draw: fewer when the tests are too slow. */
  readonly mutants: readonly Mutant[] | null;
}

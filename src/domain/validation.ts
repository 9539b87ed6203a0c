/** What validation measured of a primitive, kept with it so that a reader can weigh its tests. */
export interface ValidationRecord {
  /** `forked` from a server that had imported pytest, or `cold` in processes of its own. */
  readonly isolation: 'forked' | 'cold';
  /** How often the carried tests passed on the original, each time in another order. */
  readonly passes: number;
  /** Share of the implementation's executable lines that the carried tests execute, 0 to 1. */
  readonly lineShare: number;
  /** Mutants that were run; 0 when the implementation has nothing to mutate. */
  readonly mutants: number;
  /** Share of the mutants that the carried tests tell from the original, 0 to 1. */
  readonly killScore: number;
  /** Whether the usage example was executed and ended without an error. */
  readonly exampleRan: boolean;
}

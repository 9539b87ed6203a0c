import type { RepositorySnapshot } from '../domain/mined.js';

/** What is known of distributions: import names, and the standard library's. */
export interface PackageIndex {
  /**
   * The distribution that provides an import name, e.g. `yaml` gives `PyYAML`; undefined when none can. It may be a
   * guess: match it with what a repository declares, and install nothing on its word alone.
   */
  distributionOf(importName: string): Promise<string | undefined>;
}

/** Reads published source distributions, to be mined for what an organisation's own code lacks. */
export interface SourceIndex {
  /**
   * The files of a source distribution, as they lie in its archive: nothing of it is run or written. The snapshot's
   * repository is `pypi:NAME` (normalised as PEP 503 says), its commit `VERSION/sha256:DIGEST` of the archive, its
   * channel `web-sourced`. Without a version it is the newest final release that was not yanked (PEP 440, PEP 592).
   * Ends in a `CodefaceError`: `bad-input` for a name or version that is none, `not-found` when the index has no such
   * release or no source of it, `package-index` when the index cannot be reached or gives what cannot be believed.
   */
  sourceDistribution(name: string, version?: string): Promise<RepositorySnapshot>;
}

/** What is known of distributions: import names, and the standard library's. */
export interface PackageIndex {
  /**
   * The distribution that provides an import name, e.g. `yaml` gives `PyYAML`; undefined when none can. It may be a
   * guess: match it with what a repository declares, and install nothing on its word alone.
   */
  distributionOf(importName: string): Promise<string | undefined>;
}

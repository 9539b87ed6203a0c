/** What is known of distributions: import names, and the standard library's. */
export interface PackageIndex {
  /** The distribution that provides an import name, e.g. `yaml` gives `PyYAML`; undefined when unknown. */
  distributionOf(importName: string): Promise<string | undefined>;
}

/** The distribution that a PEP 508 requirement names, normalised (PEP 503); text that is no requirement stays itself. */
export function distributionName(requirement: string): string {
  const name = /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1] ?? requirement.trim();
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

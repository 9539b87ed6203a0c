/** What code is under when nobody said under what: nobody but its owner may take it. */
export const OWNER_LICENCE = 'LicenseRef-Owner';

/**
 * Whose a repository is: what stands before the slash of `owner/name`, in lower case, as hosts compare it. A folder
 * without an origin is the caller's own, whose name is empty. What came from a package index has no owner here.
 */
export function ownerOf(repository: string): string | undefined {
  if (/^[a-z][a-z0-9+-]*:/i.test(repository)) return undefined;
  const slash = repository.indexOf('/');
  return slash < 0 ? '' : repository.slice(0, slash).toLowerCase();
}

/** Whether two repositories are of one owner. */
export function areOfOneOwner(one: string, other: string): boolean {
  const owner = ownerOf(one);
  return owner !== undefined && owner === ownerOf(other);
}

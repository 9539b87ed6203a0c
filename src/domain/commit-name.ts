/**
 * What names a commit well enough for a person to find it: its first digits, those of the digest that stands for one
 * (`sha256:…`), or the version of a source distribution (`VERSION/sha256:…`).
 */
export function shortCommit(commit: string, digits = 12): string {
  const [version, digest] = commit.split('/', 2);
  if (version !== undefined && digest?.startsWith('sha256:')) return version;
  return commit.replace(/^sha256:/, '').slice(0, digits);
}

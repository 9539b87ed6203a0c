import type { Exclusion } from '../../domain/mined.js';
import { decodeUtf8, type FileTree, type StoredFile } from '../../domain/files.js';
import type { CarriedTests } from '../../domain/primitive.js';
import { isFreeOfSecrets, reasonOfSecret, secretOf, secretsIn } from './secrets.js';

/** What is cut out of a repository, as far as secrets are sought in it. */
interface Cut {
  readonly cut: {
    readonly implementation: readonly StoredFile[];
    readonly carriedTests: Pick<CarriedTests, 'files'>;
  };
  readonly examples?: readonly { readonly text: string }[];
}

/** A component that holds a secret. */
interface SecretExclusion extends Exclusion {
  readonly kind: 'secret';
}

/**
 * Sets aside what holds a secret, in its code or in its tests, before any of it is run, shown or kept; the reason names
 * the place and the kind and never the secret. A usage example that holds one is left out, and the rest goes on.
 */
export function withoutSecrets<Item extends Cut>(
  items: readonly Item[],
  repository: FileTree,
  nameOf: (item: Item) => string,
): { readonly ready: readonly Item[]; readonly excluded: readonly SecretExclusion[] } {
  const ready: Item[] = [];
  const excluded: SecretExclusion[] = [];
  const isClean = cleanFiles(repository);
  for (const item of items) {
    const { implementation, carriedTests } = item.cut;
    // A slice holds nothing that its file does not; a carried test takes in fixtures of other files.
    const suspects = [...implementation.filter(({ path }) => !isClean(path)), ...carriedTests.files];
    const found = secretOf(suspects, repository);
    const examples = item.examples?.filter(({ text }) => isFreeOfSecrets(text));
    if (found === undefined) ready.push(examples === undefined ? item : { ...item, examples });
    else excluded.push({ name: nameOf(item), reason: reasonOfSecret(found), kind: 'secret' });
  }
  return { ready, excluded };
}

/** Whether a file of the repository is without secrets; each is searched once. */
function cleanFiles(repository: FileTree): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return path => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const bytes = repository.get(path);
    const text = bytes === undefined ? undefined : decodeUtf8(bytes);
    const clean = text !== undefined && secretsIn(path, text).length === 0;
    known.set(path, clean);
    return clean;
  };
}

import type { PackageIndex } from '../../ports/package-index.js';
import { isStandardLibrary } from '../../python/standard-library.js';
import { DIFFERING_NAMES } from './differing-names.js';

/** What a distribution and its only package are both called. */
const PLAUSIBLE = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;

/**
 * Knows the names that differ; of any other it says that package and distribution are called alike. That is a guess,
 * good for finding the requirement that a repository declares. Nothing is to be installed on its word alone: anybody
 * may have registered a name that is private elsewhere.
 */
export function createPackageIndex(): PackageIndex {
  return {
    distributionOf: async importName => {
      const parts = importName.split('.');
      const [root = ''] = parts;
      for (let length = parts.length; length > 0; length--) {
        const known = parts.slice(0, length).join('.');
        if (Object.hasOwn(DIFFERING_NAMES, known)) return DIFFERING_NAMES[known];
      }
      return PLAUSIBLE.test(root) && !isStandardLibrary(root) ? root : undefined;
    },
  };
}

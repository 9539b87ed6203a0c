import { posix } from 'node:path';
import type { ContextSlice } from '../../domain/adaptation.js';

/** Where an adapted primitive may write; everything else in the target is somebody else's. */
export interface Places {
  /** The required module. */
  readonly modulePath: string;
  /** Further modules and resources, e.g. `shop/_slugs`. */
  readonly privateFolder: string;
  /** What every path of its tests begins with, e.g. `tests/carried/test_shop_slugs`. */
  readonly testPrefix: string;
}

/** The places of a component: the same ones that the exact resident uses. */
export function placesOf({ module, path }: ContextSlice): Places {
  const name = module.split('.').at(-1) ?? module;
  return {
    modulePath: path,
    privateFolder: posix.join(posix.dirname(path), `_${name}`),
    testPrefix: `tests/carried/test_${module.replaceAll('.', '_')}`,
  };
}

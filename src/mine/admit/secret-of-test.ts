import { decodeUtf8, type FileTree } from '../../domain/files.js';
import { oneLine } from '../../domain/one-line.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import { secretsIn } from './secrets.js';

/**
 * Tells why a test is left behind: a data file that it opens holds a secret, as the key of a server that it starts. The
 * component is tried by its other tests; nothing with a secret in it travels. Each file is searched once.
 */
export function secretsOfTests(files: FileTree): (suite: readonly SliceNode[]) => string | undefined {
  const kinds = new Map<string, string | undefined>();
  const kindIn = (path: string) => {
    if (!kinds.has(path)) {
      const text = decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '';
      kinds.set(path, secretsIn(path, text)[0]?.kind);
    }
    return kinds.get(path);
  };
  return suite => {
    for (const node of suite) {
      const kind = node.kind === 'resource' ? kindIn(node.path) : undefined;
      if (node.kind === 'resource' && kind !== undefined)
        return `it opens ${oneLine(node.path)}, which holds ${kind}`;
    }
    return undefined;
  };
}

import { decodeUtf8, type FileTree } from '../../domain/files.js';
import { oneLine } from '../../domain/one-line.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { linesOfTest } from '../cut/lines-of-test.js';
import type { TestCase } from '../cut/test-cases.js';
import { secretsIn, type SecretFinding } from './secrets.js';

/**
 * Tells why a test is left behind: a secret stands in it or in what it needs of its suite, as a token that it sends, or
 * in a data file that it opens, as the key of a server that it starts. Of the classes of tests that it is in or inherits
 * from, those methods do not count that are other tests. The component is tried by its other tests; nothing with a
 * secret in it travels. Each file is searched once.
 */
export function secretsOfTests(
  files: FileTree,
): (test: TestCase, suite: readonly SliceNode[]) => string | undefined {
  const resources = new Map<string, SecretFinding | undefined>();
  const modules = new Map<SourceModule, readonly SecretFinding[]>();
  const inResource = (path: string) => {
    if (!resources.has(path)) {
      const text = decodeUtf8(files.get(path) ?? new Uint8Array()) ?? '';
      resources.set(path, secretsIn(path, text)[0]);
    }
    return resources.get(path);
  };
  const inModule = (module: SourceModule) => {
    const found = modules.get(module) ?? secretsIn(module.path, module.tree.text);
    modules.set(module, found);
    return found;
  };
  return (test, suite) => {
    for (const node of suite) {
      if (node.kind === 'resource') {
        const found = inResource(node.path);
        if (found !== undefined) return `it opens ${oneLine(node.path)}, which holds ${found.kind}`;
      }
      if (node.kind !== 'unit') continue;
      const secrets = inModule(node.module);
      if (secrets.length === 0) continue;
      const isOfTest = linesOfTest(test, node);
      const found = secrets.find(({ line }) => isOfTest(line));
      if (found !== undefined) return `${oneLine(found.path)}, line ${found.line}, holds ${found.kind}`;
    }
    return undefined;
  };
}

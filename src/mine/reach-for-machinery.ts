import type { StoredFile } from '../domain/files.js';
import { machineryUses, type MachineryUse } from '../python/test-machinery.js';
import type { DependenceGraph } from '../python/slicing/dependence-graph.js';
import type { SliceNode } from '../python/slicing/slice-node.js';
import type { SourceModule } from '../python/slicing/source-module.js';
import type { CutOut } from './cut/cut-out.js';
import { linesOfTest } from './cut/lines-of-test.js';
import type { TestCase } from './cut/test-cases.js';

const known = new WeakMap<DependenceGraph, Map<string, readonly MachineryUse[]>>();

/**
 * Why a component cannot be judged: its own code could decide what is said of it. Its implementation is made of texts
 * that other components of the repository have too; each is looked through once.
 */
export function reachForMachinery(
  graph: DependenceGraph,
  { implementation, carriedTests }: Pick<CutOut, 'implementation' | 'carriedTests'>,
): string | undefined {
  const texts = known.get(graph) ?? new Map<string, readonly MachineryUse[]>();
  known.set(graph, texts);
  const ofImplementation = (content: string) => {
    const uses = texts.get(content) ?? machineryUses(content, 'implementation');
    texts.set(content, uses);
    return uses;
  };
  const use =
    firstUse(implementation, ofImplementation) ??
    firstUse(carriedTests.files, content => machineryUses(content, 'test'));
  return use && `${use.path} uses ${use.name}, which reaches into the process that judges its tests`;
}

function firstUse(
  files: readonly StoredFile[],
  usesIn: (content: string) => readonly MachineryUse[],
): { readonly path: string; readonly name: string } | undefined {
  for (const { path, encoding, content } of files) {
    const [use] = encoding === 'utf8' && path.endsWith('.py') ? usesIn(content) : [];
    if (use !== undefined) return { path, name: use.name };
  }
  return undefined;
}

/**
 * Why a test is left behind: it, or what it needs of its suite, reaches for what judges it. Of the classes of tests that
 * it is in or inherits from, those methods do not count that are other tests.
 */
export function machineryOfTest(
  test: TestCase,
  suite: readonly SliceNode[],
  usesIn: (module: SourceModule) => readonly MachineryUse[],
): string | undefined {
  for (const node of suite) {
    if (node.kind !== 'unit') continue;
    const uses = usesIn(node.module);
    if (uses.length === 0) continue;
    const isOfTest = linesOfTest(test, node);
    const use = uses.find(({ line }) => isOfTest(line));
    if (use !== undefined) return `it uses ${use.name}, which reaches into the process that judges it`;
  }
  return undefined;
}

import { countTests, testBaseId, type Execution, type TestResult } from '../../domain/execution.js';
import type { FileTree } from '../../domain/files.js';
import type { CarriedTest } from '../../domain/primitive.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import { PRESENCE } from '../../python/slicing/name-needs.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { CutOut } from '../cut/cut-out.js';
import { missingFrom, type Missing } from './symptoms.js';

/** What running a component alone says of its boundary. */
export type Verdict =
  | { readonly kind: 'admitted'; readonly tests: readonly CarriedTest[] }
  /** REFINE (Code Primitives, equation 19): what to take in, and which tests to leave behind. */
  | {
      readonly kind: 'refine';
      readonly added: readonly SliceNode[];
      readonly refused: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'excluded'; readonly reason: string };

interface Trouble {
  readonly id: string;
  readonly errorType: string;
  readonly message: string;
  /** The file whose code met it, innermost. */
  readonly path: string | undefined;
}

/**
 * Judges one run. A component is admitted when it imports, at least one carried test passes and none fails. What
 * fails for lack of something of the repository takes that in (`mayGrow`), else the test is left behind; any other
 * failure excludes the component, since its code does not do alone what its tests say.
 */
export function judgeRun(
  graph: DependenceGraph,
  files: FileTree,
  cut: CutOut,
  execution: Execution,
  mayGrow: boolean,
): Verdict {
  if (execution.status !== 'completed') return { kind: 'excluded', reason: statusReason(execution) };
  const troubles = troublesOf(execution);
  if (troubles.length === 0) return admission(cut, execution);
  const added = new Set<SliceNode>();
  const refused = new Map<string, string>();
  for (const trouble of troubles) {
    const missing = missingFrom(trouble);
    if (missing === undefined)
      return { kind: 'excluded', reason: `${trouble.id} fails when it is run alone: ${said(trouble)}` };
    const found = mayGrow ? nodesFor(graph, files, missing, trouble.path) : [];
    const fresh = found.filter(node => !cut.boundary.nodes.has(node));
    fresh.forEach(node => added.add(node));
    if (fresh.length > 0) continue;
    const tests = testsIn(cut, trouble.id);
    if (tests.length === 0)
      return { kind: 'excluded', reason: `${trouble.id} cannot be imported alone: ${said(trouble)}` };
    tests.forEach(({ id }) => refused.set(id, `it lacks something that does not travel: ${said(trouble)}`));
  }
  return { kind: 'refine', added: [...added], refused };
}

function admission(cut: CutOut, execution: Execution): Verdict {
  if (countTests(execution).passed === 0)
    return { kind: 'excluded', reason: 'none of its tests passes when run alone: all are skipped' };
  const ran = new Set(execution.tests.filter(hasRun).map(({ id }) => testBaseId(id)));
  const listed = cut.carriedTests.tests.filter(({ id }) => ran.delete(id));
  // Tests that only pytest finds: inherited from outside, or made as the file is imported.
  const found = [...ran].map(id => {
    const [path = id, ...names] = id.split('::');
    return { id, path, name: names.join('::') };
  });
  return { kind: 'admitted', tests: [...listed, ...found] };
}

function hasRun({ outcome }: TestResult): boolean {
  return outcome === 'passed' || outcome === 'xpassed' || outcome === 'xfailed';
}

function troublesOf({ tests, collectionErrors }: Execution): readonly Trouble[] {
  return [
    ...collectionErrors.map(({ path, errorType, message, trace }) => ({
      id: path,
      errorType,
      message,
      path: trace.at(-1)?.path ?? path,
    })),
    ...tests
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'error')
      .map(({ id, errorType = 'Failed', message = '', trace }) => ({
        id: testBaseId(id),
        errorType,
        message,
        path: trace?.at(-1)?.path,
      })),
  ];
}

/** The carried tests that a failing node id or file stands for. */
function testsIn(cut: CutOut, id: string): readonly CarriedTest[] {
  const exact = cut.carriedTests.tests.filter(test => test.id === id);
  if (exact.length > 0) return exact;
  const [path] = id.split('::');
  return cut.carriedTests.tests.filter(test => test.path === path);
}

/** What of the repository would supply what is missing. */
function nodesFor(
  graph: DependenceGraph,
  files: FileTree,
  missing: Missing,
  path: string | undefined,
): readonly SliceNode[] {
  const { project, nodes, names } = graph;
  switch (missing.kind) {
    case 'fixture':
    case 'surroundings':
      return [];
    case 'module': {
      const module = project.find(missing.module);
      return module === undefined || module.isTest ? [] : [nodes.whole(module)];
    }
    case 'file': {
      const found = [...files.keys()].filter(file => `/${missing.path}`.endsWith(`/${file}`));
      return found.filter(file => !file.endsWith('.py')).map(file => nodes.resource(file));
    }
    case 'name': {
      const module = project.modules.find(one =>
        missing.module === undefined ? one.path === path : one.module === missing.module,
      );
      return module === undefined || module.isTest ? [] : names.ofName(module, missing.name, PRESENCE);
    }
  }
}

function statusReason({ status, detail }: Execution): string {
  const words = {
    'timed-out': 'timed out',
    crashed: 'crashed',
    untrusted: 'cannot be trusted',
    'environment-fault': 'could not be run',
  };
  const word = status === 'completed' ? 'ended' : words[status];
  return `its tests ${word} when run alone: ${detail}`;
}

function said({ errorType, message }: Trouble): string {
  return message === '' ? errorType : `${errorType}: ${message}`;
}

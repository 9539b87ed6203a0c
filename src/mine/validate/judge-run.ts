import type { Execution } from '../../domain/execution.js';
import type { FileTree } from '../../domain/files.js';
import type { CarriedTest } from '../../domain/primitive.js';
import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { CutOut } from '../cut/cut-out.js';
import { judgeTrial } from './judge-trial.js';
import { suppliersOf, widened } from './suppliers.js';
import { missingFrom } from './symptoms.js';
import { IMPORTED_BY_RUNNER, said, troublesOf, type Trouble } from './troubles.js';
import { excluded, type Excluded, type Verdict } from './verdict.js';

/** What a run is judged with. */
export interface Judged {
  readonly graph: DependenceGraph;
  readonly files: FileTree;
  readonly cut: CutOut;
  /** Whether the boundary may still grow; what is missing afterwards is left behind. */
  readonly mayGrow: boolean;
  /** How many orders the tests had to pass in. */
  readonly orders: number;
}

/**
 * Judges one run. What fails for lack of something of the repository takes that in. A test that fails for another
 * reason is left behind while others pass; when none does, the state that the component shares with the rest of its
 * modules is taken in, and if that does not help, its code does not do alone what its tests say. What passes is judged
 * by its trial.
 */
export function judgeRun(judged: Judged, execution: Execution): Verdict {
  const troubles = troublesOf(execution);
  const taken = troubles.find(({ errorType }) => errorType === IMPORTED_BY_RUNNER);
  if (taken !== undefined)
    return excluded('runner-module', `${taken.message}; it can only be tested in place`);
  if (execution.status !== 'completed') return judgeEnding(judged, execution, troubles);
  if (troubles.length > 0) return judgeTroubles(judged, execution, troubles);
  const { carriedTests } = judged.cut;
  if (execution.tests.every(({ outcome }) => outcome === 'skipped'))
    return excluded('no-test', 'none of its tests passes when run alone: all are skipped');
  return judgeTrial(carriedTests, execution, {
    orders: judged.orders,
    home: judged.cut.boundary.capability.module.path,
  });
}

/** A run that was cut short: by one test, which is left behind; or by what nobody can name. */
function judgeEnding({ cut }: Judged, execution: Execution, troubles: readonly Trouble[]): Verdict {
  const ended = troubles.filter(({ errorType }) => errorType === 'Timeout' || errorType === 'Crash');
  const guilty = ended.flatMap(trouble => testsIn(cut, trouble.id).map(test => [test.id, trouble] as const));
  if (guilty.length > 0 && guilty.length < cut.carriedTests.tests.length)
    return {
      kind: 'refine',
      added: [],
      refused: new Map(guilty.map(([id, trouble]) => [id, `it does not end alone: ${trouble.message}`])),
      why: 'not-judged',
    };
  return excluded('not-judged', statusReason(execution));
}

function judgeTroubles(judged: Judged, execution: Execution, troubles: readonly Trouble[]): Verdict {
  const added = new Set<SliceNode>();
  const refused = new Map<string, string>();
  for (const trouble of troubles) {
    const found = judgeTrouble(judged, trouble);
    if ('kind' in found) return found;
    found.added.forEach(node => added.add(node));
    for (const { id } of found.refused) refused.set(id, found.reason);
  }
  const isLack = troubles.every(trouble => missingFrom(trouble) !== undefined);
  const why = isLack ? 'no-test' : 'fails-alone';
  if (added.size > 0) return { kind: 'refine', added: [...added], refused, why };
  const { cut, graph, mayGrow } = judged;
  if (isLack || cut.carriedTests.tests.some(({ id }) => !refused.has(id)))
    return { kind: 'refine', added: [], refused, why };
  const state = mayGrow ? fresh(cut, widened(graph, cut)) : [];
  if (state.length > 0) return { kind: 'refine', added: state, refused: new Map(), why };
  const [first] = troubles;
  const others = troubles.length > 1 ? ` (and ${troubles.length - 1} more)` : '';
  return excluded('fails-alone', `${first?.id} fails when it is run alone: ${first && said(first)}${others}`);
}

interface Remedy {
  readonly added: readonly SliceNode[];
  readonly refused: readonly CarriedTest[];
  readonly reason: string;
}

/** What mends one failure: something of the repository, or leaving its test behind. */
function judgeTrouble({ graph, files, cut, mayGrow }: Judged, trouble: Trouble): Remedy | Excluded {
  const missing = missingFrom(trouble);
  const added =
    missing !== undefined && mayGrow ? fresh(cut, suppliersOf(graph, files, missing, trouble.path)) : [];
  if (added.length > 0) return { added, refused: [], reason: '' };
  const tests = testsIn(cut, trouble.id);
  const undeclared = missing?.kind === 'module' && graph.project.find(missing.module) === undefined;
  if (tests.length === 0)
    return undeclared
      ? excluded('undeclared-distribution', `${trouble.id} ${importsUndeclared(missing.module)}`)
      : excluded('cannot-import', `${trouble.id} cannot be imported alone: ${said(trouble)}`);
  if (missing?.kind === 'name' && isOwn(cut, trouble.path) && isOfProject(graph, missing.module))
    return excluded('fails-alone', `${trouble.path} is not whole alone: ${said(trouble)}`);
  if (undeclared) return { added: [], refused: tests, reason: `it ${importsUndeclared(missing.module)}` };
  const what =
    missing === undefined ? 'it fails when it is run alone' : 'it lacks something that does not travel';
  return { added: [], refused: tests, reason: `${what}: ${said(trouble)}` };
}

function importsUndeclared(module: string): string {
  return `imports ${module} as it runs, which is not installed; declare what provides it among the dependencies`;
}

/** Whether a name was looked up in the repository's own code: by its file, where no module is told. */
function isOfProject({ project }: DependenceGraph, module: string | undefined): boolean {
  return module === undefined || project.find(module) !== undefined;
}

function fresh({ boundary }: CutOut, nodes: readonly SliceNode[]): readonly SliceNode[] {
  return nodes.filter(node => !boundary.nodes.has(node));
}

/** The carried tests that a failing node id or file stands for. */
function testsIn({ carriedTests }: CutOut, id: string): readonly CarriedTest[] {
  const exact = carriedTests.tests.filter(test => test.id === id);
  if (exact.length > 0) return exact;
  const [path] = id.split('::');
  return carriedTests.tests.filter(test => test.path === path);
}

function isOwn({ implementation }: CutOut, path: string | undefined): boolean {
  return implementation.some(file => file.path === path);
}

function statusReason({ status, detail }: Execution): string {
  const words = {
    completed: 'ended',
    'timed-out': 'timed out',
    crashed: 'crashed',
    untrusted: 'cannot be trusted',
    'environment-fault': 'could not be run',
  };
  return `its tests ${words[status]} when run alone: ${detail}`;
}

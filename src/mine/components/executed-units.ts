import type { DependenceGraph } from '../../python/slicing/dependence-graph.js';
import type { SliceNode } from '../../python/slicing/slice-node.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import type { Association } from '../association.js';

/** By test id, the top-level statements in which a test was seen when its suite was run, each with numbers of functions. */
export type Executed = ReadonlyMap<string, ExecutedByTest>;

/** By top-level statement, of the suite and of what it tests, the numbers of its functions that a test entered. */
export type ExecutedByTest = ReadonlyMap<SliceNode, readonly number[]>;

/** What a recorded run of a suite shows; a function in a class or in another function stands in the statement around it. */
export function executedUnits(graph: DependenceGraph, { functions, byTest }: Association): Executed {
  const modules = new Map(graph.project.modules.map(module => [module.path, module]));
  const starts = new Map<SourceModule, readonly number[]>();
  const nodes = functions.map(([path, line]) => {
    const module = modules.get(path);
    if (module === undefined) return undefined;
    const known = starts.get(module) ?? lineStarts(module.tree.text);
    starts.set(module, known);
    const offset = known[line - 1];
    const unit = offset === undefined ? undefined : unitAt(module, offset);
    return unit === undefined ? undefined : graph.nodes.unit(module, unit);
  });
  const byNode = (numbers: readonly number[]): ExecutedByTest => {
    const found = new Map<SliceNode, number[]>();
    for (const number of numbers) {
      const node = nodes[number];
      if (node === undefined) continue;
      const known = found.get(node);
      if (known === undefined) found.set(node, [number]);
      else known.push(number);
    }
    return found;
  };
  return new Map([...byTest].map(([id, entered]) => [id, byNode(entered.map(({ number }) => number))]));
}

/** Where each line begins. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The last statement that begins at or before an offset, when it reaches it; they are in source order. */
function unitAt({ units }: SourceModule, offset: number) {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const unit = units[low - 1];
  return unit !== undefined && offset < unit.end ? unit : undefined;
}

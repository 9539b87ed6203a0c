import { Loader } from './load.js';
import { Machine } from './machine.js';
import { Program, type ProgramFile } from './program.js';
import { Solver } from './solver.js';

/** Who calls whom: dotted names, callees sorted, every module and function among the callers. */
export type CallGraph = ReadonlyMap<string, readonly string[]>;

export interface SolvedCalls {
  readonly graph: CallGraph;
  /** Whether every call is in it that could be found: a program that is made to have no end of them is cut short. */
  readonly isWhole: boolean;
}

/**
 * The call graph of a program: which functions, classes' initialisers, built-ins and external names the code of each
 * module, class body and function can call. Values are followed through the whole program without regard to the
 * context of calls (the assignment graph of "PyCG: Practical Call Graph Generation in Python"). The order of the
 * files does not matter.
 */
export function solveCalls(files: Iterable<ProgramFile>): SolvedCalls {
  const program = new Program(files);
  const machine = new Machine(program);
  const solver = new Solver(machine);
  new Loader(machine, solver).load();
  solver.run();
  return { graph: namedCalls(machine), isWhole: !machine.graph.isExhausted };
}

function namedCalls({ scopes, classes, calls, strings }: Machine): CallGraph {
  const classScopes = new Set(classes.map(({ scope }) => scope));
  const callees = new Map<string, Set<string>>();
  const of = (name: string) => {
    const known = callees.get(name) ?? new Set<string>();
    callees.set(name, known);
    return known;
  };
  scopes.forEach(({ name }, scope) => {
    const called = calls.get(scope);
    // The body of a class is a caller, but nothing that could be called.
    if (called === undefined && classScopes.has(scope)) return;
    const set = of(strings.text(name));
    for (const callee of called ?? []) set.add(strings.text(callee));
  });
  for (const set of [...callees.values()]) for (const callee of set) of(callee);
  return new Map(
    [...callees]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([caller, set]) => [caller, [...set].sort()] as const),
  );
}

import { CALLED } from '../flow/module-flow.js';
import { WRAP } from './instructions.js';
import type { Machine } from './machine.js';
import { PARTIAL, PROPERTY } from './objects.js';

/** External functions that give back their first argument, or wrap it so that calling them calls it. */
const TRANSPARENT = new Set([
  'functools.lru_cache',
  'functools.cache',
  'functools.singledispatch',
  'functools.total_ordering',
  'contextlib.contextmanager',
  'contextlib.asynccontextmanager',
  'copy.copy',
  'copy.deepcopy',
  'abc.abstractmethod',
]);

/** What calling functions from outside the program does. */
export class ExternalCalls {
  constructor(private readonly machine: Machine) {}

  /** A call of something from outside the program: an edge, and a value that is named by what made it. */
  call(instruction: number, object: number, value: number, scope: number): void {
    const { graph, objects, strings } = this.machine;
    const name = strings.text(objects.a[object] as number);
    const first = this.machine.positional(instruction, 0);
    this.machine.recordCall(scope, objects.a[object] as number);
    // Whatever a decorator from outside does, calling what it gives ends in what it was given.
    if ((this.machine.word(instruction + 4) & CALLED.asDecorator) !== 0)
      return this.decorate(name, first, value);
    if (TRANSPARENT.has(name) && first !== 0) return graph.flow(first, value);
    if (name === 'functools.partial') return graph.add(value, objects.of(PARTIAL, instruction));
    if (name === 'typing.cast') return graph.flow(this.machine.positional(instruction, 1), value);
    if (name === 'functools.reduce') this.machine.invoke(first, scope, [0, 0]);
    graph.add(value, object);
  }

  private decorate(name: string, first: number, value: number): void {
    if (name === 'functools.cached_property' || name === 'abc.abstractproperty')
      this.machine.watchWith(first, [WRAP, value, PROPERTY]);
    else this.machine.graph.flow(first, value);
  }
}

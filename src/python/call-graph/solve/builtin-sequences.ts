import type { ContainerMethods } from './container-methods.js';
import type { Containers } from './containers.js';
import { TAKE_FROM } from './instructions.js';
import type { Machine } from './machine.js';
import { DICT, LIST, SET, TUPLE } from './objects.js';

/** Functions that give back a sequence of what another has, in some order. */
const REORDERING = new Set(['sorted', 'reversed', 'list', 'tuple', 'set', 'frozenset', 'iter', 'filter']);

/** Whether a built-in function gives back a sequence of what another has. */
export const isReordering = (name: string): boolean => REORDERING.has(name);

/** Python's own functions that make sequences and dictionaries of what others hold. */
export class BuiltinSequences {
  constructor(
    private readonly machine: Machine,
    private readonly containers: Containers,
    private readonly methods: ContainerMethods,
  ) {}

  /** `sorted`, `list` and their like. */
  reorder(instruction: number, name: string, value: number, scope: number): void {
    const { graph } = this.machine;
    const isFilter = name === 'filter';
    const source = this.machine.positional(instruction, isFilter ? 1 : 0);
    const kind = name === 'tuple' ? TUPLE : name === 'set' || name === 'frozenset' ? SET : LIST;
    graph.add(
      value,
      this.containers.made(`reorder ${instruction}`, kind, made => {
        const item = graph.newNode();
        this.machine.watchWith(source, [TAKE_FROM, item, scope]);
        this.containers.add(made, item);
        if (isFilter) {
          this.machine.invoke(this.machine.positional(instruction, 0), scope, [item]);
          this.machine.invoke(source, scope, [item]);
        }
        if (name === 'sorted') this.callKey(instruction, scope, item);
      }),
    );
  }

  /** Calls the `key` of `sorted`, `max` and `min` on the items that it gets. */
  callKey(instruction: number, scope: number, given = 0): void {
    const { graph } = this.machine;
    const key = this.machine.keyword(instruction, 'key');
    if (key === 0) return;
    const item = given === 0 ? graph.newNode() : given;
    if (given === 0)
      this.machine.watchWith(this.machine.positional(instruction, 0), [TAKE_FROM, item, scope]);
    this.machine.invoke(key, scope, [item]);
  }

  /** `map` calls what it is given, whichever of its arguments that is. */
  map(instruction: number, value: number, scope: number): void {
    const { graph } = this.machine;
    graph.add(
      value,
      this.containers.made(`map ${instruction}`, LIST, made => {
        const items: number[] = [];
        for (let index = 0; this.machine.positional(instruction, index) !== 0; index += 1) {
          const item = graph.newNode();
          this.machine.watchWith(this.machine.positional(instruction, index), [TAKE_FROM, item, scope]);
          items.push(item);
        }
        items.forEach((_, index) => {
          const others = items.filter((_item, other) => other !== index);
          const callee = this.machine.positional(instruction, index);
          this.containers.add(made, this.machine.invoke(callee, scope, others));
        });
      }),
    );
  }

  /** `enumerate` and `zip`. */
  pair(instruction: number, name: string, value: number, scope: number): void {
    const { graph, strings } = this.machine;
    graph.add(
      value,
      this.containers.made(`${name} ${instruction}`, LIST, made => {
        const tuple = this.machine.newContainer(TUPLE);
        const shift = name === 'enumerate' ? 1 : 0;
        if (shift === 1)
          this.containers.put(tuple, strings.intern('i:0'), this.machine.nodeOf(this.machine.anyInteger));
        for (let index = 0; this.machine.positional(instruction, index) !== 0; index += 1) {
          if (shift === 1 && index > 0) break;
          const item = graph.newNode();
          this.machine.watchWith(this.machine.positional(instruction, index), [TAKE_FROM, item, scope]);
          this.containers.put(tuple, strings.intern(`i:${index + shift}`), item);
        }
        graph.add(this.containers.rest(made), tuple);
      }),
    );
  }

  /** `dict(other, **more)`. */
  makeDictionary(instruction: number, value: number): void {
    const { graph } = this.machine;
    graph.add(
      value,
      this.containers.made(`dict ${instruction}`, DICT, made => {
        this.methods.update(made, instruction);
      }),
    );
  }
}

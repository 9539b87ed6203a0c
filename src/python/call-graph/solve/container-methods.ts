import { ARGUMENT } from '../flow/module-flow.js';
import type { Containers } from './containers.js';
import { NEXT_OF, PLACE, SPECIAL, TAKE_FROM, TAKE_INTO, UPDATE } from './instructions.js';
import type { Machine } from './machine.js';
import { CLASS, DICT, GENERATOR, INSTANCE, LIST, STRING } from './objects.js';

/** Methods of `str` that give another string, and those that give a list of them. */
const TO_STRING = new Set(
  `join strip lstrip rstrip upper lower title capitalize casefold swapcase replace format format_map zfill center ljust
  rjust expandtabs translate removeprefix removesuffix`.split(/\s+/),
);
const TO_LIST = new Set(['split', 'rsplit', 'splitlines', 'partition', 'rpartition']);

/** What methods of the built-in types do with what their objects hold (the library reference, chapter 4). */
export class ContainerMethods {
  constructor(
    private readonly machine: Machine,
    private readonly containers: Containers,
  ) {}

  /** A call of a method of a string, a container or a generator. */
  call(instruction: number, method: number): void {
    const { objects, strings } = this.machine;
    const receiver = objects.a[method] as number;
    const name = strings.text(objects.b[method] as number);
    const value = this.machine.word(instruction + 2);
    const scope = this.machine.word(instruction + 3);
    const type = this.containers.typeName(receiver);
    if (type !== undefined) this.machine.recordCall(scope, strings.intern(`${type}.${name}`));
    switch (objects.kind(receiver)) {
      case STRING:
        return this.ofString(name, value);
      case GENERATOR:
        if (name === '__next__' || name === 'send' || name === '__anext__' || name === 'asend')
          this.machine.watchWith(this.machine.nodeOf(receiver), [NEXT_OF, value, scope]);
        return;
      case DICT:
        return this.ofDictionary(instruction, receiver, name, value);
      case CLASS:
      case INSTANCE:
        if (name === '__new__') this.make(instruction, value);
        return;
      default:
        if (this.containers.isContainer(receiver)) this.ofSequence(instruction, receiver, name, value, scope);
        else if (name === '__new__') this.make(instruction, value);
    }
  }

  /** `object.__new__(cls)`. */
  private make(instruction: number, value: number): void {
    const { graph, objects } = this.machine;
    for (const object of graph.of(this.machine.positional(instruction, 0)))
      if (objects.kind(object) === CLASS) graph.add(value, objects.of(INSTANCE, objects.a[object] as number));
  }

  private ofString(name: string, value: number): void {
    const { graph } = this.machine;
    if (TO_STRING.has(name)) graph.add(value, this.machine.anyString);
    else if (TO_LIST.has(name))
      graph.add(
        value,
        this.containers.made('strings', LIST, list =>
          graph.add(this.containers.rest(list), this.machine.anyString),
        ),
      );
  }

  private ofDictionary(instruction: number, receiver: number, name: string, value: number): void {
    const { graph } = this.machine;
    const [first, second] = [
      this.machine.positional(instruction, 0),
      this.machine.positional(instruction, 1),
    ];
    switch (name) {
      case 'get':
      case 'pop':
        graph.flow(second, value);
        return this.at(receiver, first, value, false);
      case 'setdefault':
        graph.flow(second, value);
        this.at(receiver, first, second, true);
        return this.at(receiver, first, value, false);
      case '__getitem__':
        return this.at(receiver, first, value, false);
      case '__setitem__':
        return this.at(receiver, first, second, true);
      case 'items':
        return graph.add(value, this.containers.pairs(receiver));
      case 'keys':
      case 'values':
        return graph.add(
          value,
          this.containers.made(`${name} ${receiver}`, LIST, list =>
            this.containers.add(
              list,
              name === 'keys' ? this.containers.keys(receiver) : this.containers.all(receiver),
            ),
          ),
        );
      case 'popitem': {
        const item = graph.newNode();
        graph.add(item, this.containers.pairs(receiver));
        return this.machine.watchWith(item, [TAKE_FROM, value, this.machine.word(instruction + 3)]);
      }
      case 'update':
        return this.update(receiver, instruction);
      case 'copy':
        return graph.add(
          value,
          this.containers.made(`copy ${instruction} ${receiver}`, DICT, copy =>
            this.containers.absorb(copy, receiver),
          ),
        );
    }
  }

  /** Reads or writes at a key that a value says. */
  private at(container: number, key: number, value: number, isWrite: boolean): void {
    if (value === 0) return;
    this.machine.waitFor(key, [PLACE, container, value, 0, Number(isWrite)]);
  }

  /** `d.update(other, **more)` and `dict(other, **more)`. */
  update(dictionary: number, instruction: number): void {
    const { strings } = this.machine;
    const count = this.machine.word(instruction + 5);
    for (let index = 0; index < count; index += 1) {
      const at = instruction + 6 + 3 * index;
      const [kind, first, second] = [
        this.machine.word(at),
        this.machine.word(at + 1),
        this.machine.word(at + 2),
      ];
      if (kind === ARGUMENT.keyword)
        this.containers.put(dictionary, strings.intern(`s:${strings.text(first)}`), second);
      else this.machine.watchWith(first, [UPDATE, dictionary]);
    }
  }

  private ofSequence(
    instruction: number,
    receiver: number,
    name: string,
    value: number,
    scope: number,
  ): void {
    const { graph, objects } = this.machine;
    const first = this.machine.positional(instruction, 0);
    switch (name) {
      case 'append':
      case 'appendleft':
      case 'add':
        return this.containers.add(receiver, first);
      case 'insert':
        return this.containers.add(receiver, this.machine.positional(instruction, 1));
      case 'extend':
      case 'update':
        return this.machine.watchWith(first, [TAKE_INTO, receiver]);
      case 'pop':
      case '__getitem__':
      case '__next__':
        return graph.flow(this.containers.all(receiver), value);
      case 'copy':
        return graph.add(
          value,
          this.containers.made(`copy ${instruction} ${receiver}`, objects.kind(receiver), copy =>
            graph.flow(this.containers.all(receiver), this.containers.rest(copy)),
          ),
        );
      case 'union':
      case 'intersection':
      case 'difference':
        return graph.add(value, receiver);
      case 'sort': {
        const key = this.machine.keyword(instruction, 'key');
        this.machine.invoke(key, scope, [this.containers.all(receiver)]);
      }
    }
  }

  /** Calls a special method on each instance of a value whose class defines it, else another. */
  special(node: number, scope: number, method: string, other = ''): void {
    const { strings } = this.machine;
    this.machine.watchWith(node, [SPECIAL, scope, strings.intern(method), strings.intern(other)]);
  }
}

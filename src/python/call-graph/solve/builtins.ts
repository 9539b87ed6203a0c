import { CALLED } from '../flow/module-flow.js';
import { isReordering, type BuiltinSequences } from './builtin-sequences.js';
import type { ContainerMethods } from './container-methods.js';
import type { Containers } from './containers.js';
import type { Descriptors } from './descriptors.js';
import { ATTRIBUTE_NAMED, NEXT_OF, TAKE_FROM, TYPE_OF, WRAP } from './instructions.js';
import type { Machine } from './machine.js';
import { CLASS_METHOD, LIST, STATIC } from './objects.js';

/** Decorators that only say how a function is bound: using them as such is no call of interest. */
const BINDING = new Set(['staticmethod', 'classmethod', 'property']);

/** The special method that a built-in function calls on its first argument. */
const DELEGATING = new Map([
  ['len', '__len__'],
  ['repr', '__repr__'],
  ['hash', '__hash__'],
  ['abs', '__abs__'],
  ['bool', '__bool__'],
  ['int', '__int__'],
  ['float', '__float__'],
  ['complex', '__complex__'],
  ['round', '__round__'],
  ['bytes', '__bytes__'],
  ['dir', '__dir__'],
  ['format', '__format__'],
  ['reversed', '__reversed__'],
]);

/** What calling Python's own functions does. */
export class Builtins {
  constructor(
    private readonly machine: Machine,
    private readonly containers: Containers,
    private readonly methods: ContainerMethods,
    private readonly sequences: BuiltinSequences,
    private readonly descriptors: Descriptors,
  ) {}

  /** A call of one of Python's own functions or types (the library reference, chapter 2). */
  callBuiltin(instruction: number, name: string): void {
    const { graph, strings } = this.machine;
    const value = this.machine.word(instruction + 2);
    const scope = this.machine.word(instruction + 3);
    const isDecorator = (this.machine.word(instruction + 4) & CALLED.asDecorator) !== 0;
    const first = this.machine.positional(instruction, 0);
    const second = this.machine.positional(instruction, 1);
    if (!(isDecorator && BINDING.has(name)))
      this.machine.recordCall(scope, strings.intern(`<builtin>.${name}`));
    const delegate = DELEGATING.get(name);
    if (delegate !== undefined) this.methods.special(first, scope, delegate);
    if (isReordering(name)) this.sequences.reorder(instruction, name, value, scope);
    switch (name) {
      case 'staticmethod':
        return this.machine.watchWith(first, [WRAP, value, STATIC]);
      case 'classmethod':
        return this.machine.watchWith(first, [WRAP, value, CLASS_METHOD]);
      case 'property':
        return this.descriptors.makeProperty(instruction, first, second, value);
      case 'super':
        return this.descriptors.callSuper(instruction, value, scope);
      case 'map':
        return this.sequences.map(instruction, value, scope);
      case 'max':
      case 'min':
        this.sequences.callKey(instruction, scope);
        graph.flow(first, value);
        graph.flow(second, value);
        return this.machine.watchWith(first, [TAKE_FROM, value, scope]);
      case 'sum':
        return this.machine.watchWith(first, [TAKE_FROM, value, scope]);
      case 'any':
      case 'all':
        return this.machine.watchWith(first, [TAKE_FROM, graph.newNode(), scope]);
      case 'next':
        graph.flow(second, value);
        return this.machine.watchWith(first, [NEXT_OF, value, scope]);
      case 'enumerate':
      case 'zip':
        return this.sequences.pair(instruction, name, value, scope);
      case 'dict':
        return this.sequences.makeDictionary(instruction, value);
      case 'getattr':
        graph.flow(this.machine.positional(instruction, 2), value);
        return this.machine.watchWith(second, [ATTRIBUTE_NAMED, first, value, scope, 0]);
      case 'setattr':
        return this.machine.watchWith(second, [
          ATTRIBUTE_NAMED,
          first,
          this.machine.positional(instruction, 2),
          scope,
          1,
        ]);
      case 'type':
        return this.machine.watchWith(first, [TYPE_OF, value]);
      case 'vars':
        return;
      case 'str':
      case 'repr':
      case 'input':
      case 'format':
      case 'ascii':
      case 'chr':
        if (name === 'str') this.methods.special(first, scope, '__str__', '__repr__');
        return graph.add(value, this.machine.anyString);
      case 'print':
        for (let index = 0, node = first; node !== 0; node = this.machine.positional(instruction, ++index))
          this.methods.special(node, scope, '__str__', '__repr__');
        return;
      case 'range':
        return graph.add(
          value,
          this.containers.made('range', LIST, list =>
            graph.add(this.containers.rest(list), this.machine.anyInteger),
          ),
        );
      case 'isinstance':
      case 'issubclass':
        return;
      case 'int':
      case 'len':
      case 'id':
      case 'ord':
        return graph.add(value, this.machine.anyInteger);
      case 'object':
        return;
    }
  }

  callMethod(instruction: number, object: number): void {
    this.methods.call(instruction, object);
  }
}
